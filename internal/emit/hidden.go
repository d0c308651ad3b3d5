package emit

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// Hidden has the sets of scopes whose members the messages of an event do not have.
type Hidden struct{ sets [][]string }

// HiddenOf returns nil if the messages of an event have all members.
func HiddenOf(n *tree.Event) *Hidden {
	if n.Data == nil {
		return nil
	}
	var h Hidden
	for _, set := range tree.VisibilityOf(n.Data.Prop).Sets {
		if !slices.ContainsFunc(set, func(scope string) bool { return slices.Contains(n.Scopes, scope) }) {
			h.sets = append(h.sets, set)
		}
	}
	if h.sets == nil {
		return nil
	}
	return &h
}

// From returns what is visible of a message to a reader with grants, which may be nil.
func (h *Hidden) From(grants Grants) Grants { return part{grants, h} }

// Grants is codec.Grants, which this package does not import.
type Grants = interface{ HasAny(scopes ...string) bool }

// part are the Grants of a reader of a message.
type part struct {
	Grants
	hidden *Hidden
}

func (p part) HasAny(scopes ...string) bool {
	return !slices.ContainsFunc(p.hidden.sets, func(set []string) bool { return slices.Equal(set, scopes) }) &&
		(p.Grants == nil || p.Grants.HasAny(scopes...))
}

// Partial is what an item of a stream embeds that may be a message.
type Partial struct {
	hidden *Hidden
	logged bool
}

func (p *Partial) partial() *Partial { return p }

// Item is a pointer to what embeds [Partial].
type Item interface{ partial() *Partial }

// Log sets that an item is a message of a log, and what it lacks; nil: nothing.
func Log(item Item, h *Hidden) { *item.partial() = Partial{h, true} }

// HiddenIn returns what the item lacks that embeds p.
func HiddenIn(p *Partial) *Hidden { return p.hidden }

// IsLogged reports whether the item that embeds p is a message of a log.
func IsLogged(p *Partial) bool { return p.logged }
