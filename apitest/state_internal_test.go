package apitest

import (
	"testing"

	"github.com/tenon-go/tenon/tree"
)

// The examples of RFC 7396, appendix A, with maps of maps.
func TestPatchesFollowTheRFC(t *testing.T) {
	maps := &tree.Prop{}
	maps.Type = tree.Map{Value: maps}
	for _, tt := range []struct{ original, patch, want string }{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	} {
		original, _ := parse([]byte(tt.original))
		patch, _ := parse([]byte(tt.patch))
		if got := string(patchedValue(maps, original, patch).append(nil)); got != tt.want {
			t.Errorf("%s and %s: %s, want %s", tt.original, tt.patch, got, tt.want)
		}
	}
}
