package ir

// Locale is the language in which one answer is told. Each of its texts may be
// missing; then what the declaration says stands.
type Locale interface {
	// Tag is the tag of the language (RFC 5646).
	Tag() string
	// Violation says what a value must be. The property is the name of the member
	// or the parameter that broke the rule; the key is that of the text, such as
	// type.integer, or the code. The author is that of the English text.
	Violation(_ Key, property, key string, params []Param, by Author) (text string, ok bool)
	// Title says what kind of problem a code stands for.
	Title(_ Key, code string, by Author) (text string, ok bool)
	// Detail says the same in a sentence, or a [Detail] by its key.
	Detail(_ Key, key string, params []Param, by Author) (text string, ok bool)
}

// Author is who has put something into words.
type Author uint8

// The authors. What the library says of its own problems is not said of one that
// an application gives the same code, and its English does not replace that of
// an application.
const (
	Application Author = iota
	Library
)
