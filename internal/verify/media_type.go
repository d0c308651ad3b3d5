package verify

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/tree"
)

// mediaTypes checks the media types that bodies of bytes, files and JSON name.
func (a *API) mediaTypes(u bodyUse) {
	body := u.body
	switch {
	case body.Format == tree.JSON && body.Types != nil:
		for _, t := range body.Types {
			if essence, ok := accept.MediaType(t); ok && !accept.IsJSON(essence) && !slices.Contains(body.Coded, t) {
				a.fault(body.At, "%q is not JSON, such as application/scim+json", t)
			}
		}
	case body.Format != tree.Bytes && body.Format != tree.Download:
		return
	case len(body.Types) == 0:
		a.fault(body.At, "the body needs a media type, such as image/png")
	}
	for _, t := range body.Types {
		essence, ok := accept.MediaType(t)
		label, _, parameters := strings.Cut(t, ";")
		switch {
		case accept.IsRange(t):
			a.mediaRange(u, t)
		case !ok || strings.TrimSpace(label) != essence:
			a.fault(body.At, "%q is not a media type in lower case, such as image/png", t)
		case parameters && u.read:
			a.fault(body.At, "%q has parameters, which do not distinguish requests; write %s", t, essence)
		}
	}
}

// mediaRange checks a range of media types, which stands for any of them in a document.
func (a *API) mediaRange(u bodyUse, t string) {
	body := u.body
	usual := body.Sent(t)
	switch {
	case usual == t, accept.Covers(t, usual): // a file names its type
	case body.Format == tree.JSON:
		a.fault(body.At, "%q has no JSON, which is sent and read", t)
	case !u.read && body.Format == tree.Bytes:
		a.fault(body.At, "%q is a range: bytes are sent with one media type; a file of route.Download names its own", t)
	}
}
