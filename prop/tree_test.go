package prop_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

func TestTreeShowsSamplesAndPositions(t *testing.T) {
	p, err := prop.Tree(prop.Nullable(prop.Int("n").Min(1)).Default(nil).Example(new(2)))
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := p.JSON(p.Default, tree.Create); !ok || text != "null" {
		t.Errorf("the default is %s, %t", text, ok)
	}
	if text, ok := p.JSON(&p.Examples[0], tree.View); !ok || text != "2" {
		t.Errorf("the example is %s, %t", text, ok)
	}
	if text, ok := p.JSON(p.Initial, tree.View); ok || text != "" {
		t.Errorf("the initial value is %s, %t", text, ok)
	}
	if !strings.HasPrefix(p.At.String(), "tree_test.go:") {
		t.Errorf("it is declared at %s", p.At)
	}
}

func TestTreeReportsFaults(t *testing.T) {
	c := collection.New("Faulty", prop.Int("n").Min(2).Max(1))
	_, err := prop.Tree(c.Object())
	if err == nil || !strings.Contains(err.Error(), "tree_test.go:") || !strings.Contains(err.Error(), "Max(1) is below Min(2)") {
		t.Errorf("error %v", err)
	}
}

// A function that returns a collection returns the same declaration at each call.
func TestFingerprintsEndRecursion(t *testing.T) {
	p, err := prop.Tree(nodes().Object())
	if err != nil {
		t.Fatal(err)
	}
	outer := p.Type.(tree.Object).Of()
	inner := outer.Members[0].Prop.Type.(tree.Array).Item.Type.(tree.Object).Of()
	if inner == outer || inner.Fingerprint() != outer.Fingerprint() {
		t.Errorf("the inner collection is %s at %s", inner.Name, inner.At)
	}
}

func nodes() *collection.Collection[collection.Record] {
	return collection.New("Node", prop.Array(prop.Lazy("children", nodes)))
}
