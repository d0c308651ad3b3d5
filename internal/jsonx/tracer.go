package jsonx

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// tracer reads a document again, token by token, to find its first fault. Unlike a reader (see
// [Reader.Next]) it keeps every name, and so knows the pointer of each token. Its time is linear in the document.
type tracer struct {
	doc   []byte
	end   int // behind the last token
	open  []level
	names names
	named bool // the last token was a name, whose value is due
}

// step consumes the next token, or returns its fault. At the end of the document, outside of
// all containers, that is an [Empty] fault.
func (t *tracer) step() *Fault {
	doc, l := t.doc, t.level()
	at := scanSpace(doc, t.end)
	begun := at
	switch {
	case at == len(doc) && l == nil:
		return newFault(Empty, at, "")
	case at == len(doc):
		return newFault(Truncated, at, t.memberPointer())
	}
	var found byte
	if c := doc[at]; c == ':' || c == ',' {
		found = c
		at = scanSpace(doc, at+1)
	}
	next := byte('"') // a string can follow anywhere
	if at < len(doc) {
		next = doc[at]
	}
	switch {
	case t.delimiter(next) != found:
		return t.unexpected(begun, t.memberPointer())
	case at == len(doc):
		return newFault(Truncated, at, t.memberPointer())
	}
	return t.token(at)
}

// delimiter returns the comma or the colon that must precede a token, or 0.
func (t *tracer) delimiter(next byte) byte {
	switch l := t.level(); {
	case t.named:
		return ':'
	case l != nil && l.begun > 0 && next != '}' && next != ']':
		return ','
	}
	return 0
}

// token consumes the token at an offset.
func (t *tracer) token(at int) *Fault {
	doc, l := t.doc, t.level()
	end, ok := at+1, true
	switch kind := kinds[doc[at]]; kind {
	case Null:
		end, ok = matchWord(doc, at, "null")
	case False:
		end, ok = matchWord(doc, at, "false")
	case True:
		end, ok = matchWord(doc, at, "true")
	case Number:
		end, ok = scanNumber(doc, at)
	case String:
		escaped := false
		if end, escaped, ok = scanString(doc, at); !ok {
			return t.stringFault(end)
		}
		if l != nil && l.object && !t.named {
			return t.name(at, end, escaped)
		}
	case Invalid:
		if doc[at] == '}' || doc[at] == ']' {
			return t.close(at)
		}
		return t.unexpected(at, t.nextPointer())
	}
	switch {
	case !ok && end == len(doc):
		return newFault(Truncated, end, t.nextPointer())
	case !ok:
		return t.unexpected(end, t.nextPointer())
	case l != nil && l.object && !t.named: // a name is due
		return newFault(Syntax, at, t.nextPointer())
	case l != nil && !l.object:
		l.begun++
	}
	t.end, t.named = end, false
	if c := doc[at]; c == '{' || c == '[' {
		t.open = append(t.open, level{object: c == '{', names: len(t.names.list)})
	}
	return nil
}

// matchWord is scanWord, but if ok is false end is the first byte that differs.
func matchWord(doc []byte, at int, word string) (end int, ok bool) {
	n := 0
	for n < len(word) && at+n < len(doc) && doc[at+n] == word[n] {
		n++
	}
	return at + n, n == len(word)
}

// name consumes the name between two offsets.
func (t *tracer) name(at, end int, escaped bool) *Fault {
	l := t.level()
	if !t.names.add(t.doc, l, at, end, escaped) {
		text := t.doc[at+1 : end-1]
		if escaped {
			text = appendUnescaped(nil, text)
		}
		return newFault(Duplicate, at, string(appendName([]byte(t.nextPointer()), text)))
	}
	l.begun++
	t.end, t.named = end, true
	return nil
}

// close consumes the '}' or ']' at an offset.
func (t *tracer) close(at int) *Fault {
	switch l := t.level(); {
	case l == nil:
		return newFault(Syntax, at, "")
	case l.object != (t.doc[at] == '}') && l.begun > 0:
		return newFault(Syntax, at, parent(t.nextPointer())) // of the array, or of what an object is in
	case l.object != (t.doc[at] == '}') || t.named:
		return newFault(Syntax, at, t.nextPointer())
	default:
		t.names.forget(l)
		t.open = t.open[:len(t.open)-1]
		t.end = at + 1
		return nil
	}
}

