package shapes

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/tree"
)

// everyKind returns a property of each type, one with each rule, and a collection with
// each rule between members.
func everyKind() (types []tree.Property, rules tree.Property, all tree.Collection) {
	c := &ir.Collection{Name: "All", Members: []*ir.Member{{Prop: &ir.Prop{ID: new(ir.ID), Name: "rules", Type: ir.Boolean{}, Rules: ir.AllRules()}}}}
	for _, t := range ir.AllTypes() {
		c.Members = append(c.Members, &ir.Member{Prop: &ir.Prop{ID: new(ir.ID), Name: "p", Type: t}})
	}
	for _, r := range ir.AllObjectRules() {
		c.ObjectRules = append(c.ObjectRules, ir.PlacedObjectRule{At: callsite.Here(), Rule: r})
	}
	app := new(tenon.App)
	object := &ir.Prop{ID: new(ir.ID), Type: ir.Object{Of: func() *ir.Collection { return c }}}
	ir.SetAPI(app, &ir.API{Operations: []*ir.Operation{{Body: &ir.Body{Prop: object}}}})
	for op := range tree.Of(app).Operations() {
		body, _ := op.Body()
		p, _ := body.Property()
		all = p.Type().(tree.Object).Collection()
		for m := range all.Members() {
			types = append(types, m.Property())
		}
	}
	return types[1:], types[0], all
}

// A new kind that is not printed fails here.
func TestPrintsEveryKind(t *testing.T) {
	types, rules, all := everyKind()
	for _, p := range types {
		typ := p.Type()
		f := &graph{named: map[string]*group{}}
		if err := f.add(p); err != nil {
			t.Errorf("%T: %v", typ, err)
			continue
		}
		for _, mode := range modes {
			w := &tsWriter{names: map[string]bool{}, asked: map[viewed]bool{}}
			if x, err := w.expr(typ, mode); err != nil || x == "" {
				t.Errorf("%T in %s mode is %q in TypeScript, %v", typ, mode, x, err)
			}
		}
		w := &goWriter{graph: f, imports: map[string]bool{}, taken: scope{}, types: map[string]string{"Group": "Group", "Groups": "Groups"},
			made: map[string]string{"Group": "A", "Groups": "B"}, enums: map[tree.ID]string{}}
		if e, err := w.expr(p); err != nil || e.text == "" || e.typ == "" {
			t.Errorf("%T is %+v in Go, %v", typ, e, err)
		}
	}
	w := &goWriter{}
	for rule := range rules.Rules() {
		if call := w.rule(rules, rule); (call == "") != rule.Custom() || strings.HasPrefix(call, ".(") {
			t.Errorf("%s is %q in Go", rule.Code(), call)
		}
	}
	// Each is printed, or a note says that it is not.
	if printed := len(w.calls(all, nil)) + len(w.unprintable(all)); printed != len(ir.AllObjectRules()) {
		t.Errorf("%d of %d rules between members are printed", printed, len(ir.AllObjectRules()))
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
