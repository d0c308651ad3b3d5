package route

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/tree"
)

// Summary sets the short text of the operation in documents.
func setSummary(text string) document {
	return described(func(n *tree.Operation) { n.Summary = text })
}

// Describe sets the description in documents, in CommonMark.
func setDescribe(text string) document {
	return described(func(n *tree.Operation) { n.Doc = text })
}

// Tag adds tags, which group operations in documents.
func setTag(names ...string) common {
	return described(func(n *tree.Operation) { n.Tags = append(n.Tags, names...) })
}

// ID sets the operationId, which names functions of generated clients and routes of gorilla
// routers. The default is derived from method and path. If an earlier operation has the same,
// the path of the group is added: showStatus in the groups /shop and /admin is showStatus and
// showStatusAdmin.
func setID(id string) document {
	return described(func(n *tree.Operation) { n.ID = id })
}

// Deprecated marks an operation that clients should no longer use.
func setDeprecated() common {
	return described(func(n *tree.Operation) { n.Deprecated = true })
}

// DeprecatedAt marks an operation that clients should no longer use, from a time in the past or
// the future. Every response has the header Deprecation (RFC 9745 §2), whatever its status.
func setDeprecatedAt(since time.Time) shared {
	if what := unrepresentable(since); what != "" {
		return faulty("DeprecatedAt: %s", what)
	}
	at := tree.Here()
	return func(o *operation) { o.SetDeprecatedAt(since, at) }
}

// Sunset declares when the operation will be removed, not before the time of DeprecatedAt.
// Every response has the header Sunset (RFC 8594 §3), whatever its status. The operation is
// served until the program no longer declares it.
func setSunset(on time.Time) shared {
	if what := unrepresentable(on); what != "" {
		return faulty("Sunset: %s", what)
	}
	at := tree.Here()
	return func(o *operation) { o.SetSunset(on, at) }
}

// unrepresentable returns why a header cannot have a time, or "". Years have four digits there
// (RFC 9110 §5.6.7).
func unrepresentable(t time.Time) string {
	switch year := t.UTC().Year(); {
	case t.IsZero():
		return "the time is zero"
	case year < 1 || year > 9999:
		return "the year " + strconv.Itoa(year) + " is not from 1 to 9999"
	}
	return ""
}

// Docs documents the operation with options of package meta: ExternalDocs, Extension,
// Audience, Hidden. None changes what is served.
func setDocs(options ...meta.Option) common {
	options = slices.Clone(options) // a group applies them later
	return func(o *operation) {
		n := o.Node
		t := meta.Target{ExternalDocs: &n.ExternalDocs, Extensions: &n.Extensions, Audiences: &n.Audiences, Hidden: &n.Hidden}
		o.Fault(t.Apply("operations", options)...)
	}
}

// Status sets the status of a success. The default is 201 for Post, 204 without a body, 200
// otherwise.
func setStatus(code int) document {
	if !success(code) {
		return faulty("Status(%d) is not from 200 to 299", code)
	}
	return described(func(n *tree.Operation) { n.Success.Status = code })
}

// Returns sets the description of a success in the document.
func setReturns(text string) document {
	return described(func(n *tree.Operation) { n.Success.Doc = text })
}

// Also declares another success, whose status a handler sets with [Call.Status]. It has the
// same body; 204, 205 and 304 have none. 304 is for a GET whose handler compares versions itself.
// [NewResponse] declares successes with other bodies.
func setAlso(code int, text string) change {
	if !success(code) && code != http.StatusNotModified {
		return faulty("Also(%d) is not from 200 to 299, or 304", code)
	}
	return func(o *operation) {
		a := tree.Response{Status: code, Doc: text}
		if code != http.StatusNoContent && code != http.StatusResetContent && code != http.StatusNotModified {
			a.Body = o.Node.Success.Body
		}
		o.AddResponse(a)
	}
}

func success(code int) bool { return code >= 200 && code <= 299 }
