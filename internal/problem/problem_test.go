package problem_test

import (
	"testing"

	"github.com/tenon-go/tenon/internal/problem"
)

// The phrases are those of RFC 9110 §15.5; net/http still has older ones.
func TestPhrasesAreThoseOfTheRFC(t *testing.T) {
	for status, want := range map[int]string{
		400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
		413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
		422: "Unprocessable Content", 500: "Internal Server Error",
	} {
		if got := problem.Phrase(status); got != want {
			t.Errorf("%d: %q, want %q", status, got, want)
		}
	}
}
