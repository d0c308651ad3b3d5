package verify

import (
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/tree"
)

// failures checks the problems that an operation declares.
func (o *Operation) failures() {
	n := o.Node
	if len(n.Fails) == 0 {
		return
	}
	type key struct {
		status int
		code   string
	}
	titles := map[key]string{}
	builtin := n.BuiltinProblems()
	for _, f := range n.Fails {
		if f.Range != tree.NoRange {
			continue
		}
		if !format.URIReference(f.Type) { // RFC 9457 §3.1.1
			o.shared(f.At, "problem %q: the type %q is not a URI reference", f.Code, f.Type)
		}
		k := key{f.Status, f.Code}
		if title, ok := titles[k]; ok && title != f.Title {
			o.fault(f.At, "two problems are %d %s: %q and %q", f.Status, f.Code, title, f.Title)
		}
		titles[k] = f.Title
		for _, b := range builtin {
			if b.Status == f.Status && b.Code == f.Code {
				o.fault(f.At, "problem %d %s is reserved for the library", f.Status, f.Code)
			}
		}
	}
}
