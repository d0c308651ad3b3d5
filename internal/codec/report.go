package codec

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Segment is a step of a path into a value: a member's name, or an index.
type Segment struct {
	Name  string
	Index int // -1: the segment is a name
}

// Violation is an issue and the place where it was met.
type Violation struct {
	*Issue
	In   ir.In  // "" for a value that is not a parameter
	Name string // of the parameter
	path []Segment
}

// Deep reports whether the violation lies inside a value: its pointer is more
// than #.
func (v *Violation) Deep() bool { return len(v.path) > 0 }

// Pointer is the path as a JSON Pointer in URI fragment form (RFC 6901 §6), as
// problem details give it: #/items/0/name.
func (v *Violation) Pointer() string {
	var room [64]byte
	return string(v.AppendPointer(room[:0]))
}

// AppendPointer writes the pointer at the end of b.
func (v *Violation) AppendPointer(b []byte) []byte {
	b = append(b, '#')
	for i := len(v.path) - 1; i >= 0; i-- {
		b = append(b, '/')
		if s := v.path[i]; s.Index >= 0 {
			b = strconv.AppendInt(b, int64(s.Index), 10)
		} else {
			b = appendToken(b, s.Name)
		}
	}
	return b
}

// fragmentSafe are the characters beside letters and digits that a fragment may
// hold as they are (RFC 3986 §3.5), less ~ and /, which JSON Pointer escapes.
const fragmentSafe = "-._!$&'()*+,;=:@?"

func appendToken(b []byte, name string) []byte {
	if isWord(name) { // as nearly every declared one
		return append(b, name...)
	}
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '~':
			b = append(b, "~0"...)
		case c == '/':
			b = append(b, "~1"...)
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(fragmentSafe, c) >= 0:
			b = append(b, c)
		default:
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return b
}

// isWord reports whether a name has only letters, digits and underscores.
func isWord(name string) bool {
	for i := 0; i < len(name); i++ {
		if c := name[i]; c != '_' && c-'0' > 9 && c|0x20-'a' > 25 {
			return false
		}
	}
	return true
}

// MaxViolations is how many violations a report keeps unless it is told
// otherwise; the rest are counted.
const MaxViolations = 100

// maxNamed is the longest name of a client's own that a path repeats, in bytes;
// a longer one is left out, so that an answer never grows with the request.
const maxNamed = 100

// Report collects violations. The zero value is ready.
type Report struct {
	Max int // 0: MaxViolations; below 0: none is kept, all are counted
	// JSON bounds the JSON in texts that are reported on, such as parts of a form.
	JSON jsonx.Limits
	// MembersChecked says that the rules about which members there are have been judged
	// when these were read. Check then leaves them out: it cannot tell a default
	// from what a client sent.
	MembersChecked bool
	// IgnoreUnknown passes over members that nothing declares: a server that answers may be
	// newer than who reads it.
	IgnoreUnknown bool
	// Grants is who sent the value, or who is shown it: of others, guarded members
	// are not judged.
	Grants Grants
	// Input says that the value is the input of a call that is being served: its
	// client is responsible for what becomes of it.
	Input bool
	// Withheld is set when a guarded member was not there.
	Withheld bool

	list  []Violation
	count int
	depth int
	// tooDeep is set when a value has been too deep.
	tooDeep bool
	// stored says that what is judged was not sent but loaded: members that no answer
	// shows may not have been.
	stored bool
	// hasClientNames is set when a name of the client's own has been noted.
	hasClientNames bool
}

// Reset forgets everything noted. Max, JSON, Met, Lax, Grants and Input stay, and the room for
// violations and their paths. What that holds from before is no client's.
func (r *Report) Reset() {
	if r.hasClientNames {
		for i := range r.list {
			path := r.list[i].path
			clear(path)
			r.list[i] = Violation{path: path[:0]}
		}
		r.hasClientNames = false
	}
	r.list, r.count, r.depth, r.tooDeep, r.Withheld = r.list[:0], 0, 0, false, false
}

// Add adds a violation at the current value.
func (r *Report) Add(i *Issue) {
	r.count++
	switch n := len(r.list); {
	case n >= r.limit():
	case n < cap(r.list):
		r.list = r.list[:n+1]
		v := &r.list[n]
		v.Issue, v.In, v.Name, v.path = i, "", "", v.path[:0]
	default:
		r.list = append(r.list, Violation{Issue: i})
	}
}

func (r *Report) limit() int {
	if r.Max == 0 {
		return MaxViolations
	}
	return max(r.Max, 0)
}

// isFull reports whether something was noted after mark, and nothing more is kept:
// what is read now is only counted.
func (r *Report) isFull(mark int) bool { return r.count > mark && r.count >= r.limit() }

// Mark returns how much has been noted, for [Report.Under] and [Report.Since].
func (r *Report) Mark() int { return r.count }

// Since reports whether anything was noted after mark.
func (r *Report) Since(mark int) bool { return r.count > mark }

// Under puts everything noted since mark below a member.
func (r *Report) Under(mark int, name string) {
	if r.count > mark {
		r.under(mark, Segment{name, -1})
	}
}

// At puts everything noted since mark below an item.
func (r *Report) At(mark, index int) {
	if r.count > mark {
		r.under(mark, Segment{"", index})
	}
}

func (r *Report) under(mark int, s Segment) {
	for i := min(mark, len(r.list)); i < len(r.list); i++ {
		r.list[i].path = append(r.list[i].path, s)
	}
}

// underUndeclared is Under for a name that the client chose.
func (r *Report) underUndeclared(mark int, name string) {
	if len(name) <= maxNamed {
		r.hasClientNames = true
		r.Under(mark, name)
	}
}

// Head adds a violation before everything noted since mark.
func (r *Report) Head(mark int, i *Issue) {
	if mark >= r.limit() {
		r.count++
		return
	}
	if last := len(r.list) - 1; last+1 == r.limit() {
		r.list = r.list[:last] // the first say more than the last
	}
	r.Add(i)
	head := r.list[len(r.list)-1]
	copy(r.list[mark+1:], r.list[mark:])
	r.list[mark] = head
}

// Parameter says that everything noted since mark is about a parameter.
func (r *Report) Parameter(mark int, in ir.In, name string) {
	for i := min(mark, len(r.list)); i < len(r.list); i++ {
		r.list[i].In, r.list[i].Name = in, name
	}
}

// ForeignParameter notes a parameter that nothing declares. A name too long to
// repeat, or that JSON cannot hold, is left out.
func (r *Report) ForeignParameter(in ir.In, name string) {
	r.hasClientNames = true
	mark := r.Mark()
	r.Add(Unknown)
	if len(name) > maxNamed || !utf8.ValidString(name) {
		name = ""
	}
	r.Parameter(mark, in, name)
}

// Violations returns what was noted, in order, and how many more there were. It
// is valid until the report is cleared.
func (r *Report) Violations() (list []Violation, more int) {
	return r.list, r.count - len(r.list)
}

// MaxDepth is how deep a Go value may be nested to be checked or written: far
// beyond what a request may carry, and far below what exhausts a stack.
const MaxDepth = 1000

// enter guards against values that contain themselves. Once one has been found
// nothing more is entered: at each level it may contain itself twice.
func (r *Report) enter() bool {
	if r.tooDeep {
		return false
	}
	if r.depth == MaxDepth {
		r.tooDeep = true
		r.Add(newIssue("depth", ir.Param{Name: "max", JSON: strconv.Itoa(MaxDepth)}))
		return false
	}
	r.depth++
	return true
}

func (r *Report) leave() { r.depth-- }
