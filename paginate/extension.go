package paginate

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// operators name the operators in documents.
var operators = [...]string{
	OpEqual: "equal", OpIn: "in", OpAtLeast: "at_least", OpAtMost: "at_most", OpGreater: "greater", OpLess: "less",
	OpBetween: "between", OpContains: "contains", OpPrefix: "prefix", OpIsNull: "is_null",
}

// Extension tells programs that read the document what the parameters of the list
// do not say: the order where a client asks for none, what each filter compares,
// and what cursors are valid for. It is for sibling packages.
//
//	"x-list": {
//		"order": ["-created_at", "-id"],
//		"filters": {"min_price": {"at_least": "price"}},
//		"cursor": {"version": 1, "bound": false}
//	}
func (l Listing) Extension(key ir.Key) ir.Extension {
	b := []byte(`{"order": [`)
	sep := ""
	for _, t := range total(nil, known(l.usual), known(l.unique)) {
		b = quoted(append(b, sep...), t.sign()+t.Name())
		sep = ", "
	}
	b, sep = append(b, `], "filters": {`...), ""
	for _, f := range l.filters {
		of := f.filter()
		if of.about == nil { // a fault says so
			continue
		}
		b = quoted(append(b, sep...), f.Input(key).Prop.Node(key).Name)
		b = quoted(append(b, `: {`...), operators[of.op])
		b = append(quoted(append(b, `: `...), of.about.Name), '}')
		sep = ", "
	}
	b = append(b, '}')
	if l.plan.kind == byCursor {
		b = append(b, `, "cursor": {"version": `+strconv.Itoa(version)+`, "bound": `+strconv.FormatBool(l.plan.bound != nil)+`}`...)
	}
	return ir.Extension{Name: "x-list", JSON: string(append(b, '}'))}
}

// known are the terms of properties; a fault speaks of the others.
func known(steps []step) (out []Term) {
	for _, s := range steps {
		if s.node != nil {
			out = append(out, s.Term)
		}
	}
	return out
}

// quoted writes a name; that of a property which is no text is a fault.
func quoted(b []byte, name string) []byte {
	if out, err := jsonx.AppendString(b, name); err == nil {
		return out
	}
	return append(b, `""`...)
}
