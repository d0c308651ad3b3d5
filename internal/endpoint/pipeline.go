package endpoint

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// A request passes these stages in this order. The first that returns an error ends it
// with a problem. An endpoint has only the stages that its operation needs.
//
//	admit         sizes, rate limits, credentials, scopes                 admission.go
//	accept        a media type that the client accepts                    below
//	load          Content-Type; the body, up to its limit                 below, media
//	parse         parameters, headers and cookies, with their rules       input.go, query.go
//	precondition  If-Match and the like are read                          preconditions.go
//	decode        the body, with its rules                                media
//	assemble      the query of a list                                     list.go
//	validate      one problem for the violations of all these stages      below
//	enter         the events that the route declares                      emission.go
//	authorize     the functions of AuthorizeInput                         below
//	perform       what follows, once for an Idempotency-Key               idempotency.go
//	  stream        a place among the streams of the operation            deadline.go
//	  limit         the deadline of the handler                           deadline.go
//	  evaluate      the handler must evaluate the preconditions           preconditions.go
//	  handle        the handler, in the middleware of Wrap
//	  send          the status, the headers and the body                  response.go, media
type stage func(*Call) error

// compose lists the stages of the operation. Most are methods of calls, so that all endpoints share
// them.
func (e *Endpoint) compose(o *Operation) {
	e.handler = e.work.Handle
	for _, wrap := range slices.Backward(o.Options().Inner) {
		e.handler = wrap(e.handler)
	}
	if e.evaluates() {
		e.handler = e.requires(e.handler)
	}
	e.run = (*Call).handle
	if e.bounds != nil {
		e.run = e.bounds(e.run)
	}
	if e.places != nil {
		e.run = e.places(e.run)
	}

	all := make([]stage, 0, 10)
	reads := len(e.work.Decoders) > 0
	all = append(all, e.admission(o))
	if len(e.offers) > 0 && !o.Options().IgnoreAccept {
		all = append(all, (*Call).accept)
	}
	if reads {
		all = append(all, (*Call).load)
	}
	all = append(all, (*Call).parse)
	if e.reads != nil {
		all = append(all, e.reads)
	}
	switch {
	case reads && o.Node.Body != nil && o.Node.Body.IgnoreUnknown:
		all = append(all, (*Call).decodeOpen)
	case reads:
		all = append(all, (*Call).decode)
	}
	if e.work.List != nil {
		all = append(all, (*Call).assemble)
	}
	all = append(all, validate)
	if o.Options().Emits {
		all = append(all, e.limitEvents())
	}
	if len(e.work.Rules) > 0 {
		all = append(all, (*Call).authorizeInput)
	}
	if o.Options().Store != nil {
		all = append(all, runnerOf(o).perform)
	} else {
		all = append(all, stage(e.run))
	}
	e.stages = all
}

// serve serves a request; path is nil if another router has matched it.
func (e *Endpoint) serve(w http.ResponseWriter, r *http.Request, path *match.Cut) {
	c := e.calls.Get().(*Call)
	c.ex.W, c.ex.R = w, r
	e.caching.begin(w.Header())
	if path != nil {
		c.path, c.params = path.Path(), e.path.ValuesOf(c.params, path)
	}
	finished := false
	defer func() {
		if !finished {
			// The call is not reused: the function that panicked may still refer to it.
			c.ex.Close()
			c.expire()
			if v := recover(); v != nil {
				if !c.ex.Begun {
					e.caching.fail(w.Header())
				}
				e.env.Panicked(w, c.ex.R, v, c.ex.Begun)
			}
			return
		}
		c.reset()
		e.calls.Put(c)
	}()
	e.reach(c, PhaseRead)
	if err := e.pass(c); err != nil {
		e.reach(c, PhaseWrite)
		e.caching.fail(w.Header())
		if e.access.Requires != nil {
			e.challenge(w.Header(), err)
		}
		e.env.Fail(w, c.ex.R, e.op, err)
		c.invalid.Clear()
	}
	e.reach(c, PhaseDone)
	finished = true
}

// reach notifies observers of a phase.
func (e *Endpoint) reach(c *Call, p Phase) {
	if e.env.Reached != nil {
		e.env.Reached(c.ex.R, e.op, p)
	}
}

