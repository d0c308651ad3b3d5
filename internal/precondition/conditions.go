package precondition

import (
	"net/http"
	"strings"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// Conditions are the preconditions of a request. The zero value has none.
type Conditions struct {
	match, noneMatch               list
	modifiedSince, unmodifiedSince date
}

// Parse reads the preconditions of a request. It ignores an invalid date and several dates
// (RFC 9110 §13.1.3, §13.1.4). If a list of entity tags is invalid, the request is malformed
// and Parse returns the name of the header. The conditions share the header's strings.
func Parse(h http.Header) (c Conditions, malformed string) {
	c = Conditions{
		match:           h[tree.IfMatch],
		noneMatch:       h[tree.IfNoneMatch],
		modifiedSince:   dateOf(h[tree.IfModifiedSince]),
		unmodifiedSince: dateOf(h[tree.IfUnmodifiedSince]),
	}
	switch {
	case !c.match.valid():
		return Conditions{}, tree.IfMatch
	case !c.noneMatch.valid():
		return Conditions{}, tree.IfNoneMatch
	}
	return c, ""
}

// Any reports whether there is a condition that counts for a method.
func (c *Conditions) Any(method string) bool {
	return len(c.match) > 0 || len(c.noneMatch) > 0 || c.unmodifiedSince.given || c.modifiedSince.given && reads(method)
}

// ByTime reports whether only the time of a change can tell that the client has what
// is there already.
func (c *Conditions) ByTime() bool { return len(c.noneMatch) == 0 && c.modifiedSince.given }

// Pins reports whether the client says which version it means, so that no other
// one is changed.
func (c *Conditions) Pins() bool { return len(c.match) > 0 || c.unmodifiedSince.given }

// Tells reports whether what the client says of the version that it means can be
// compared with a state: a resource may have no modification date.
func (c *Conditions) Tells(s State) bool {
	return len(c.match) > 0 || c.unmodifiedSince.given && !s.Modified.IsZero()
}

// date is a point in time in the whole seconds that a header can tell.
type date struct {
	unix  int64
	given bool
}

// dateOf reads an HTTP-date in one of its three forms (RFC 9110 §5.6.7).
func dateOf(lines []string) date {
	if len(lines) != 1 {
		return date{}
	}
	s := strings.Trim(lines[0], " \t")
	t, err := http.ParseTime(s)
	// The time zone is GMT; asctime's form, which ends with the year, has none.
	if err != nil || !strings.HasSuffix(s, " GMT") && len(s) != len(time.ANSIC) {
		return date{}
	}
	return date{t.Unix(), true}
}

// before reports whether d is before a time, as far as whole seconds tell.
func (d date) before(t time.Time) bool { return d.unix < t.Unix() }

func reads(method string) bool { return method == http.MethodGet || method == http.MethodHead }
