package route

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/precondition"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// reserved writes a header that the library reads itself. It reports false where
// the value is of something else, or the operation does not know the header.
func (c *requestBuilder) reserved(q *request, rep *codec.Report, g prop.Arg) bool {
	line, known := reservedLine(g)
	name := g.Name()
	switch {
	case !known:
		return false
	case name == ir.IdempotencyKey:
		if c.op.Idempotency == nil {
			return false
		}
	case !c.op.IsCondition(name):
		return false
	}
	mark := rep.Mark()
	if _, twice := q.header[name]; twice {
		rep.Add(codec.Repeated)
	}
	q.header[name] = []string{line}
	if !sound(name, line) {
		rep.Add(codec.Unsendable)
	}
	rep.Parameter(mark, ir.InHeader, name)
	return true
}

func reservedLine(g prop.Arg) (line string, known bool) {
	switch id := property.Arg(g).ID(); id {
	case property.NodeOf(calledKey).ID:
		return *property.Arg(g).Cell().(*string), true
	case property.NodeOf(calledMatch).ID, property.NodeOf(calledNoneMatch).ID:
		return strings.Join(*property.Arg(g).Cell().(*[]string), ", "), true
	case property.NodeOf(calledModifiedSince).ID, property.NodeOf(calledUnmodifiedSince).ID:
		return property.Arg(g).Cell().(*time.Time).UTC().Format(http.TimeFormat), true
	}
	return "", false
}

// sound reports whether the server reads a header that it knows.
func sound(name, line string) bool {
	if !fieldValue(line) || line == "" {
		return false
	}
	if name == ir.IdempotencyKey {
		_, ok := parseKey(line)
		return ok
	}
	_, bad := precondition.Parse(http.Header{name: {line}})
	return bad == ""
}

// name gives a piece of work a key, so that it is done once although the request
// may be sent again.
func (c *requestBuilder) name(q *request) {
	if c.op.Idempotency == nil {
		return
	}
	if _, given := q.header[ir.IdempotencyKey]; !given {
		q.header[ir.IdempotencyKey] = []string{rand.Text()}
	}
	q.repeatable = q.repeatable || c.op.Idempotency.Kept
}
