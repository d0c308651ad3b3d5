package event

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// scopes are what all receivers have.
type scopes []string

// HasAny implements [codec.Grants].
func (s scopes) HasAny(any ...string) bool {
	return slices.ContainsFunc(any, func(scope string) bool { return slices.Contains(s, scope) })
}

// fill sets the data and the key, or the error.
func (m *Message) fill(b *codec.Body, v place.Addr) {
	defer func() {
		if p := recover(); p != nil { // of a function of the application, such as that of a computed member
			m.err = fmt.Errorf("event %s: its data panics: %v", m.Type, p)
		}
	}()
	if m.err = usable(m.of, b); m.err != nil {
		return
	}
	grants := scopes(m.of.Scopes)
	report := codec.Report{Grants: grants}
	b.Codec().Check(&report, v)
	if vs := codec.Gather[prop.Violations](&report); vs != nil {
		// The text, not the error: the client of a request cannot correct an event.
		m.err = errors.New("event " + m.Type + ": the data violates its declaration: " + short(vs.Error()))
		return
	}
	e := codec.Encoder{Grants: grants}
	b.Codec().Encode(&e, v)
	if err := e.Err(); err != nil {
		m.err = fmt.Errorf("event %s: %w", m.Type, err)
		return
	}
	m.Data = e.B
	if key := m.of.Key; key != nil {
		var err error
		if m.Key, err = keyOf(key.Name, m.Data); err != nil {
			m.Data, m.err = nil, fmt.Errorf("event %s: %w", m.Type, err)
		}
	}
}

// usable returns the faults of the declaration.
func usable(n *tree.Event, b *codec.Body) error {
	if len(n.Faults) > 0 {
		return errors.New(verify.Text("the event "+strconv.Quote(n.Name)+" has a fault", n.Faults))
	}
	return b.Valid()
}

// short bounds the length of a log line.
func short(s string) string {
	const limit = 500
	if len(s) <= limit {
		return s
	}
	return s[:limit] + "…"
}

// readLimits bound what is made of a message in proportion to its bytes.
var readLimits = jsonx.Limits{Depth: codec.MaxDepth, Members: 1 << 20}

// Parse parses the data of a message. It ignores members that are not declared, so that an event
// may get more. The error is [prop.Violations], a [*prop.SyntaxError], or lists the faults of the
// declaration.
func (t *Type[T]) Parse(data []byte) (T, error) {
	v := new(T)
	if err := parse(Tree(t), t.whole(), data, place.Of(v)); err != nil {
		return *new(T), err
	}
	return *v, nil
}

func parse(n *tree.Event, b *codec.Body, data []byte, v place.Addr) error {
	if err := usable(n, b); err != nil {
		return err
	}
	var d codec.Decoder
	d.Open(data, readLimits)
	d.IgnoreUnknown = true
	b.Codec().Decode(&d, v)
	return outcome(&d)
}

// outcome returns the error of what a decoder has read.
func outcome(d *codec.Decoder) error {
	if err := d.End(); err != nil {
		return codec.SyntaxError[prop.SyntaxError](err)
	}
	if vs := codec.Gather[prop.Violations](&d.Report); vs != nil {
		return vs
	}
	return nil
}
