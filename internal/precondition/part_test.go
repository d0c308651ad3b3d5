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
	parts := func(name string) string {
		switch name {
		case "a":
			return some
		case "b":
			return all
		}
		return "" // not for this client
	}
	for _, test := range []struct {
		field, sent string
		state       precondition.State
		match       bool
	}{
		{"If-Match", some, precondition.State{Exists: true, Tag: some}, true},
		{"If-Match", all, precondition.State{Exists: true, Tag: some}, false},
		{"If-Match", tag, precondition.State{Exists: true, Tag: some}, false},
		{"If-Match", some, precondition.State{Exists: true, Tag: tag}, false},
		{"If-Match", some, precondition.State{Exists: true, Tag: tag, Part: parts}, true},
		{"If-Match", all, precondition.State{Exists: true, Tag: tag, Part: parts}, true},
		{"If-Match", tag, precondition.State{Exists: true, Tag: tag, Part: parts}, true},
		{"If-Match", `"x", ` + some, precondition.State{Exists: true, Tag: tag, Part: parts}, true},
		{"If-Match", "W/" + some, precondition.State{Exists: true, Tag: tag, Part: parts}, false},
		{"If-Match", precondition.Part(`"8"`, "a"), precondition.State{Exists: true, Tag: tag, Part: parts}, false},
		{"If-Match", some, precondition.State{Exists: true, Part: parts}, true},
		{"If-Match", precondition.Part(tag, "c"), precondition.State{Exists: true, Tag: tag, Part: parts}, false},
		{"If-None-Match", some, precondition.State{Exists: true, Tag: tag, Part: parts}, true},
		{"If-None-Match", "W/" + some, precondition.State{Exists: true, Tag: tag, Part: parts}, true},
		{"If-Match", precondition.Tag("7%~a"), precondition.State{Exists: true, Tag: tag, Part: parts}, false},
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
