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

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Event has the fields of a server-sent event except its data.
type Event struct {
	ID, Name string
	Retry    time.Duration
	NoData   bool         // there is no item
	Hidden   *emit.Hidden // what the item lacks; nil: nothing
}

// Sequence gives access to a sequence of items whose Go type package media does not know. Lines
// have empty events.
type Sequence struct {
	// Range calls yield with the items of the sequence at v, until it returns false.
	Range func(v place.Addr, yield func(e Event, item place.Addr, err error) bool)
	// Receive sets the sequence at v to the items of a response.
	Receive func(v place.Addr, in ItemReader)
}

// ItemReader reads the items of a response. It is an interface so that servers do not link the
// client.
type ItemReader interface {
	// Next reads the next item into the value at item. The error is io.EOF after the last.
	Next(item place.Addr) (Event, error)
	Close() error
}

// items is a body of many items, each JSON in a frame.
type items struct {
	item   Body
	typ    *codec.Type // of an item
	seq    Sequence
	format ir.Format
	at     callsite.PC
	end    string // the data of the event after the last item, or ""
}

func (s items) Node() *ir.Body {
	inner := NodeOf(s.item)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Format, n.End, n.Needs = s.at, s.format, s.end, ir.NeedStreams
	if inner.Format == ir.PlainText {
		n.TextItems, n.Mode = true, ir.View
	}
	return &n
}

func (s items) Codec() codec.Codec { return nil }

func (s items) roundTrip(*codec.Type) ir.Try {
	return RoundTrip(s.item, s.typ)
}

const (
	heartbeat = 15 * time.Second
	// patience bounds one write to a slow client.
	patience = 30 * time.Second
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

func (s itemEncoder) Send(x *Exchange, a *ir.Response, v place.Addr) error {
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
	w := &itemWriter{w: x.W, control: http.NewResponseController(x.W)}
	if !w.write(nil) { // the status must not wait for the first item
		return nil
	}
	stop := w.beat(s.beat)
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

// report logs why a response ends early, unless the client is gone.
func (x *Exchange) report(what string, err error) {
	if !errors.Is(err, context.Canceled) || x.R.Context().Err() == nil {
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
		if e.NoData {
			frameHead(&x.Encoder, &e)
			err = x.Encoder.Err()
		} else if err = x.Check(s.codec, item); err == nil {
			s.frame(&x.Encoder, &e, s.codec, item)
			err = x.Encoder.Err()
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

// itemWriter serializes the writes of items and heartbeats.
type itemWriter struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	last    time.Time
}

// write sends b at once, and reports whether the client is still there.
func (w *itemWriter) write(b []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = time.Now()
	// A stream outlives the server's WriteTimeout; each write has a deadline of its own.
	// Writers of tests may not support deadlines.
	_ = w.control.SetWriteDeadline(w.last.Add(patience))
	if len(b) > 0 {
		if _, err := w.w.Write(b); err != nil {
			return false
		}
	}
	err := w.control.Flush()
	return err == nil || errors.Is(err, http.ErrNotSupported)
}

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
	next      func(in *itemReader, e *Event, item place.Addr) error
}

func (r itemReceiver) Receive(a *Response, v place.Addr) error {
	if err := a.CheckType(r.mediaType); err != nil {
		return err
	}
	a.Kept = true
	r.seq.Receive(v, &itemReader{a, r, bufio.NewReader(a.HTTP.Body), false})
	return nil
}

// itemReader reads the items of a response as they arrive.
type itemReader struct {
	*Response
	receiver itemReceiver
	r        *bufio.Reader
	cr       bool // the last line ended with a carriage return
}

// Next implements [ItemReader].
func (in *itemReader) Next(item place.Addr) (e Event, err error) {
	if err = in.receiver.next(in, &e, item); err != nil && err != io.EOF {
		err = in.Unexpected(err)
	}
	return e, err
}

// Close implements [ItemReader].
func (in *itemReader) Close() error { return in.HTTP.Body.Close() }

// line reads a line without its end. Text after the last line end is also a line.
func (in *itemReader) line() ([]byte, error) {
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

func (in *itemReader) decode(text []byte, item place.Addr) error {
	var d codec.Decoder
	d.Open(text, responseLimits)
	d.IgnoreUnknown = true
	in.receiver.codec.Decode(&d, item)
	return outcome(&d)
}
