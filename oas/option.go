package oas

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
)

// Option says which document of an API is meant. Options are values and can be
// used again.
type Option struct{ apply func(*options) }

// options is what the options of a document ask for.
type options struct {
	prefixes  []string
	audiences []string
	info      struct{ title, version string }
	words     translator
	cache     Cache
	mount     string // the path that the API is served below, where nothing else says it
	fault     error
}

func askedBy(options []Option) (a options) {
	for _, o := range options {
		o.apply(&a)
	}
	return a
}

// PathPrefix leaves out the operations whose path is not below one of the prefixes,
// such as those of another version of the API:
//
//	oas.JSON(app, oas.V31, oas.PathPrefix("/v2"))
//
// A prefix is a whole number of segments: /v2 is not a prefix of /v20.
func PathPrefix(prefixes ...string) Option {
	return Option{func(a *options) {
		for _, p := range prefixes {
			a.prefixes = append(a.prefixes, strings.TrimRight(p, "/"))
		}
	}}
}

// ForAudience is the document of those who belong to one of the audiences. It has the
// operations that are declared for one of them, beside those that are for
// everybody; without this option a document has the latter only.
func ForAudience(audiences ...string) Option {
	return Option{func(a *options) { a.audiences = append(a.audiences, audiences...) }}
}

// Titled gives the document another title and version than the API has, such as
// those of a group of its routes.
func Titled(title, version string) Option {
	return Option{func(a *options) {
		if a.info.title, a.info.version = title, version; title == "" || version == "" {
			a.fault = errors.New("Titled needs a title and a version")
		}
	}}
}

// Cache is what documents can be kept in, as a tenon.Cache is.
type Cache interface {
	Get(ctx context.Context, key string) (value []byte, ok bool)
	Put(ctx context.Context, key string, value []byte) error
}

// Cached keeps YAML for the next start:
//
//	oas.Handler(app, oas.Cached(tenon.NewDirCache(dir)))
//
// A document is found again only where it would be the same to the byte.
func Cached(c Cache) Option { return Option{func(a *options) { a.cache = c }} }

// Language is the document in a language: what the library says of rules and problems
// is what the catalogue of package l10n has for the tag, or for the language
// that is chosen instead (RFC 4647 §3.4). The texts of the application are looked
// up by how they are declared, and so are the library's own texts that are in no
// catalogue:
//
//	oas.JSON(app, oas.V31, oas.Language("de", l10n.Builtin(), map[string]string{
//		"What is for sale.": "Was es zu kaufen gibt.",
//	}))
//
// What is found nowhere stays as it is declared. Names, codes and examples are
// the same in every language.
func Language(tag string, languages render.Locales, own map[string]string) Option {
	return Option{func(a *options) {
		if languages == nil {
			a.fault = errors.New("Language needs a catalog, such as l10n.Builtin()")
			return
		}
		a.words = translator{ir.CatalogOf(languages).Choose([]string{tag}), own}
	}}
}

// operations are those that the document is about.
func (a *options) operations(all []*ir.Operation) (kept []*ir.Operation) {
	for _, op := range all {
		if !op.Hidden && a.below(op.Path) && a.may(op.Audiences) {
			kept = append(kept, op)
		}
	}
	return kept
}

// webhooks are those that the document is about; they have no path.
func (a *options) webhooks(all []ir.Webhook) (kept []ir.Webhook) {
	for _, h := range all {
		if !h.Operation.Hidden && a.may(h.Operation.Audiences) {
			kept = append(kept, h)
		}
	}
	return kept
}

func (a *options) below(path string) bool {
	return a.prefixes == nil || slices.ContainsFunc(a.prefixes, func(p string) bool {
		rest, ok := strings.CutPrefix(path, p)
		return ok && (rest == "" || rest[0] == '/')
	})
}

func (a *options) may(audiences []string) bool {
	return len(audiences) == 0 || slices.ContainsFunc(audiences, func(who string) bool { return slices.Contains(a.audiences, who) })
}
