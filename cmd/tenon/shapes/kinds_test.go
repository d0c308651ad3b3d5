package shapes

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/tree"
)

// A new kind that is not printed fails here.
func TestPrintsEveryKind(t *testing.T) {
	for _, typ := range tree.AllTypes() {
		p := &tree.Prop{ID: new(tree.ID), Name: "p", Type: typ}
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
			made: map[string]string{"Group": "A", "Groups": "B"}, enums: map[*tree.ID]string{}}
		if e, err := w.expr(p); err != nil || e.text == "" || e.typ == "" {
			t.Errorf("%T is %+v in Go, %v", typ, e, err)
		}
	}
	w := &goWriter{}
	rules := &tree.Prop{Name: "rules", Type: tree.Boolean{}}
	for _, rule := range tree.AllRules() {
		_, custom := rule.(tree.Custom)
		if call := w.rule(rules, rule); (call == "") != custom || strings.HasPrefix(call, ".(") {
			t.Errorf("%s is %q in Go", rule.Code(), call)
		}
	}
	// Each is printed, or a note says that it is not.
	all := &tree.Collection{Name: "All"}
	for _, r := range tree.AllObjectRules() {
		all.ObjectRules = append(all.ObjectRules, tree.PlacedObjectRule{Rule: r})
	}
	if printed := len(w.calls(all, nil)) + len(w.unprintable(all)); printed != len(tree.AllObjectRules()) {
		t.Errorf("%d of %d rules between members are printed", printed, len(tree.AllObjectRules()))
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