// pass runs the stages.
func (e *Endpoint) pass(c *Call) error {
	for _, s := range e.stages {
		if err := s(c); err != nil {
			return err
		}
	}
	return nil
}

// handle calls the handler, and sends its success.
func (c *Call) handle() error {
	e := c.endpoint
	c.handled = true
	e.reach(c, PhaseHandle)
	if err := e.handler(c); err != nil {
		return e.mapError(c, err)
	}
	e.reach(c, PhaseWrite)
	return e.send(c)
}

// checkSizes bounds what the server reads before it calls the endpoint.
func (c *Call) checkSizes() error {
	e := c.endpoint
	if len(c.ex.R.URL.RawQuery) > e.limits.Query {
		return media.Problem(tree.URITooLong)
	}
	most := e.limits.Header
	for name, lines := range c.ex.R.Header {
		if len(name) > most {
			return media.Problem(tree.HeaderTooLarge)
		}
		for _, line := range lines {
			if len(line) > most {
				return media.Problem(tree.HeaderTooLarge)
			}
		}
	}
	return nil
}

// accept checks that the client accepts a media type of the operation.
func (c *Call) accept() error {
	if _, ok := accept.Choose(c.ex.R.Header["Accept"], c.endpoint.offers); !ok {
		return media.Problem(tree.NotAcceptable)
	}
	return nil
}

// load reads the body with the decoder of its media type.
func (c *Call) load() (err error) {
	e := c.endpoint
	if e.op.Body.Optional && c.ex.Absent() {
		c.choice = absent
		return nil
	}
	if c.choice, err = e.choose(c); err != nil {
		return err
	}
	return e.work.Decoders[c.choice].Load(&c.ex)
}

// choose selects the decoder of the content's media type. The problem lists the supported ones
// (RFC 9110 §15.5.16).
func (e *Endpoint) choose(c *Call) (choice int, err error) {
	h := c.ex.R.Header
	if coding := first(h["Content-Encoding"]); coding != "" && !strings.EqualFold(coding, "identity") {
		c.ex.W.Header()["Accept-Encoding"] = []string{"identity"}
		return 0, media.Detailed(tree.UnsupportedMediaType, tree.ContentCoding)
	}
	essence := first(h["Content-Type"])
	if essence == e.work.Decoders[0].Types[0] {
		return 0, nil
	}
	if essence, ok := accept.MediaType(essence); ok || h["Content-Type"] == nil {
		if i := e.decoderOf(essence); i >= 0 {
			return i, nil
		}
	}
	want := MediaTypes(e.op.Body)
	c.ex.W.Header()["Accept"] = []string{want}
	if c.ex.R.Method == http.MethodPatch {
		c.ex.W.Header()["Accept-Patch"] = []string{want} // RFC 5789 §2.2
	}
	return 0, media.Detailed(tree.UnsupportedMediaType, tree.ContentType, tree.TextsParam("types", e.op.Body.MediaTypes()))
}

// decoderOf returns the decoder of a media type: one of the type before one of a range, and image/*
// before */*; -1 if there is none.
func (e *Endpoint) decoderOf(essence string) int {
	best, narrowest := -1, ""
	for i := range e.work.Decoders {
		for _, t := range e.work.Decoders[i].Types {
			switch {
			case t == essence:
				return i
			case accept.Covers(t, essence) && len(t) > len(narrowest):
				best, narrowest = i, t
			}
		}
	}
	return best
}

// first returns the first line of a header, or "".
func first(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return lines[0]
}

// absent is the choice for a request without an optional body.
const absent = -1

func (c *Call) decode() error {
	if c.choice == absent {
		return nil
	}
	return c.endpoint.work.Decoders[c.choice].Decode(&c.ex, c.in)
}

// decodeOpen is decode of an operation that ignores undeclared members.
func (c *Call) decodeOpen() error {
	c.ex.Decoder.IgnoreUnknown = true
	err := c.decode()
	c.ex.Decoder.IgnoreUnknown = false // the parameters of the next call come before its body
	return err
}

// validate ends requests with violations.
func validate(c *Call) error {
	if rep := &c.ex.Decoder.Report; rep.Since(0) {
		return (*render.Problem)(c.invalid.Problem(rep))
	}
	return nil
}

func (c *Call) authorizeInput() error {
	for _, rule := range c.endpoint.work.Rules {
		if err := rule(c); err != nil {
			return err
		}
	}
	return nil
}
