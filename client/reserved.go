package client

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/precondition"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// reserved sets a header that the library itself reads. It returns false if the argument is for
// another header, or the operation does not read the header.
func (c *operation) reserved(q *request, rep *codec.Report, g prop.Arg) bool {
	line, known := reservedLine(g)
	name := g.Name()
	switch {
	case !known:
		return false
	case name == tree.IdempotencyKey:
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
	if !isValid(name, line) {
		rep.Add(codec.Unsendable)
	}
	rep.Parameter(mark, tree.InHeader, name)
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

// isValid reports whether the server accepts the value of a header that the library itself
// reads.
func isValid(name, line string) bool {
	if !media.FieldValue(line) || line == "" {
		return false
	}
	if name == tree.IdempotencyKey {
		_, ok := endpoint.ParseKey(line)
		return ok
	}
	_, bad := precondition.Parse(http.Header{name: {line}})
	return bad == ""
}

// setKey sets an Idempotency-Key, so that the request may be sent again.
func (c *operation) setKey(q *request) {
	if c.op.Idempotency == nil {
		return
	}
	if _, given := q.header[tree.IdempotencyKey]; !given {
		q.header[tree.IdempotencyKey] = []string{rand.Text()}
	}
	q.repeatable = q.repeatable || c.op.Idempotency.Kept
}
