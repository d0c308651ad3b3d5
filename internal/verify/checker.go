package verify

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/tenon-go/tenon/tree"
)

// Checker collects the faults of properties and of what they consist of. It visits each
// collection once, so that recursion ends. The zero value is ready.
type Checker struct {
	Faults []tree.Fault
	// Modes requires every member to have a use in its modes. A test of a single mode
	// needs no such member.
	Modes bool

	seen    map[*tree.Collection]bool
	visited map[string]bool     // collections and unions by their fingerprint: a thunk makes them anew
	written map[*tree.Prop]bool // whose samples have been tried

	unsound bool // a property or a collection has faults
	named   bool // something chooses the name of its component
	// unions, files and guarded report what was found, so that APIs without it need no walk for each
	// body: unions, files, and members that only some callers see.
	unions, files, guarded bool
	ambiguous              map[string]bool // unions whose cases cannot be distinguished
}

// visit reports whether a fingerprint is new.
func (c *Checker) visit(fingerprint string) bool {
	if c.visited[fingerprint] {
		return false
	}
	if c.visited == nil {
		c.visited = map[string]bool{}
	}
	c.visited[fingerprint] = true
	return true
}

// Faults returns the faults of a property.
func Faults(p *tree.Prop) []tree.Fault {
	var c Checker
	c.Prop(p)
	return c.Faults
}

// FaultsIn returns the faults of a property that is read or written in one mode.
func FaultsIn(p *tree.Prop, mode tree.Mode) []tree.Fault {
	var c Checker
	c.PropIn(p, mode)
	return c.Faults
}

// Text returns a text that lists faults below a heading, each on a line with its position.
func Text(heading string, faults []tree.Fault) string {
	for _, f := range faults {
		heading += "\n\t" + f.At.String() + ": " + f.Message
	}
	return heading
}

// scope is a part of a declaration. Its name precedes the messages of its faults.
type scope struct {
	faults     *[]tree.Fault
	kind, name string       // "" names nothing
	of         fmt.Stringer // in place of a kind and a name; or nil
}

func (c *Checker) scope(kind, name string) *scope {
	return &scope{faults: &c.Faults, kind: kind, name: name}
}

// String returns what precedes a message.
func (s *scope) String() string {
	switch {
	case s.of != nil:
		return s.of.String()
	case s.kind == "":
		return s.name
	case s.name == "":
		return ""
	}
	return fmt.Sprintf("%s %q: ", s.kind, s.name)
}

// fault adds a fault.
func (s *scope) fault(at tree.Position, format string, args ...any) {
	*s.faults = append(*s.faults, tree.Fault{At: at, Message: s.String() + fmt.Sprintf(format, args...)})
}

// texts adds a fault if a text of documents is not valid UTF-8.
func (s *scope) texts(at tree.Position, texts ...string) {
	if what := notText(texts...); what != "" {
		s.fault(at, "%s", what)
	}
}

// notText returns what is wrong with texts of documents; "" if nothing is.
func notText(texts ...string) string {
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return "the text " + strconv.Quote(text) + " is not valid UTF-8"
		}
	}
	return ""
}

// add adds faults that were found before.
func (s *scope) add(faults []tree.Fault) {
	for _, f := range faults {
		s.fault(f.At, "%s", f.Message)
	}
}
