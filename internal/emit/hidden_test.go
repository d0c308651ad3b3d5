package emit

import (
	"slices"
	"testing"

	"github.com/tenon-go/tenon/tree"
)

type scopes []string

func (s scopes) HasAny(any ...string) bool {
	return slices.ContainsFunc(any, func(scope string) bool { return slices.Contains(s, scope) })
}

func TestReadersSeeWhatMessagesHave(t *testing.T) {
	if HiddenOf(&tree.Event{}) != nil {
		t.Error("an event with a fault hides something")
	}
	h := &Hidden{[][]string{{"cost"}, {"a", "b"}}}
	for _, tt := range []struct {
		grants Grants
		set    []string
		want   bool
	}{
		{scopes{"cost"}, []string{"cost"}, false}, {scopes{"a"}, []string{"a", "b"}, false}, {nil, []string{"cost"}, false},
		{scopes{"a"}, []string{"a"}, true}, {scopes{"cost"}, []string{"a"}, false}, {nil, []string{"a"}, true},
	} {
		if got := h.From(tt.grants).HasAny(tt.set...); got != tt.want {
			t.Errorf("%v of %v: %t", tt.set, tt.grants, got)
		}
	}
}
