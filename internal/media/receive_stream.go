package route

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// receiver reads the items while a caller ranges over them, which is possible
// once. It must be done, or the context ended: the connection is open until then.
func (s stream[T, F]) receiver() responseDecoder {
	item := s.item.Codec()
	if s.format == ir.Events {
		var next any = nextEvent[T](item)
		return streamReceiver[F]{"text/event-stream", next.(nexter[F])}
	}
	var next any = nextLine[T](item)
	return streamReceiver[F]{"application/jsonl", next.(nexter[F])}
}

// nexter reads an item of a stream; io.EOF where there is none left.
type nexter[F any] func(a *inflow, f *F) error

type streamReceiver[F any] struct {
	mediaType string
	next      nexter[F]
}

func (r streamReceiver[F]) receive(a *clientResponse, at place.Addr) error {
	v := place.To[iter.Seq2[F, error]](at)
	if err := a.is(r.mediaType); err != nil {
		return err
	}
	a.kept = true
	in := &inflow{clientResponse: a, r: bufio.NewReader(a.response.Body)}
	*v = func(yield func(F, error) bool) {
		defer a.response.Body.Close()
		for {
			var item F
			err := r.next(in, &item)
			switch {
			case err == io.EOF:
				return
			case err != nil:
				var none F
				yield(none, a.bad(err))
				return
			case !yield(item, nil):
				return
			}
		}
	}
	return nil
}

// inflow is the content of an answer that is read while it arrives.
type inflow struct {
	*clientResponse
	r *bufio.Reader
}

// line reads a line without its end. What follows the last line end is a line too.
func (in *inflow) line() ([]byte, error) {
	var line []byte
	for {
		part, err := in.r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case int64(len(line)) > in.most:
			return nil, errors.New("an item is longer than " + strconv.FormatInt(in.most, 10) + " bytes")
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

func readItem(item codec.Codec, text []byte, v place.Addr) error {
	var d codec.Decoder
	d.Open(text, responseLimits)
	d.IgnoreUnknown = true
	item.Decode(&d, v)
	return outcome(&d)
}

func nextLine[T any](item codec.Codec) nexter[T] {
	return func(in *inflow, v *T) error {
		line, err := in.line()
		if err != nil {
			return err
		}
		return readItem(item, line, place.Of(v))
	}
}

// nextEvent reads server-sent events (HTML §9.2.6). One that the stream breaks
// off in is none.
func nextEvent[T any](item codec.Codec) nexter[Event[T]] {
	return func(in *inflow, e *Event[T]) error {
		var data []byte
		for {
			line, err := in.line()
			if err != nil {
				return err
			}
			if len(line) == 0 {
				if data == nil {
					*e = Event[T]{}
					continue
				}
				return readItem(item, data, place.Of(&e.Data))
			}
			name, value, _ := bytes.Cut(line, []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch string(name) {
			case "id":
				e.ID = string(value)
			case "event":
				e.Name = string(value)
			case "retry":
				if ms, err := strconv.ParseUint(string(value), 10, 31); err == nil {
					e.Retry = time.Duration(ms) * time.Millisecond
				}
			case "data":
				if data != nil {
					data = append(data, '\n')
				}
				if data = append(data, value...); data == nil {
					data = []byte{}
				}
				if int64(len(data)) > in.most {
					return errors.New("an event is longer than " + strconv.FormatInt(in.most, 10) + " bytes")
				}
			}
		}
	}
}
