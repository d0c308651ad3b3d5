package route

import (
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Event is one of a stream of server-sent events.
type Event[T any] struct {
	ID    string        // what a client that reconnects sends as Last-Event-ID; "" for none
	Name  string        // the event's type; "" is message
	Retry time.Duration // how long a client waits before it reconnects; 0 leaves it as it is
	Data  T
}

// Events answers with server-sent events (text/event-stream), each with a value
// of item as JSON. The handler returns a sequence, which runs while the client
// is there: a sequence that waits must watch Call.Context, which ends when the
// client goes or the server stops. A comment is sent every 15 seconds in which
// there is no event. A sequence that yields an error ends the stream; the error
// is logged.
//
// The answer begins before the sequence does: subscribe to what happens in the
// handler, and range over it in the sequence, or what happens in between is
// lost. HEAD calls the handler, but never runs the sequence: tie what the handler
// opens to Call.Context.
//
//	route.Get("/prices", route.Events(prices.View())).
//		Handle(func(c *route.Call) (iter.Seq2[route.Event[Price], error], error) { … })
func Events[T any](item Body[T]) Body[iter.Seq2[Event[T], error]] {
	return streamOf[T, Event[T]](item, ir.Events)
}

// Lines answers with JSON Lines (application/jsonl), each a value of item. A
// sequence that yields an error breaks the connection off, so that the client
// does not take what it has for all; the error is logged. HEAD calls the
// handler, but never runs the sequence.
func Lines[T any](item Body[T]) Body[iter.Seq2[T, error]] {
	return streamOf[T, T](item, ir.Lines)
}

func streamOf[T, F any](item Body[T], format ir.Format) Body[iter.Seq2[F, error]] {
	s := stream[T, F]{format: format, at: callsite.Here()}
	if item != nil {
		s.item = bodyOf(item)
	}
	return typed[iter.Seq2[F, error]](s)
}

// stream is a body of Ts, each in a frame F.
type stream[T, F any] struct {
	item   body
	format ir.Format
	at     callsite.PC
}

func (s stream[T, F]) Node() *ir.Body {
	inner := nodeOf(s.item)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Format = s.at, s.format
	return &n
}

func (s stream[T, F]) Codec() codec.Codec { return nil }

func (s stream[T, F]) encoder() responseEncoder {
	item := s.item.Codec()
	var frame any = frameLine[T](item)
	mediaType, beat := []string{"application/jsonl"}, time.Duration(0)
	if s.format == ir.Events {
		frame, mediaType, beat = frameEvent[T](item), []string{"text/event-stream"}, heartbeat
	}
	return streamEncoder[F]{frame.(framer[F]), mediaType, beat}
}

// framer writes one item of a stream.
type framer[F any] func(enc *codec.Encoder, e *Endpoint, f *F)

func frameLine[T any](item codec.Codec) framer[T] {
	return func(enc *codec.Encoder, e *Endpoint, v *T) {
		if err := checked(e, enc.Grants, item, place.Of(v)); err != nil {
			enc.Fail(err)
			return
		}
		item.Encode(enc, place.Of(v))
		enc.B = append(enc.B, '\n')
	}
}

func frameEvent[T any](item codec.Codec) framer[Event[T]] {
	return func(enc *codec.Encoder, e *Endpoint, v *Event[T]) {
		if err := checked(e, enc.Grants, item, place.Of(&v.Data)); err != nil {
			enc.Fail(err)
			return
		}
		field(enc, "id", v.ID)
		field(enc, "event", v.Name)
		if v.Retry > 0 {
			field(enc, "retry", strconv.FormatInt(v.Retry.Milliseconds(), 10))
		}
		enc.B = append(enc.B, "data: "...)
		item.Encode(enc, place.Of(&v.Data)) // JSON has no line breaks
		enc.B = append(enc.B, "\n\n"...)
	}
}

func field(e *codec.Encoder, name, value string) {
	if value == "" {
		return
	}
	if strings.ContainsAny(value, "\r\n\x00") {
		e.Fail(errors.New("the " + name + " of an event has a line break"))
		return
	}
	e.B = append(append(append(append(e.B, name...), ": "...), value...), '\n')
}

const (
	heartbeat = 15 * time.Second
	// patience is how long one write to a slow client may take.
	patience = 30 * time.Second
)

type streamEncoder[F any] struct {
	frame     framer[F]
	mediaType []string
	beat      time.Duration
}

func (s streamEncoder[F]) send(e *Endpoint, c *Call, a *ir.Response, at place.Addr) error {
	v := place.To[iter.Seq2[F, error]](at)
	h := c.w.Header()
	h["Content-Type"] = s.mediaType
	h["X-Content-Type-Options"] = noSniff
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = noStore
	}
	c.begun = true
	c.w.WriteHeader(a.Status)
	if c.r.Method == http.MethodHead || *v == nil {
		return nil
	}
	w := &streamWriter{w: c.w, control: http.NewResponseController(c.w)}
	if !w.write(nil) { // the status must not wait for the first item
		return nil
	}
	stop := w.beat(s.beat)
	defer stop()
	err := s.run(e, c, w, *v)
	if err == nil && s.beat == 0 && outOfTime(c) {
		err = c.r.Context().Err() // a sequence that saw it may have ended early
	}
	if err == nil {
		return nil
	}
	e.env.Broken(c.r, e.op, err)
	if s.beat == 0 {
		// Half of the lines: the client must not take them for all.
		panic(http.ErrAbortHandler)
	}
	return nil
}

// run writes the items until they end, one fails, the credentials end, or the client is
// gone.
func (s streamEncoder[F]) run(e *Endpoint, c *Call, w *streamWriter, seq iter.Seq2[F, error]) (failed error) {
	for item, err := range seq {
		switch {
		case c.expired():
			return nil
		case err != nil:
			return err
		}
		c.encoder.Reset(c.encoder.B[:0])
		s.frame(&c.encoder, e, &item)
		if err := c.encoder.Err(); err != nil {
			return fmt.Errorf("an item cannot be written: %w", err)
		}
		if !w.write(c.encoder.B) || c.r.Context().Err() != nil {
			return nil
		}
	}
	return nil
}

// streamWriter lets the heartbeat and the items take turns.
type streamWriter struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	last    time.Time
}

// write sends b at once, and reports whether the client is still there.
func (w *streamWriter) write(b []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = time.Now()
	// A stream outlives the server's time-out for answers; each write has its
	// own. Writers that cannot are those of tests.
	_ = w.control.SetWriteDeadline(w.last.Add(patience))
	if len(b) > 0 {
		if _, err := w.w.Write(b); err != nil {
			return false
		}
	}
	err := w.control.Flush()
	return err == nil || errors.Is(err, http.ErrNotSupported)
}

// beat sends a comment whenever nothing else was sent for a while, so that
// proxies keep the connection and a client's going is noticed.
func (w *streamWriter) beat(every time.Duration) (stop func()) {
	if every == 0 {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-done:
				return
			case now := <-t.C:
				w.mu.Lock()
				quiet := now.Sub(w.last)
				w.mu.Unlock()
				if quiet >= every*9/10 && !w.write([]byte(":\n\n")) {
					return
				}
			}
		}
	}()
	return func() {
		close(done)
		<-ended // nothing may write once the handler has returned
	}
}
