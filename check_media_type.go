package tenon

import (
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/ir"
)

// checkMediaTypes looks at the media types of bytes and files, by which requests are
// told apart and answers are labelled.
func (b *build) checkMediaTypes() {
	for op := range b.every() {
		n := op.Node
		if n.Body != nil {
			b.checkTypesOf(n.Body, true)
			for _, other := range n.Body.Others {
				b.checkTypesOf(other, true)
			}
		}
		for a := range n.Responses() {
			if a.Body != nil {
				b.checkTypesOf(a.Body, false)
			}
		}
	}
}

func (b *build) checkTypesOf(body *ir.Body, read bool) {
	if body.Format != ir.Bytes && body.Format != ir.Download {
		return
	}
	at := ir.Fault{At: body.At}
	if len(body.Types) == 0 {
		b.fault(at, "content of bytes needs a media type, such as image/png")
	}
	for _, t := range body.Types {
		essence, ok := accept.MediaType(t)
		label, _, parameters := strings.Cut(t, ";")
		switch {
		case !ok || strings.Contains(essence, "*") || strings.TrimSpace(label) != essence:
			b.fault(at, "%q is not a media type in lower case, such as image/png", t)
		case parameters && read:
			b.fault(at, "%q has parameters, by which requests are not told apart; write %s", t, essence)
		}
	}
}
