package media

import (
	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// plain reports whether a codec is JSON itself.
func plain(c *render.Codec) bool { return c.Encode == nil && c.Decode == nil }

// JSONAs returns a body of JSON with other media types, the preferred one first.
func JSONAs(b Body, types []string) Body {
	all := make([]render.Codec, len(types))
	for i, t := range types {
		all[i].MediaType = t
	}
	return codedJSON{b, all, "JSON", tree.Here()}
}

// Encoded returns a body in the formats of codecs, the preferred one first.
func Encoded(b Body, codecs []render.Codec) Body { return codedJSON{b, codecs, "Encoded", tree.Here()} }

// Uncoded returns the body behind the formats of codecs.
func Uncoded(b Body) Body {
	if j, ok := b.(codedJSON); ok {
		return j.body
	}
	return b
}

// codedJSON is a body of JSON in several formats.
type codedJSON struct {
	body     Body
	codecs   []render.Codec
	function string // of package route
	at       tree.Position
}

func (j codedJSON) Node() *tree.Body {
	inner := NodeOf(j.body)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Types, n.Coded = j.at, make([]string, len(j.codecs)), nil
	for i := range j.codecs {
		n.Types[i] = j.codecs[i].MediaType
		if !plain(&j.codecs[i]) {
			n.Coded = append(n.Coded, n.Types[i])
		}
	}
	return &n
}

func (j codedJSON) Codec() codec.Codec { return j.body.Codec() }

func (j codedJSON) CheckFormat(fault func(string)) {
	n := j.Node()
	if _, ok := j.body.(jsonBody); !ok || n.Empty() {
		fault(j.function + " has a body that is not JSON")
	}
	if len(j.codecs) == 0 {
		fault(j.function + " needs a media type, such as application/scim+json")
	}
	for i := range j.codecs {
		switch c := &j.codecs[i]; {
		case plain(c):
		case c.Encode == nil || c.Decode == nil:
			fault("the codec of " + c.MediaType + " needs both Encode and Decode: servers send what clients read")
		case accept.IsRange(c.MediaType):
			fault("a codec has one media type, which " + c.MediaType + " is not")
		}
	}
	if len(n.Coded) > 0 && n.Versioned && !n.Mode.Input() {
		fault("Encoded has an entity with versions, whose entity tags are those of one representation (RFC 9110 §8.8.3)")
	}
}

func (j codedJSON) choices() (all []Choice) {
	if j.Codec() == nil {
		return nil // which CheckFormat reports
	}
	json := Choice{nil, jsonDecoder{j.Codec()}}
	for i := range j.codecs {
		c := &j.codecs[i]
		if plain(c) {
			json.Types = append(json.Types, c.MediaType)
			continue
		}
		all = append(all, Choice{[]string{c.MediaType}, codedDecoder{jsonDecoder{j.Codec()}, c.Decode}})
	}
	if json.Types != nil {
		all = append([]Choice{json}, all...)
	}
	return all
}

func (j codedJSON) encoder() ResponseEncoder {
	e, n := &JSONEncoder{Codec: j.Codec(), codecs: j.codecs}, j.Node()
	for _, t := range n.Types {
		e.names = append(e.names, n.Sent(t))
		e.Types = append(e.Types, []string{n.Sent(t)})
	}
	return e
}

func (j codedJSON) sender() RequestEncoder {
	n := j.Node()
	return jsonSender{j.Codec(), n.Sent(n.Types[0]), j.codecs[0].Encode}
}

func (j codedJSON) receiver() ResponseDecoder { return JSONReceiver{j.Codec(), j.codecs} }

// codedDecoder reads JSON from another format.
type codedDecoder struct {
	jsonDecoder
	decode func([]byte) ([]byte, error)
}

func (d codedDecoder) Load(x *Exchange) error {
	content, err := x.readBody()
	if err != nil {
		return err
	}
	text, err := d.decode(content)
	if err != nil {
		return Malformed(tree.ContentUnread).Cause(err)
	}
	x.Decoder.Reset(text, x.Limits.JSON())
	return nil
}
