package media

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

const eventsType = "text/event-stream"

// Events returns a body of server-sent events, each with an item of type t.
func Events(item Body, t *codec.Type, seq Sequence) Body {
	return events{items{item, t, seq, ir.Events, callsite.Here()}}
}

type events struct{ items }

func (s events) encoder() ResponseEncoder {
	return itemEncoder{codec: s.item.Codec(), seq: s.seq, mediaType: []string{eventsType}, frame: frameEvent, beat: heartbeat}
}

func frameEvent(enc *codec.Encoder, e *Event, item codec.Codec, v place.Addr) {
	writeField(enc, "id", e.ID)
	writeField(enc, "event", e.Name)
	if e.Retry > 0 {
		writeField(enc, "retry", strconv.FormatInt(e.Retry.Milliseconds(), 10))
	}
	enc.B = append(enc.B, "data: "...)
	item.Encode(enc, v) // without line breaks
	enc.B = append(enc.B, "\n\n"...)
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
	return itemReceiver{eventsType, s.item.Codec(), s.seq, nextEvent}
}

// nextEvent reads a server-sent event (HTML §9.2.6). It ignores one that the stream
// does not end.
func nextEvent(in *itemReader, e *Event, item place.Addr) error {
	var data []byte
	for {
		line, err := in.line()
		if err != nil {
			return err
		}
		if len(line) == 0 {
			if data == nil {
				*e = Event{}
				continue
			}
			return in.decode(data, item)
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
