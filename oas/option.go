package oas

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
)

// Option selects a document of an API. It is an immutable value.
type Option struct{ apply func(*options) }

// options are the settings of a document.
type options struct {
	prefixes  []string
	audiences []string
	info      struct{ title, version string }
	words     translator
	cache     Cache
	mount     string // the path below which the API is served, if it declares no server
	fault     error

	makeExamples bool
}

func optionsOf(options []Option) (a options) {
	for _, o := range options {
		o.apply(&a)
	}
	return a
}

// PathPrefix omits the operations whose paths are not below one of the prefixes, such as those
// of another version of the API:
//
//	oas.JSON(app, oas.V31, oas.PathPrefix("/v2"))
//
// A prefix consists of whole segments: /v2 is not a prefix of /v20.
func PathPrefix(prefixes ...string) Option {
	return Option{func(a *options) {
		for _, p := range prefixes {
			a.prefixes = append(a.prefixes, strings.TrimRight(p, "/"))
		}
	}}
}

// ForAudience adds the operations that are declared for one of the audiences. By default, a
// document has only the operations for every audience.
func ForAudience(audiences ...string) Option {
	return Option{func(a *options) { a.audiences = append(a.audiences, audiences...) }}
}

// Titled sets the title and the version of the document, if they differ from those of the
// API.
func Titled(title, version string) Option {
	return Option{func(a *options) {
		if a.info.title, a.info.version = title, version; title == "" || version == "" {
			a.fault = errors.New("Titled needs a title and a version")
		}
	}}
}

// Cache stores documents; a tenon.Cache is one.
type Cache interface {
	Get(ctx context.Context, key string) (value []byte, ok bool)
	Put(ctx context.Context, key string, value []byte) error
}

// Cached caches YAML between starts of the program:
//
//	oas.Handler(app, oas.Cached(tenon.NewDirCache(dir)))
//
// A cached document is used only if it equals the new one byte for byte.
func Cached(c Cache) Option { return Option{func(a *options) { a.cache = c }} }

// Language sets the language of the document. Messages of rules and problems come from the
// catalog of package l10n for the tag, or for the best match (RFC 4647 §3.4). Texts of the
// application, and texts of the library that no catalog has, are translated by own, whose keys
// are the declared texts:
//
//	oas.JSON(app, oas.V31, oas.Language("de", l10n.Builtin(), map[string]string{
//		"What is for sale.": "Was es zu kaufen gibt.",
//	}))
//
// Texts without a translation are unchanged. Names, codes and examples are the same in every
// language.
func Language(tag string, languages render.Locales, own map[string]string) Option {
	return Option{func(a *options) {
		if languages == nil {
			a.fault = errors.New("Language needs a catalog, such as l10n.Builtin()")
			return
		}
		a.words = translator{ir.CatalogOf(languages).Choose([]string{tag}), own}
	}}
}

// operations returns the operations of the document.
func (a *options) operations(all []*ir.Operation) (kept []*ir.Operation) {
	for _, op := range all {
		if !op.Hidden && a.below(op.Path) && a.may(op.Audiences) {
			kept = append(kept, op)
		}
	}
	return kept
}

// webhooks returns the webhooks of the document; they have no path.
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
	return len(audiences) == 0 || slices.ContainsFunc(audiences, func(name string) bool { return slices.Contains(a.audiences, name) })
}
