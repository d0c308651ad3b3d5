package shapes

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Every kind that there is, is printed; a new one fails here first.
func TestPrintsEveryKind(t *testing.T) {
	for _, typ := range ir.AllTypes() {
		p := &ir.Prop{ID: new(ir.ID), Name: "p", Type: typ}
		f := &forest{named: map[string]*group{}}
		if err := f.add(p); err != nil {
			t.Errorf("%T: %v", typ, err)
			continue
		}
		for _, mode := range ir.Modes() {
			w := &tsWriter{names: map[string]bool{}, asked: map[viewed]bool{}}
			if x, err := w.expr(typ, mode); err != nil || x == "" {
				t.Errorf("%T in %s mode is %q in TypeScript, %v", typ, mode, x, err)
			}
		}
		w := &goWriter{forest: f, imports: map[string]bool{}, taken: scope{}, types: map[string]string{"Group": "Group", "Groups": "Groups"},
			made: map[string]string{"Group": "A", "Groups": "B"}, enums: map[*ir.ID]string{}}
		if e, err := w.expr(p); err != nil || e.text == "" || e.typ == "" {
			t.Errorf("%T is %+v in Go, %v", typ, e, err)
		}
	}
	w := &goWriter{}
	for _, rule := range ir.AllRules() {
		call := w.rule(&ir.Prop{Type: ir.Boolean{}}, rule)
		if _, function := rule.(ir.Custom); (call == "") != function || strings.HasPrefix(call, ".(") {
			t.Errorf("%T is %q in Go", rule, call)
		}
	}
	for _, rule := range ir.AllObjectRules() {
		c := &ir.Collection{ObjectRules: []ir.PlacedObjectRule{{At: callsite.Here(), Rule: rule}}}
		if said := len(w.calls(c, nil)) + len(w.unsaid(c)); said != 1 {
			t.Errorf("%T is told %d times", rule, said)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	for _, row := range [][3]string{ // on the wire, exported, unexported
		{"id", "ID", "id"},
		{"created_at", "CreatedAt", "createdAt"},
		{"image_url", "ImageURL", "imageURL"},
		{"urlPath", "UrlPath", "urlPath"},
		{"url_path", "URLPath", "urlPath"},
		{"price-in-cents", "PriceInCents", "priceInCents"},
		{"2nd", "X2nd", "x2nd"},
		{"über", "Über", "über"},
		{"", "X", "x"},
		{"type", "Type", "type_"},
		{"世界", "X世界", "x世界"},
	} {
		if got := exported(row[0]); got != row[1] {
			t.Errorf("%q is exported as %s, want %s", row[0], got, row[1])
		}
		if got := unexported(row[1]); got != row[2] {
			t.Errorf("%q is unexported as %s, want %s", row[1], got, row[2])
		}
	}
	for _, row := range [][2]string{{"CreatedAt", "created_at"}, {"ID", "id"}, {"ImageURL", "image_url"}, {"URLPath", "url_path"}, {"LineItem2", "line_item2"}, {"a", "a"}} {
		if got := snake(row[0]); got != row[1] {
			t.Errorf("%s is %q on the wire, want %q", row[0], got, row[1])
		}
	}
	s := scope{"a": true}
	for _, want := range []string{"a2", "a3"} {
		if got := s.free("a"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
