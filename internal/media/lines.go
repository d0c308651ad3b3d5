package media

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

const linesType = "application/jsonl"

// Lines returns a body of JSON Lines, each with an item of type t.
func Lines(item Body, t *codec.Type, seq Sequence) Body {
	return lines{items{item, t, seq, tree.Lines, tree.Here(), ""}}
}

type lines struct{ items }

func (s lines) encoder() ResponseEncoder {
	return itemEncoder{codec: s.item.Codec(), seq: s.seq, mediaType: []string{linesType}, frame: frameLine}
}

func frameLine(enc *codec.Encoder, _ *Event, item codec.Codec, v place.Addr) {
	item.Encode(enc, v) // without line breaks
	enc.B = append(enc.B, '\n')
}

func (s lines) receiver() ResponseDecoder {
	return itemReceiver{linesType, s.item.Codec(), s.seq, nextLine}
}

func nextLine(in *ItemReader, _ *Event, item place.Addr) error {
	line, err := in.line()
	if err != nil {
		return err
	}
	return in.decode(line, item)
}
