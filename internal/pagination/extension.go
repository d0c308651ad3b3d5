package pagination

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/tree"
)

// Extension returns the extension x-list of an OpenAPI document.
func (l *List) Extension() tree.Extension {
	return tree.Extension{Name: "x-list", JSON: l.extensionText()}
}

// extensionText returns what the parameters of the list do not say, which is its default order, what
// each filter compares, and what cursors are valid for.
//
//	"x-list": {
//		"order": ["-created_at", "-id"],
//		"filters": {"min_price": {"at_least": "price"}},
//		"cursor": {"version": 1, "bound": false}
//	}
func (l *List) extensionText() string {
	b := []byte(`{"order": [`)
	sep := ""
	for _, t := range total(nil, known(l.byDefault), known(l.tiebreakers)) {
		b = quoted(append(b, sep...), open(t).Sign()+t.Name())
		sep = ", "
	}
	b, sep = append(b, `], "filters": {`...), ""
	for _, f := range l.filters {
		if f.Filter.About == nil { // a fault says so
			continue
		}
		b = quoted(append(b, sep...), f.Node.Name)
		b = quoted(append(b, `: {`...), f.Filter.Op.String())
		b = append(quoted(append(b, `: `...), f.Filter.About.Name), '}')
		sep = ", "
	}
	b = append(b, '}')
	if l.plan.Kind == query.ByCursor {
		b = append(b, `, "cursor": {"version": `+strconv.Itoa(query.CursorVersion)+`, "bound": `+strconv.FormatBool(l.plan.Bound != nil)+`}`...)
	}
	return string(append(b, '}'))
}

// known returns the terms that have a property; the others have a fault.
func known(terms []query.PlacedTerm) (out []paginate.Term) {
	for i := range terms {
		if t := &terms[i]; t.Node != nil {
			out = append(out, closed(t.Term))
		}
	}
	return out
}

// quoted appends a name as JSON; a name that is not valid UTF-8 has a fault.
func quoted(b []byte, name string) []byte {
	if out, err := jsonx.AppendString(b, name); err == nil {
		return out
	}
	return append(b, `""`...)
}
