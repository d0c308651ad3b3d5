package oas

import (
	"context"

	"github.com/tenon-go/tenon/internal/openapi"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// Option selects a document of an API. It is an immutable value.
type Option struct {
	option openapi.Option // the zero value has no effect
	cache  Cache
}

func settings(options []Option) []openapi.Option {
	all := make([]openapi.Option, len(options))
	for i, o := range options {
		all[i] = o.option
	}
	return all
}

// PathPrefix omits the operations whose paths are not below one of the prefixes, such as those
// of another version of the API:
//
//	oas.JSON(app, oas.V31, oas.PathPrefix("/v2"))
//
// A prefix consists of whole segments: /v2 is not a prefix of /v20.
func PathPrefix(prefixes ...string) Option { return Option{option: openapi.PathPrefix(prefixes...)} }

// ForAudience adds the operations that are declared for one of the audiences. By default, a
// document has only the operations for every audience.
func ForAudience(audiences ...string) Option {
	return Option{option: openapi.ForAudience(audiences...)}
}

// Titled sets the title and the version of the document, if they differ from those of the
// API.
func Titled(title, version string) Option { return Option{option: openapi.Titled(title, version)} }

// RequestExamples adds an example to each request body and each required parameter that has
// none, made from the types and rules:
//
//	oas.Handler(app, oas.RequestExamples())
//
// A union gets one for each of its cases. Declared examples stay as they are. Each example
// was validated as the server validates a request. A body for which none is found gets none,
// for example because a custom rule is on a property without an example. Files and streams
// have no examples, and members that not every caller may send are left out.
//
// The page of package oas/docs has these examples; so have mock servers and programs that
// import documents to try requests. Without the option, a document has only what is declared.
func RequestExamples() Option { return Option{option: openapi.RequestExamples()} }

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
func Cached(c Cache) Option { return Option{cache: c} }

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
	if languages == nil {
		return Option{option: openapi.NoLanguage()}
	}
	return Option{option: openapi.Language(tree.CatalogOf(languages).Choose([]string{tag}), own)}
}
