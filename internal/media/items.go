package media

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/shutdown"
	"github.com/tenon-go/tenon/tree"
)

// Event has the fields of a server-sent event except its data.
type Event struct {
	ID, Name string
	Retry    time.Duration
	NoData   bool         // there is no item
	Hidden   *emit.Hidden // what the item lacks; nil: nothing
	Logged   bool         // a client continues after the ID: an item that cannot be written is left out
}

// Sequence gives access to a sequence of items whose Go type package media does not know. Lines
// have empty events.
type Sequence struct {
	// Range calls yield with the items of the sequence at v, until it returns false.
	Range func(v place.Addr, yield func(e Event, item place.Addr, err error) bool)
	// Receive sets the sequence at v to the items of a response.
	Receive func(v place.Addr, in *ItemReader)
}

// items is a body of many items, each JSON in a frame.
type items struct {
	item   Body
	typ    *codec.Type // of an item
	seq    Sequence
	format tree.Format
	at     tree.Position
	end    string // the data of the event after the last item, or ""
}

func (s items) Node() *tree.Body {
	inner := NodeOf(s.item)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Format, n.End = s.at, s.format, s.end
	if inner.Format == tree.PlainText {
		n.TextItems, n.Mode = true, tree.View
	}
	return &n
}

func (s items) Codec() codec.Codec { return nil }

func (s items) roundTrip(*codec.Type) probe.Try {
	return RoundTrip(s.item, s.typ)
}

const (
	heartbeat = 15 * time.Second
	// patience bounds the time in which a slow client takes a piece, or a shorter item.
	patience = 30 * time.Second
	piece    = 64 << 10
	// When the server shuts down, farewell bounds the end of a stream of events, and lastPatience one
	// write of lines, which go on.
	farewell     = 250 * time.Millisecond
	lastPatience = 2 * time.Second
)

// itemEncoder sends items as the handler's sequence yields them.
type itemEncoder struct {
	codec     codec.Codec
	seq       Sequence
	mediaType []string
	frame     framer
	last      string        // follows the last item, unless the sequence fails
	beat      time.Duration // between comments; 0: none are sent, and an error aborts the response
}

// framer writes an item in its frame.
type framer func(enc *codec.Encoder, e *Event, item codec.Codec, v place.Addr)

func (s itemEncoder) Send(x *Exchange, a *tree.Response, v place.Addr) error {
	h := x.W.Header()
	h["Content-Type"] = s.mediaType
	h["X-Content-Type-Options"] = noSniff
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = NoStore
	}
	x.Begun = true
	x.W.WriteHeader(a.Status)
	if x.R.Method == http.MethodHead {
		return nil
	}
	w := &itemWriter{w: x.W, control: http.NewResponseController(x.W), patience: patience, cuts: x.R.ProtoMajor == 2}
	if stopping := shutdown.Of(x.R.Context()); stopping != nil {
		defer context.AfterFunc(stopping, func() {
			if s.beat > 0 {
				w.hurry(farewell)
			} else {
				w.hurry(lastPatience)
			}
		})()
	}
	if !w.write(nil) { // the status must not wait for the first item
		return nil
	}
	stop := w.beat(s.beat)
	defer w.end()
	defer stop()
	err := s.run(x, w, v)
	if err == nil && s.beat == 0 && x.TimedOut() {
		err = x.R.Context().Err() // a sequence that watches the context may have ended early
	}
	if err == nil {
		if s.last != "" && x.R.Context().Err() == nil && !x.Expired() {
			w.write([]byte(s.last))
		}
		return nil
	}
	if s.beat > 0 {
		x.report("tenon: stream of events ended by an error", err)
		return nil
	}
	x.report("tenon: response aborted", err)
	panic(http.ErrAbortHandler) // the client must not take a part of the lines for all
}

// report logs why a response ends early, unless the client is gone: then nothing that the handler
// returns is an error of the server.
func (x *Exchange) report(what string, err error) {
	ctx := x.R.Context()
	if context.Cause(ctx) != context.Canceled && (ctx.Err() == nil || !errors.Is(err, context.Canceled)) {
		x.Settings.Report(x.R, x.Operation, what, err)
	}
}

// run writes the items until the sequence ends, an item fails, the credentials expire, or
// the client is gone.
func (s itemEncoder) run(x *Exchange, w *itemWriter, v place.Addr) (failed error) {
	caller := x.Encoder.Grants
	s.seq.Range(v, func(e Event, item place.Addr, err error) bool {
		switch {
		case x.Expired():
			return false
		case err != nil:
			failed = err
			return false
		}
		x.Encoder.Reset(x.Encoder.B[:0])
		if x.Encoder.Grants = caller; e.Hidden != nil {
			x.Encoder.Grants = e.Hidden.From(caller)
		}
		err = s.write(x, &e, item)
		if err != nil && e.Logged && !e.NoData {
			x.report("tenon: a stream skips an event", err)
			x.Encoder.Reset(x.Encoder.B[:0])
			err = s.write(x, &Event{ID: e.ID, NoData: true}, item)
		}
		if err != nil {
			failed = fmt.Errorf("an item cannot be written: %w", err)
			return false
		}
		return w.write(x.Encoder.B) && x.R.Context().Err() == nil
	})
	x.Encoder.Grants = caller
	return failed
}

