package collection_test

import (
	"errors"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type priced struct{ Cents, Times int }

var pricedItems = collection.Of("Priced", func(p *priced) collection.Fields {
	return collection.Fields{
		prop.Int("cents").At(&p.Cents),
		collection.Computed(prop.Int("total").Min(0), func(p *priced) int { return p.Cents * 2 }),
	}
}).IgnoreUnknown()

func TestAnswersCanBeReadAgain(t *testing.T) {
	for _, c := range []struct {
		name, text string
		code       string // "" if it is read
	}{
		{"a computed member", `{"cents":3,"total":6}`, ""},
		{"a computed member that breaks its rule", `{"cents":3,"total":-1}`, "min"},
		{"a computed member that is not there", `{"cents":3}`, "required"},
		{"only requests may have unknown members", `{"cents":3,"total":6,"x":1}`, "unknown"},
	} {
		got, err := pricedItems.View().Parse([]byte(c.text))
		if c.code == "" {
			if err != nil || got.Cents != 3 {
				t.Errorf("%s: %v, %v", c.name, got, err)
			}
			continue
		}
		if vs, ok := errors.AsType[prop.Violations](err); !ok || len(vs) != 1 || vs[0].Code != c.code {
			t.Errorf("%s: %v, want %s", c.name, err, c.code)
		}
	}
	if _, err := pricedItems.Create().Parse([]byte(`{"cents":3,"x":1}`)); err != nil {
		t.Error(err)
	}
}
