package codec

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// Segment is a step of a path into a value: a member's name, or an index.
type Segment struct {
	Name  string
	Index int // -1: the segment is a name
}

// Violation is an issue and where it occurred.
type Violation struct {
	*Issue
	In   tree.In // "" for a value that is not a parameter
	Name string  // of the parameter
	path []Segment
}

// Pointed reports whether the violation has a pointer; one of a whole parameter has none.
func (v *Violation) Pointed() bool { return v.In == "" || v.Deep() }

// Deep reports whether the violation is inside a value: its pointer is more than #.
func (v *Violation) Deep() bool { return len(v.path) > 0 }

// Pointer is the path as a JSON Pointer in URI fragment form (RFC 6901 §6), as
// problem details give it: #/items/0/name.
func (v *Violation) Pointer() string {
	var room [64]byte
	return string(v.AppendPointer(room[:0]))
}

// AppendPointer appends the pointer to b.
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
	if isWord(name) { // as most declared names are
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

// MaxViolations is how many violations a report keeps by default; it counts the rest.
const MaxViolations = 100

// maxNamed is the length in bytes of the longest client-chosen name in a path. Longer names are
// left out, so that a response does not grow with the request.
const maxNamed = 100

// Report collects violations. The zero value is ready.
type Report struct {
	Max int // 0: MaxViolations; negative: count only
	// JSON limits JSON texts inside the input, such as parts of a form.
	JSON jsonx.Limits
	// MembersChecked reports that object rules on the presence of members were checked when
	// the value was read. Check skips them: it cannot tell a default from a sent value.
	MembersChecked bool
	// IgnoreUnknown skips undeclared members: a server may be newer than its client.
	IgnoreUnknown bool
	// IgnoreRules skips bounds, patterns and other rules of values that a newer server may have
	// loosened. Types, formats, enumerations and what is required are checked.
	IgnoreRules bool
	// Grants are the scopes of the client that sent the value or receives it. Members that
	// are not visible to it are not checked.
	Grants Grants
	// Input reports that the value is the input of a call, so that its client is responsible
	// for the violations.
	Input bool
	// Withheld is set if a member with scopes was absent.
	Withheld bool

	list  []Violation
	count int
	depth int
	// tooDeep is set after a value that is nested too deep.
	tooDeep bool
	// stored reports that the value was loaded, not sent: members that no response has may be
	// missing.
	stored bool
	// hasClientNames is set if a path has a client-chosen name.
	hasClientNames bool
}

// Reset removes all violations. It keeps Max, JSON, MembersChecked, IgnoreUnknown, Grants and
// Input, and the memory of violations and paths, but no client-chosen name.
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

// empty returns a report without violations for a part of the input, which is read in the same way.
func (r *Report) empty() Report {
	return Report{Grants: r.Grants, Input: r.Input, JSON: r.JSON, IgnoreUnknown: r.IgnoreUnknown, IgnoreRules: r.IgnoreRules}
}

// Add adds a violation at the current value. Copies of it in its many callers would make programs
// larger, and nothing faster: violations are rare.
//
//go:noinline
func (r *Report) Add(i *Issue) {
	if i.rule && r.IgnoreRules {
		return
	}
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

// addUnlisted adds a violation of an enumeration of n values. Where violations are only counted, to
// find the closest case of a union, a constant counts as several: its value is that of another case.
func (r *Report) addUnlisted(i *Issue, n int) {
	r.Add(i)
	const further = 4 // violations
	if n == 1 && r.Max < 0 {
		r.count += further
	}
}

func (r *Report) limit() int {
	if r.Max == 0 {
		return MaxViolations
	}
	return max(r.Max, 0)
}

// isFull reports whether there are violations since mark and no more are kept, so that values
// are not needed any more.
func (r *Report) isFull(mark int) bool { return r.count > mark && r.count >= r.limit() }

// Mark returns the number of violations, for [Report.Under] and [Report.Since].
func (r *Report) Mark() int { return r.count }

// Since reports whether there are violations since mark.
func (r *Report) Since(mark int) bool { return r.count > mark }

// Under puts the violations since mark below a member.
func (r *Report) Under(mark int, name string) {
	if r.count > mark {
		r.under(mark, Segment{name, -1})
	}
}

// At puts the violations since mark below an item.
func (r *Report) At(mark, index int) {
	if r.count > mark {
		r.under(mark, Segment{"", index})
	}
}

//go:noinline
func (r *Report) under(mark int, s Segment) {
	for i := min(mark, len(r.list)); i < len(r.list); i++ {
		r.list[i].path = append(r.list[i].path, s)
	}
}

// underUndeclared is Under for a client-chosen name.
func (r *Report) underUndeclared(mark int, name string) {
	if len(name) <= maxNamed {
		r.hasClientNames = true
		r.Under(mark, name)
	}
}

// Head adds a violation before those since mark.
func (r *Report) Head(mark int, i *Issue) {
	if mark >= r.limit() {
		r.count++
		return
	}
	if last := len(r.list) - 1; last+1 == r.limit() {
		r.list = r.list[:last] // the first are the most useful
	}
	r.Add(i)
	head := r.list[len(r.list)-1]
	copy(r.list[mark+1:], r.list[mark:])
	r.list[mark] = head
}

// Parameter sets the parameter of the violations since mark.
func (r *Report) Parameter(mark int, in tree.In, name string) {
	for i := min(mark, len(r.list)); i < len(r.list); i++ {
		r.list[i].In, r.list[i].Name = in, name
	}
}

// Parameters is Parameter for an object whose members are parameters: the violations are those of the
// members, and of name where they are of the object as a whole.
func (r *Report) Parameters(mark int, in tree.In, name string) {
	for i := min(mark, len(r.list)); i < len(r.list); i++ {
		v := &r.list[i]
		v.In, v.Name = in, name
		if last := len(v.path) - 1; last >= 0 {
			v.Name, v.path = v.path[last].Name, v.path[:last]
		}
	}
}

// ForeignParameter reports an undeclared parameter. It leaves out names that are too long, or
// that JSON cannot represent.
func (r *Report) ForeignParameter(in tree.In, name string) {
	r.hasClientNames = true
	mark := r.Mark()
	r.Add(Unknown)
	if len(name) > maxNamed || !utf8.ValidString(name) {
		name = ""
	}
	r.Parameter(mark, in, name)
}

// Violations returns the violations in order, and how many more there were. The list is valid
// until the report is reset.
func (r *Report) Violations() (list []Violation, more int) {
	return r.list, r.count - len(r.list)
}

// MaxDepth is how deep a Go value may be nested: far deeper than a request, and far from the
// limit of the stack.
const MaxDepth = 1000

// enter limits the depth of values that contain themselves. After the first such value it
// enters no other: each level could contain the value twice.
func (r *Report) enter() bool {
	if r.tooDeep {
		return false
	}
	if r.depth == MaxDepth {
		r.tooDeep = true
		r.Add(newIssue("depth", tree.Param{Name: "max", JSON: strconv.Itoa(MaxDepth)}))
		return false
	}
	r.depth++
	return true
}

func (r *Report) leave() { r.depth-- }
