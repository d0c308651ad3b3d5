package apitest

import "testing"

func TestEqualComparesValues(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true},
		{`1e2`, `100`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`{"a":1,"b":[2]}`, `{"b":[2],"a":1.0}`, true},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"a":null}`, `{}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`"é"`, `"\u00e9"`, true},
		{`true`, `false`, false},
		{`null`, `null`, true},
	} {
		a, _ := parse([]byte(tt.a))
		b, _ := parse([]byte(tt.b))
		if got := equal(a, b); got != tt.want {
			t.Errorf("%s and %s: %t", tt.a, tt.b, got)
		}
	}
}

func TestProgramRefersToResponses(t *testing.T) {
	post := &exchange{method: "POST", target: "/books", by: "ann", body: []byte(`{"a":1}`), header: map[string][]string{"Content-Type": {"application/json"}},
		response: map[string][]string{"Location": {"https://example.com/books/7"}, "Etag": {`"1"`}}}
	patch := &exchange{method: "PATCH", target: "/books/7", by: "ann", body: []byte("{\"a\":\"`\"}"), header: map[string][]string{"If-Match": {`"1"`}}}
	photo := &exchange{method: "GET", target: "/books/7/photo", by: "anonymous"}
	const want = "r1 := apitest.Send(t, app, ann, \"POST\", \"/books\", `{\"a\":1}`, \"Content-Type\", \"application/json\")\n" +
		"apitest.Send(t, app, ann, \"PATCH\", r1.Location(), \"{\\\"a\\\":\\\"`\\\"}\", \"If-Match\", r1.Header.Get(\"ETag\"))\n" +
		"apitest.Send(t, app, nil, \"GET\", r1.Location() + \"/photo\", \"\")\n"
	if got := program([]*exchange{post, patch, photo}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
