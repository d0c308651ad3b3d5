package media

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// JSONAs returns a body of JSON with other media types, the preferred one first.
func JSONAs(b Body, types []string) Body { return namedJSON{b, types, tree.Here()} }

type namedJSON struct {
	body  Body
	types []string
	at    tree.Position
}

func (j namedJSON) Node() *tree.Body {
	inner := NodeOf(j.body)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Types = j.at, j.types
	return &n
}

func (j namedJSON) Codec() codec.Codec { return j.body.Codec() }

func (j namedJSON) CheckFormat(fault func(string)) {
	if _, ok := j.body.(jsonBody); !ok || j.Node().Empty() {
		fault("JSON has a body that is not JSON")
	}
	if len(j.types) == 0 {
		fault("JSON needs a media type, such as application/scim+json")
	}
}

func (j namedJSON) choices() []Choice {
	if j.Codec() == nil {
		return nil // which CheckFormat reports
	}
	return []Choice{{j.types, jsonDecoder{j.Codec()}}}
}

func (j namedJSON) encoder() ResponseEncoder {
	e := &JSONEncoder{Codec: j.Codec(), names: j.types}
	for _, t := range j.types {
		e.Types = append(e.Types, []string{t})
	}
	return e
}

func (j namedJSON) receiver() ResponseDecoder { return JSONReceiver{j.Codec(), j.types} }
