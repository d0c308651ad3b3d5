package route

import (
	"net/http"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/precondition"
)

// withVersion adds versions to an encoder of JSON, if the body has any.
func withVersion(b body, json jsonEncoder) responseEncoder {
	if j, ok := b.(jsonBody); ok && j.of.Version != nil {
		return versionEncoder{json, j.of.Version}
	}
	return json
}

// versionEncoder writes JSON with its version, unless the client has it already.
type versionEncoder struct {
	json    jsonEncoder
	version func(entity place.Addr) codec.Version
}

func (o versionEncoder) send(e *Endpoint, c *Call, a *ir.Response, v place.Addr) error {
	if !e.op.SendsVersion(*a) {
		return o.json.send(e, c, a, v)
	}
	s := stateOf(o.version(v), c.encoder.Grants)
	outcome := precondition.Proceed
	if c.preconditions != nil && e.op.Method == http.MethodGet {
		known := s
		if e.visibility != nil && c.preconditions.ByTime() {
			known.Modified = time.Time{} // it was perhaps shown less at that time
		}
		outcome = c.preconditions.Evaluate(e.op.Method, known)
	}
	if outcome == precondition.Proceed {
		setVersion(c.w.Header(), s)
		err := o.json.send(e, c, a, v)
		if err != nil {
			dropVersion(c.w.Header())
		}
		return err
	}
	// A precondition does not count where the answer would be no success
	// (RFC 9110 §13.2.1).
	if err := checked(e, c.encoder.Grants, o.json.codec, v); err != nil {
		return err
	}
	if outcome == precondition.Failed {
		return refuse(ir.PreconditionFailed, "")
	}
	setVersion(c.w.Header(), s)
	c.notModified()
	return nil
}

// notModified answers that the client has the content already. What describes
// content is left out; what else the answer would have had stays (RFC 9110
// §15.4.5).
func (c *Call) notModified() {
	h := c.w.Header()
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding", "Content-Language"} {
		delete(h, name)
	}
	c.w.WriteHeader(http.StatusNotModified)
}

// The headers that tell a version.
const (
	etagHeader     = "Etag" // canonical
	modifiedHeader = "Last-Modified"
)

// setVersion tells a version. The time of a change is never later than now (RFC
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
