package precondition_test

import (
	"net/http"
	"testing"

	"github.com/tenon-go/tenon/internal/precondition"
)

// What a client is shown a part of is that part to who reads, and the version to who
// changes it.
func TestPartsOfAVersion(t *testing.T) {
	tag := precondition.Tag("7")
	some, all := precondition.Part(tag, "a"), precondition.Part(tag, "b")
	for _, test := range []struct {
		field, sent string
		state       precondition.State
		match       bool
	}{
		{"If-Match", some, precondition.State{Exists: true, Tag: some}, true},
		{"If-Match", all, precondition.State{Exists: true, Tag: some}, false},
		{"If-Match", tag, precondition.State{Exists: true, Tag: some}, false},
		{"If-Match", some, precondition.State{Exists: true, Tag: tag}, false},
		{"If-Match", some, precondition.State{Exists: true, Tag: tag, AnyPart: true}, true},
		{"If-Match", all, precondition.State{Exists: true, Tag: tag, AnyPart: true}, true},
		{"If-Match", tag, precondition.State{Exists: true, Tag: tag, AnyPart: true}, true},
		{"If-Match", `"x", ` + some, precondition.State{Exists: true, Tag: tag, AnyPart: true}, true},
		{"If-Match", "W/" + some, precondition.State{Exists: true, Tag: tag, AnyPart: true}, false},
		{"If-Match", precondition.Part(`"8"`, "a"), precondition.State{Exists: true, Tag: tag, AnyPart: true}, false},
		{"If-Match", some, precondition.State{Exists: true, AnyPart: true}, false},
		{"If-None-Match", some, precondition.State{Exists: true, Tag: tag, AnyPart: true}, true},
		{"If-None-Match", "W/" + some, precondition.State{Exists: true, Tag: tag, AnyPart: true}, true},
		{"If-Match", precondition.Tag("7%~a"), precondition.State{Exists: true, Tag: tag, AnyPart: true}, false},
	} {
		c, malformed := precondition.Parse(http.Header{test.field: {test.sent}})
		if malformed != "" {
			t.Fatalf("%s: a client cannot send it back", test.sent)
		}
		if got := (c.Evaluate("PUT", test.state) == precondition.Proceed) == (test.field == "If-Match"); got != test.match {
			t.Errorf("%s: %s of %+v: %t", test.field, test.sent, test.state, got)
		}
	}
}
