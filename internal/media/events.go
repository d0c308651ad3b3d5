package media

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

const eventsType = "text/event-stream"

// Events returns a body of server-sent events, each with an item of type t.
func Events(item Body, t *codec.Type, seq Sequence) Body {
	return events{items: items{item, t, seq, tree.Events, tree.Here(), ""}}
}

// EventsUntil returns a body of server-sent events. The data of the event after the last item is
// end.
func EventsUntil(end string, item Body, t *codec.Type, seq Sequence) Body {
	return events{items{item, t, seq, tree.Events, tree.Here(), end}, true}
}

type events struct {
	items
	ends bool
}

// text returns the text codec of items that are text, not JSON; else nil.
func (s events) text() *codec.Text {
	if t, ok := s.item.(text); ok {
		return t.text()
	}
	return nil
}

// CheckFormat implements [FormatChecker].
func (s events) CheckFormat(fault func(string)) {
	switch {
	case !s.ends:
	case s.end == "" || strings.ContainsAny(s.end, "\r\n\x00") || strings.HasPrefix(s.end, " "):
		fault("EventsUntil(" + strconv.Quote(s.end) + "): the end is one line, which does not begin with a space")
	case jsonx.Valid([]byte(s.end)):
		fault("EventsUntil(" + strconv.Quote(s.end) + "): the end is JSON, which an item could be; take a text that is not, such as [DONE]")
	}
	if t, ok := s.item.(text); ok {
		t.CheckFormat(fault)
	}
}

func (s events) encoder() ResponseEncoder {
	e := itemEncoder{codec: s.item.Codec(), seq: s.seq, mediaType: []string{eventsType}, frame: frameEvent, beat: heartbeat}
	if t := s.text(); t != nil {
		e.frame = textEvent{t, s.end}.frame
	}
	if s.end != "" {
		e.last = "data: " + s.end + "\n\n"
	}
	return e
}

func frameEvent(enc *codec.Encoder, e *Event, item codec.Codec, v place.Addr) {
	writeHead(enc, e)
	enc.B = append(enc.B, "data: "...)
	item.Encode(enc, v) // without line breaks
	enc.B = append(enc.B, "\n\n"...)
}

// frameHead writes an event without data, which readers do not dispatch.
func frameHead(enc *codec.Encoder, e *Event) {
	if e.Name != "" {
		enc.Fail(errors.New("an event without data has a name, which no client sees (HTML §9.2.6)"))
	}
	writeHead(enc, e)
	enc.B = append(enc.B, '\n')
}

func writeHead(enc *codec.Encoder, e *Event) {
	writeField(enc, "id", e.ID)
	writeField(enc, "event", e.Name)
	if e.Retry > 0 {
		writeField(enc, "retry", strconv.FormatInt(e.Retry.Milliseconds(), 10))
	}
}

// lineFeeds makes one of the line breaks of events (HTML §9.2.6) of each.
var lineFeeds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// textEvent writes events whose data is text.
type textEvent struct {
	text *codec.Text
	end  string
}

func (t textEvent) frame(enc *codec.Encoder, e *Event, _ codec.Codec, v place.Addr) {
	writeHead(enc, e)
	data := string(t.text.AppendText(nil, v))
	if t.end != "" && data == t.end {
		enc.Fail(errors.New("the data of an event is that of the end of the stream"))
	}
	for line := range strings.SplitSeq(lineFeeds.Replace(data), "\n") {
		enc.B = append(append(append(enc.B, "data: "...), line...), '\n')
	}
	enc.B = append(enc.B, '\n')
}

func writeField(e *codec.Encoder, name, value string) {
	if value == "" {
		return
	}
	if strings.ContainsAny(value, "\r\n\x00") {
		e.Fail(errors.New("the " + name + " of an event has a line break"))
		return
	}
	e.B = append(append(append(append(e.B, name...), ": "...), value...), '\n')
}

func (s events) receiver() ResponseDecoder {
	return itemReceiver{eventsType, s.item.Codec(), s.seq, eventDecoder{s.text(), s.end}.next}
}

// eventLine reads a line, which CR, LF or both end (HTML §9.2.6). It does not wait for what follows
// a CR.
func (in *ItemReader) eventLine() ([]byte, error) {
	var line []byte
	for {
		c, err := in.r.ReadByte()
		switch {
		case err == io.EOF && len(line) > 0:
			return line, nil
		case err != nil:
			return nil, err
		case c == '\n' && in.cr:
			in.cr = false
			continue
		}
		if in.cr = c == '\r'; in.cr || c == '\n' {
			return line, nil
		}
		if line = append(line, c); int64(len(line)) > in.Max {
			return nil, errors.New("an item is longer than " + strconv.FormatInt(in.Max, 10) + " bytes")
		}
	}
}

// eventDecoder reads events.
type eventDecoder struct {
	text *codec.Text // of items that are not JSON
	end  string
}

// next reads a server-sent event (HTML §9.2.6). It ignores one that the stream does not end.
func (d eventDecoder) next(in *ItemReader, e *Event, item place.Addr) error {
	var data []byte
	for {
		line, err := in.eventLine()
		if err != nil {
			return err
		}
		if len(line) == 0 {
			if data == nil {
				*e = Event{ID: e.ID, Retry: e.Retry} // both hold for what follows
				continue
			}
			if d.end != "" && string(data) == d.end {
				return io.EOF
			}
			if d.text == nil {
				return in.decode(data, item)
			}
			if !utf8.Valid(data) {
				return errors.New("the data of an event is not valid UTF-8")
			}
			rep := codec.Report{IgnoreRules: true}
			d.text.ParseText(&rep, string(data), item)
			return Violated(&rep)
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
			if int64(len(data)) > in.Max {
				return errors.New("an event is longer than " + strconv.FormatInt(in.Max, 10) + " bytes")
			}
		}
	}
}
