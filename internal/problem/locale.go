package problem

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// catalogKey is the key of a [Localizing] in a request's context.
type catalogKey struct{}

// localizingOf returns what localizes the problems of a request; nil without a catalog.
func localizingOf(r *http.Request) *Localizing {
	l, _ := r.Context().Value(catalogKey{}).(*Localizing)
	return l
}

// Localizing makes the problems of requests have the languages of a catalog.
type Localizing struct{ catalog tree.Catalog }

// Localize returns what localizes problems with a catalog.
func Localize(c tree.Catalog) *Localizing { return &Localizing{c} }

// Request returns a request whose problems are sent in one of the languages of the
// catalog, also those of middleware.
func (x *Localizing) Request(r *http.Request) *http.Request {
	if known := localizingOf(r); known != nil && known.catalog == x.catalog {
		return r
	}
	return r.WithContext(context.WithValue(r.Context(), catalogKey{}, x))
}

// Locale returns the locale that the client prefers; nil without a catalog.
func Locale(r *http.Request) tree.Locale {
	l := localizingOf(r)
	if l == nil {
		return nil
	}
	return l.locale(r)
}

func (x *Localizing) locale(r *http.Request) tree.Locale {
	return x.catalog.Choose(r.Header["Accept-Language"])
}

// localized returns the problem in the language that the client prefers. It sets Content-Language, and
// adds Accept-Language to Vary (RFC 9110 §8.5, §12.5.5).
func (x *Localizing) localized(p *Problem, h http.Header, r *http.Request) *Problem {
	l := x.locale(r)
	if l == nil {
		return p
	}
	h["Content-Language"] = []string{l.Tag()}
	VaryLanguage(h)
	return p.in(l)
}

var (
	varyLanguage = []string{"Accept-Language"}
	varyAccept   = []string{"Accept"}
)

// VaryLanguage adds Accept-Language to Vary.
func VaryLanguage(h http.Header) { vary(h, varyLanguage) }

// vary adds a line with one name to Vary, unless it has the name.
func vary(h http.Header, line []string) {
	lines := h["Vary"]
	for _, known := range lines {
		for name := range strings.SplitSeq(known, ",") {
			if name = strings.Trim(name, " \t"); name == "*" || strings.EqualFold(name, line[0]) {
				return
			}
		}
	}
	if len(lines) == 0 {
		h["Vary"] = line
		return
	}
	h["Vary"] = append(slices.Clip(lines), line[0])
}

// in returns the problem in a language. Texts that the catalog lacks stay as they are.
func (p *Problem) in(l tree.Locale) *Problem {
	return p.Edit(func(d *Data) {
		if text, ok := l.Title(d.Code, d.author); ok {
			d.Title = text
		}
		key, author := d.detailKey, d.author
		if key == "" {
			key = d.Code
			if d.Detail != "" { // the application's
				author = tree.Application
			}
		}
		if text, ok := l.Detail(key, d.args, author); ok {
			d.Detail = text
		}
		if text, ok := l.Detail(tree.RuleTooLong.Key, nil, tree.Library); ok {
			d.tooLong = text
		}
		if !d.translated { // a ProblemWriter may serve a problem again
			d.Violations, d.report, d.translated = translated(p.List(), l), nil, true
		}
	})
}

// minViolation is the minimum length of a violation without its texts.
const minViolation = len(`{"code":"","detail":""}`)

// translated returns violations in a language, as many as a problem can hold.
func translated(vs prop.Violations, l tree.Locale) prop.Violations {
	vs = slices.Clone(vs)
	for i, length := 0, 0; i < len(vs) && length <= MaxViolations; i++ {
		v := &vs[i]
		params := make([]tree.Param, len(v.Params))
		for j, p := range v.Params {
			params[j] = tree.Param(p)
		}
		key, author := message.KeyOf(v.Code, v.Detail, params), tree.Application
		if v.Detail == message.English(key, params) {
			author = tree.Library
		}
		if text, ok := l.Violation(propertyOf(v), key, params, author); ok {
			v.Detail = text
		}
		length += minViolation + len(v.Detail)
	}
	return vs
}

// propertyOf returns the name of the member or parameter that violates a rule; for an
// item, that of its list.
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
