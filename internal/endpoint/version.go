package endpoint

import (
	"net/http"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/precondition"
	"github.com/tenon-go/tenon/tree"
)

// versionSender sends an entity with its version, or 304 Not Modified to clients that have the
// version.
type versionSender struct {
	json    *media.JSONEncoder
	version func(entity place.Addr) codec.Version
}

func (o versionSender) send(c *Call, a *tree.Response) error {
	e, v := c.endpoint, c.out
	if !e.op.SendsVersion(*a) {
		return o.json.Send(&c.ex, a, v)
	}
	s := stateOf(o.version(v), c.ex.Encoder.Grants)
	outcome := precondition.Proceed
	if c.preconditions != nil && e.op.Method == http.MethodGet {
		known := s
		if e.visibility != nil && c.preconditions.ByTime() {
			known.Modified = time.Time{} // the caller may have seen fewer members at that time
		}
		outcome = c.preconditions.Evaluate(e.op.Method, known)
	}
	if outcome == precondition.Proceed {
		setVersion(c.ex.W.Header(), s)
		err := o.json.Send(&c.ex, a, v)
		if err != nil {
			dropVersion(c.ex.W.Header())
		}
		return err
	}
	// Preconditions are ignored if the response would not be a success (RFC 9110 §13.2.1).
	if err := c.ex.Check(o.json.Codec, v); err != nil {
		return err
	}
	if outcome == precondition.Failed {
		return media.Problem(tree.PreconditionFailed)
	}
	setVersion(c.ex.W.Header(), s)
	c.notModified()
	return nil
}

// notModified sends 304 Not Modified without the headers that describe content
// (RFC 9110 §15.4.5).
func (c *Call) notModified() {
	h := c.ex.W.Header()
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding", "Content-Language"} {
		delete(h, name)
	}
	c.ex.W.WriteHeader(http.StatusNotModified)
}

// The headers of a version.
const (
	etagHeader     = "Etag" // canonical
	modifiedHeader = "Last-Modified"
)

// setVersion sets the headers of a version. Last-Modified is never later than now (RFC
// 9110 §8.8.2.1).
func setVersion(h http.Header, s precondition.State) {
	var lines [2]string
	if s.Tag != "" {
		lines[0] = s.Tag
	}
	if !s.Modified.IsZero() {
		at := s.Modified
		if now := time.Now(); at.After(now) {
			at = now
		}
		lines[1] = at.UTC().Format(http.TimeFormat)
	}
	for i, name := range [...]string{etagHeader, modifiedHeader} {
		if lines[i] != "" {
			h[name] = lines[i : i+1 : i+1]
		}
	}
}

func dropVersion(h http.Header) {
	delete(h, etagHeader)
	delete(h, modifiedHeader)
}