func (t *tracer) level() *level {
	if len(t.open) == 0 {
		return nil
	}
	return &t.open[len(t.open)-1]
}

// unexpected returns the fault of a byte that cannot stand at an offset.
func (t *tracer) unexpected(at int, pointer string) *Fault {
	if c, size := utf8.DecodeRune(t.doc[at:]); c == utf8.RuneError && size == 1 {
		return newFault(UTF8, at, pointer)
	}
	return newFault(Syntax, at, pointer)
}

// stringFault returns the fault of a string that is invalid from an offset on.
func (t *tracer) stringFault(at int) *Fault {
	rest := t.doc[at:]
	switch reason := Syntax; {
	case len(rest) == 0, rest[0] >= utf8.RuneSelf && !utf8.FullRune(rest):
		return newFault(Truncated, len(t.doc), t.nextPointer())
	case rest[0] == '\\':
		if reason = escapeReason(rest); reason == Truncated {
			at = len(t.doc)
		}
		return newFault(reason, at, t.nextPointer())
	default:
		return t.unexpected(at, t.nextPointer())
	}
}

// escapeReason returns why b does not begin with an escape.
func escapeReason(b []byte) Reason {
	switch unit, ok := scanHex(b[min(2, len(b)):]); {
	case isEscapePrefix(b, false):
		return Truncated
	case b[1] != 'u' || !ok || unit < 0xD800 || 0xDFFF < unit:
		return Syntax
	case isEscapePrefix(b[len(`\ud800`):], true):
		return Truncated
	}
	return UTF8 // RFC 7493 §2.1
}

// isEscapePrefix reports whether b, the end of a document, is the beginning of an escape of
// six bytes: of any, or of a low surrogate.
func isEscapePrefix(b []byte, low bool) bool {
	if len(b) >= len(`\u0000`) {
		return false
	}
	for i, c := range b {
		allowed := "0123456789abcdefABCDEF"
		switch {
		case i < 2:
			allowed = `\u`[i : i+1]
		case low && i == 2:
			allowed = "dD"
		case low && i == 3:
			allowed = "cdefCDEF"
		}
		if strings.IndexByte(allowed, c) < 0 {
			return false
		}
	}
	return true
}

// lastPointer returns the pointer of what was read last: a container that has just begun, or else a
// value or a name in it.
func (t *tracer) lastPointer() string {
	if l := t.level(); l != nil && l.begun > 0 {
		return t.pointer(len(t.open), 0)
	}
	return t.containerPointer()
}

// nextPointer returns the pointer of the value that is due, or of the object whose name is due.
func (t *tracer) nextPointer() string {
	switch l := t.level(); {
	case t.named:
		return t.pointer(len(t.open), 0)
	case l != nil && !l.object:
		return t.pointer(len(t.open), 1)
	}
	return t.containerPointer()
}

// memberPointer returns the pointer of the member whose value is due, or else of the container.
func (t *tracer) memberPointer() string {
	if t.named {
		return t.nextPointer()
	}
	return t.containerPointer()
}

// containerPointer returns the pointer of the innermost open container.
func (t *tracer) containerPointer() string { return t.pointer(len(t.open)-1, 0) }

// pointer returns the RFC 6901 pointer of what was read last in the innermost of depth containers;
// in an array, behind is how many items to go on from there.
func (t *tracer) pointer(depth, behind int) string {
	var b []byte
	for i := range depth {
		l, names := &t.open[i], t.names.list
		if i+1 < len(t.open) {
			names = names[:t.open[i+1].names]
		}
		if l.object {
			b = appendName(b, t.names.text(t.doc, names[len(names)-1]))
			continue
		}
		index := l.begun - 1
		if i == depth-1 {
			index += behind
		}
		b = strconv.AppendInt(append(b, '/'), int64(index), 10)
	}
	return string(b)
}

// appendName appends a reference token (RFC 6901 §3, §4).
//
//go:noinline
func appendName(b, name []byte) []byte {
	b = append(b, '/')
	for _, c := range name {
		switch c {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, c)
		}
	}
	return b
}