// write writes an item in its frame to the encoder.
func (s itemEncoder) write(x *Exchange, e *Event, item place.Addr) (err error) {
	if e.NoData {
		frameHead(&x.Encoder, e)
		return x.Encoder.Err()
	}
	if e.Logged {
		defer func() {
			if p := recover(); p != nil { // of a function of the declaration, for this item
				err = fmt.Errorf("its declaration panics: %v", p)
			}
		}()
	}
	if err := x.Check(s.codec, item); err != nil {
		return err
	}
	s.frame(&x.Encoder, e, s.codec, item)
	return x.Encoder.Err()
}

// itemWriter serializes the writes of items and heartbeats.
type itemWriter struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	cuts    bool // a deadline that passes ends the response: HTTP/2
	last    time.Time

	deadline sync.Mutex // of patience, which a write in progress must not hold
	patience time.Duration
}

// hurry sets the time of a write in progress, to a client that may not read, and of those after it.
func (w *itemWriter) hurry(d time.Duration) {
	w.deadline.Lock()
	defer w.deadline.Unlock()
	w.patience = d
	_ = w.control.SetWriteDeadline(time.Now().Add(d))
}

// extend gives the next write its time.
func (w *itemWriter) extend() {
	w.deadline.Lock()
	defer w.deadline.Unlock()
	// A stream outlives the server's WriteTimeout; each write has a deadline of its own.
	// Writers of tests may not support deadlines.
	_ = w.control.SetWriteDeadline(time.Now().Add(w.patience))
}

// write sends b at once, and reports whether the client is still there.
func (w *itemWriter) write(b []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = time.Now()
	for {
		w.extend()
		part := b[:min(len(b), piece)]
		if b = b[len(part):]; len(part) > 0 {
			if _, err := w.w.Write(part); err != nil {
				return false
			}
		}
		if len(b) == 0 {
			break
		}
	}
	if err := w.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return false
	}
	if w.cuts { // a deadline that passes while the handler waits would end the stream
		_ = w.control.SetWriteDeadline(time.Time{})
	}
	return true
}

// end gives the end of the response, which the server writes, a deadline.
func (w *itemWriter) end() { w.extend() }

// beat sends a comment after each interval without a write, so that proxies keep the
// connection, and the server notices that the client is gone.
func (w *itemWriter) beat(every time.Duration) (stop func()) {
	if every == 0 {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		t := time.NewTimer(every)
		defer t.Stop()
		for {
			select {
			case <-done:
				return
			case <-t.C:
			}
			w.mu.Lock()
			quiet := time.Since(w.last)
			w.mu.Unlock()
			if quiet >= every {
				if !w.write([]byte(":\n\n")) {
					return
				}
				quiet = 0
			}
			t.Reset(every - quiet)
		}
	}()
	return func() {
		close(done)
		<-ended // nothing may write after the handler has returned
	}
}

// itemReceiver reads the items while the caller ranges over them, which is possible once. The
// connection stays open until the range or the context ends.
type itemReceiver struct {
	mediaType string
	codec     codec.Codec
	seq       Sequence
	next      func(in *ItemReader, e *Event, item place.Addr) error
}

func (r itemReceiver) Receive(a *Response, v place.Addr) error {
	if err := a.CheckType(r.mediaType); err != nil {
		return err
	}
	a.Kept = true
	r.seq.Receive(v, &ItemReader{a, r, bufio.NewReader(a.HTTP.Body), false})
	return nil
}

// ItemReader reads the items of a response as they arrive.
type ItemReader struct {
	*Response
	receiver itemReceiver
	r        *bufio.Reader
	cr       bool // the last line ended with a carriage return
}

// Next reads the next item into the value at item. The error is io.EOF after the last.
func (in *ItemReader) Next(item place.Addr) (e Event, err error) {
	if err = in.receiver.next(in, &e, item); err != nil && err != io.EOF {
		err = in.Unexpected(err)
	}
	return e, err
}

// Close ends the response.
func (in *ItemReader) Close() error { return in.HTTP.Body.Close() }

// line reads a line without its end. Text after the last line end is also a line.
func (in *ItemReader) line() ([]byte, error) {
	var line []byte
	for {
		part, err := in.r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case int64(len(line)) > in.Max:
			return nil, errors.New("an item is longer than " + strconv.FormatInt(in.Max, 10) + " bytes")
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) > 0:
			return line, nil
		case err != nil:
			return nil, err
		}
		line = line[:len(line)-1]
		return bytes.TrimSuffix(line, []byte("\r")), nil
	}
}

func (in *ItemReader) decode(text []byte, item place.Addr) error {
	var d codec.Decoder
	d.Open(text, in.limits(text))
	d.IgnoreUnknown, d.IgnoreRules = true, true
	in.receiver.codec.Decode(&d, item)
	return in.outcome(&d)
}
