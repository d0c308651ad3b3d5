package codec

import (
	"sync/atomic"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/tree"
)

// Issue is a kind of violation: the code, arguments and message. It is compiled once and shared.
type Issue struct {
	Code   string
	Key    string // the name of its text, such as type.integer
	Params []tree.Param

	text     string // of the declaration; "" for that of the library
	rule     bool   // of a rule that a later version of an API may loosen; see [Report.IgnoreRules]
	rendered atomic.Pointer[rendered]
	message  atomic.Pointer[string]
}

// Message returns the English message. The first call fills it in: most issues never occur.
func (i *Issue) Message() string {
	if m := i.message.Load(); m != nil {
		return *m
	}
	var m string
	if i.text != "" {
		m = message.Fill(i.text, i.Params)
	} else {
		m = message.English(i.Key, i.Params)
	}
	i.message.Store(&m)
	return m
}

// rendered is the JSON of an issue before and after its pointer.
type rendered struct{ before, after string }

// Rendered returns the result of the first call of render, which must always return the same.
func (i *Issue) Rendered(render func(*Issue) (before, after string)) (before, after string) {
	t := i.rendered.Load()
	if t == nil {
		t = new(rendered)
		t.before, t.after = render(i)
		i.rendered.Store(t)
	}
	return t.before, t.after
}

func newIssue(code string, params ...tree.Param) *Issue { return newTyped(code, code, params...) }

// newTyped returns an issue whose message depends on more than its code.
//
//go:noinline
func newTyped(code, key string, params ...tree.Param) *Issue {
	return &Issue{Code: code, Key: key, Params: params}
}

// issueOf returns the issue of a rule in the words of the library.
func issueOf(r tree.Rule) *Issue { return newIssue(r.Code(), r.Params()...) }

// ruleIssue returns the issue of a rule of a property.
func ruleIssue(n *tree.Prop, r tree.Rule) *Issue {
	issue := issueOf(r)
	issue.text, issue.rule = n.Message(r), true
	return issue
}

func customIssue(r tree.Custom) *Issue {
	return &Issue{Code: r.Name, Key: r.Name, Params: r.Args, text: r.Message, rule: true}
}

// strict returns the issue of a value that no Go value can hold, in the words of a rule.
func (i *Issue) strict() *Issue {
	return &Issue{Code: i.Code, Key: i.Key, Params: i.Params, text: i.text}
}

// ruled marks the issue of a rule.
func (i *Issue) ruled() *Issue {
	i.rule = true
	return i
}

// Expected returns the issue of a value of another JSON type.
func Expected(word string) *Issue {
	for _, i := range expected {
		if i.Key[len("type."):] == word {
			return i
		}
	}
	return newExpected(word)
}

// expected has the issues of the usual types, which properties share.
var expected = expectedOf("string", "integer", "number", "boolean", "array", "object")

func expectedOf(words ...string) (all []*Issue) {
	for _, word := range words {
		all = append(all, newExpected(word))
	}
	return all
}

func newExpected(word string) *Issue {
	return newTyped("type", "type."+word, tree.TextParam("expected", word))
}

// Issues that need no declaration.
var (
	issueNull     = newIssue("null")
	issueEncoding = newIssue("encoding")
	issueRequired = newIssue("required")
	issueFinite   = newIssue("finite")

	// Unknown is the issue of a member or a parameter that is not declared.
	Unknown = newIssue("unknown")
	// Required is the issue of a value that is absent.
	Required = issueRequired
	// Repeated is the issue of a single value given more than once.
	Repeated = newIssue("repeated")
	// Malformed is the issue of a text that is no value of any type.
	Malformed = newIssue("format")
)

// Issues of members that a client may send in another mode. Their code is that of read-only
// members.
var (
	issueReadOnly   = newIssue("read_only")
	issueCreateOnly = newTyped("read_only", "read_only.update")
	issueUpdateOnly = newTyped("read_only", "read_only.create")
)

// readOnlyIssue returns the issue of a member that the mode does not have.
func readOnlyIssue(m *tree.Member, mode tree.Mode) *Issue {
	switch {
	case mode == tree.Update && m.Has(tree.Create):
		return issueCreateOnly
	case mode == tree.Create && m.Has(tree.Update):
		return issueUpdateOnly
	}
	return issueReadOnly
}
