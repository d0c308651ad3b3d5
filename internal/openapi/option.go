package openapi

import (
	"errors"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// Option selects a document of an API. It is an immutable value.
type Option struct{ apply func(*options) } // nil: no effect

// options are the settings of a document.
type options struct {
	prefixes  []string
	audiences []string
	info      struct{ title, version string }
	words     translator
	mount     string // the path below which the API is served, if it declares no server
	fault     error
	everyone  bool // all audiences

	makeExamples bool
}

func optionsOf(options []Option) (a options) {
	for _, o := range options {
		if o.apply != nil {
			o.apply(&a)
		}
	}
	return a
}

// PathPrefix implements oas.PathPrefix.
func PathPrefix(prefixes ...string) Option {
	return Option{func(a *options) {
		for _, p := range prefixes {
			a.prefixes = append(a.prefixes, strings.TrimRight(p, "/"))
		}
	}}
}

// ForAudience implements oas.ForAudience.
func ForAudience(audiences ...string) Option {
	return Option{func(a *options) { a.audiences = append(a.audiences, audiences...) }}
}

// Titled implements oas.Titled.
func Titled(title, version string) Option {
	return Option{func(a *options) {
		if a.info.title, a.info.version = title, version; title == "" || version == "" {
			a.fault = errors.New("Titled needs a title and a version")
		}
	}}
}

// NoLanguage is oas.Language without a catalog.
func NoLanguage() Option {
	return Option{func(a *options) { a.fault = errors.New("Language needs a catalog, such as l10n.Builtin()") }}
}

// Language implements oas.Language.
func Language(texts tree.Locale, own map[string]string) Option {
	return Option{func(a *options) { a.words = translator{texts, own} }}
}

// Mounted names the path below which the API is served, if it declares no server.
func Mounted(path string) Option { return Option{func(a *options) { a.mount = path }} }

// operations returns the operations of the document.
func (a *options) operations(all []*tree.Operation) (kept []*tree.Operation) {
	for _, op := range all {
		if !op.Hidden && a.below(op.Path) && a.may(op.Audiences) {
			kept = append(kept, op)
		}
	}
	return kept
}

// webhooks returns the webhooks of the document; they have no path.
func (a *options) webhooks(all []tree.Webhook) (kept []tree.Webhook) {
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
	return a.everyone || len(audiences) == 0 || slices.ContainsFunc(audiences, func(name string) bool { return slices.Contains(a.audiences, name) })
}
