package tree

// Catalog holds the messages of an API in several languages. It is an interface, because package l10n,
// which implements it, imports golang.org/x/text, and a program that serves links no other module (ADR
// 26).
type Catalog interface {
	// Faults returns the faults of the declaration.
	Faults() []Fault
	// Choose returns the locale that the values of Accept-Language prefer.
	Choose(acceptLanguage []string) Locale
}

// SealedCatalog is an l10n.Catalog, which embeds [CatalogCore].
type SealedCatalog interface{ catalog() Catalog }

// CatalogCore holds a catalog. Its method is unexported, so that users of l10n do not
// see it.
type CatalogCore struct{ c Catalog }

// CatalogCoreOf returns the core of a catalog.
func CatalogCoreOf(c Catalog) CatalogCore { return CatalogCore{c} }

func (c CatalogCore) catalog() Catalog {
	if c.c == nil {
		return NoCatalog{}
	}
	return c.c
}

// CatalogOf returns the catalog of an l10n.Catalog.
func CatalogOf(c SealedCatalog) Catalog { return c.catalog() }

// Locale is the language of one response. Each of its texts may be missing; then the
// text of the declaration is used.
type Locale interface {
	// Tag returns the language tag (RFC 5646).
	Tag() string
	// Violation returns the message of a violation. The property is the name of the
	// member or parameter; the key is that of the message, such as type.integer, or the
	// code. The author is that of the English text.
	Violation(property, key string, params []Param, by Author) (text string, ok bool)
	// Title returns the title of a problem.
	Title(code string, by Author) (text string, ok bool)
	// Detail returns the detail of a problem by its code, or a [Detail] by its key.
	Detail(key string, params []Param, by Author) (text string, ok bool)
}

// Author is the author of a text.
type Author uint8

// The authors. The library's translations of its own problems are not used for a problem
// of an application with the same code, and its English does not replace that of an
// application.
const (
	Application Author = iota
	Library
)

// NoCatalog is the catalog without languages, and the locale without texts.
type NoCatalog struct{}

func (NoCatalog) Faults() []Fault        { return nil }
func (NoCatalog) Choose([]string) Locale { return NoCatalog{} }
func (NoCatalog) Tag() string            { return "" }

func (NoCatalog) Violation(string, string, []Param, Author) (string, bool) { return "", false }
func (NoCatalog) Title(string, Author) (string, bool)                      { return "", false }
func (NoCatalog) Detail(string, []Param, Author) (string, bool)            { return "", false }
