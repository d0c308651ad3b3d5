package render

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/prop"
)

// Locales are the languages in which an API tells problems. It is what
// l10n.Catalog is, so that only programs with several languages link the texts
// of them.
type Locales interface {
	// Tags returns the tags of the languages (RFC 5646).
	Tags() []string
	// Faults returns what is wrong with the declaration. It is for sibling
	// packages.
	Faults(ir.Key) []ir.Fault
	// Choose returns the language that the lines of Accept-Language ask for. It is
	// for sibling packages.
	Choose(_ ir.Key, acceptLanguage []string) ir.Locale
}

// localesKey finds the Locales in the context of a request.
type localesKey struct{}

// WithLocales returns a request of which every problem is told in one of the
// languages, also those of middlewares. It is for sibling packages.
func WithLocales(_ ir.Key, r *http.Request, languages Locales) *http.Request {
	ctx := r.Context()
	if known, _ := ctx.Value(localesKey{}).(Locales); known == languages {
		return r
	}
	return r.WithContext(context.WithValue(ctx, localesKey{}, languages))
}

// Language returns the tag of the language in which a problem would be written for a
// request: of those of the API, the one that Accept-Language asks for. It is "" in an
// API without Locales. The response depends on it: add Accept-Language to Vary, or
// call Language of the route's call, which does.
func Language(r *http.Request) string {
	languages, _ := r.Context().Value(localesKey{}).(Locales)
	if languages == nil {
		return ""
	}
	return languages.Choose(ir.Key{}, r.Header["Accept-Language"]).Tag()
}

// Varies notes that a response depends on Accept-Language. It is for sibling packages.
func Varies(_ ir.Key, h http.Header) { vary(h) }

// localized returns the problem in the language that a request asks for, and
// says in the header of the answer which one that is, and that it depends on the
// request (RFC 9110 §8.5, §12.5.5).
func (p *Problem) localized(h http.Header, r *http.Request) *Problem {
	languages, _ := r.Context().Value(localesKey{}).(Locales)
	if languages == nil {
		return p
	}
	l := languages.Choose(ir.Key{}, r.Header["Accept-Language"])
	h["Content-Language"] = []string{l.Tag()}
	vary(h)
	return p.in(l)
}

var varyLanguage = []string{"Accept-Language"}

// vary adds Accept-Language to what is in Vary already.
func vary(h http.Header) {
	lines := h["Vary"]
	for _, line := range lines {
		for field := range strings.SplitSeq(line, ",") {
			if field = strings.Trim(field, " \t"); field == "*" || strings.EqualFold(field, "Accept-Language") {
				return
			}
		}
	}
	if len(lines) == 0 {
		h["Vary"] = varyLanguage
		return
	}
	h["Vary"] = append(slices.Clip(lines), "Accept-Language")
}

// in returns the problem in a language; what that does not say stays as it is.
func (p *Problem) in(l ir.Locale) *Problem {
	return p.edit(func(p *Problem) {
		if text, ok := l.Title(ir.Key{}, p.code, p.author); ok {
			p.title = text
		}
		key, author := p.said, p.author
		if key == "" {
			key = p.code
			if p.detail != "" { // somebody else's words
				author = ir.Application
			}
		}
		if text, ok := l.Detail(ir.Key{}, key, p.args, author); ok {
			p.detail = text
		}
		if text, ok := l.Detail(ir.Key{}, ir.RuleTooLong.Key, nil, ir.Library); ok {
			p.untold = text
		}
		if !p.translated { // which an application may have asked to answer with more
			p.violations, p.noted, p.translated = translated(p.List(), l), nil, true
		}
	})
}

// least is the fewest bytes that a violation takes beside its texts.
const least = len(`{"code":"","detail":""}`)

// translated returns violations in a language, as many as a problem can hold.
func translated(vs prop.Violations, l ir.Locale) prop.Violations {
	vs = slices.Clone(vs)
	for i, length := 0, 0; i < len(vs) && length <= MaxProblem; i++ {
		v := &vs[i]
		params := make([]ir.Param, len(v.Params))
		for j, p := range v.Params {
			params[j] = ir.Param(p)
		}
		key, author := message.KeyOf(v.Code, v.Detail, params), ir.Application
		if v.Detail == message.English(key, params) {
			author = ir.Library
		}
		if text, ok := l.Violation(ir.Key{}, propertyOf(v), key, params, author); ok {
			v.Detail = text
		}
		length += least + len(v.Detail)
	}
	return vs
}

// propertyOf returns the name of the member or the parameter that broke a rule;
// an item is called by the name of its list.
func propertyOf(v *prop.Violation) string {
	rest := strings.TrimPrefix(v.Pointer, "#")
	for rest != "" {
		i := strings.LastIndexByte(rest, '/')
		segment := rest[i+1:]
		if rest = rest[:max(i, 0)]; strings.Trim(segment, "0123456789") == "" {
			continue // an index, or the key of a map
		}
		if name, err := url.PathUnescape(segment); err == nil { // RFC 6901 §6
			segment = name
		}
		return strings.ReplaceAll(strings.ReplaceAll(segment, "~1", "/"), "~0", "~") // §4
	}
	return v.Parameter
}
