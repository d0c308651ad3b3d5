package jsonx_test

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// oracle is a reader whose every step is one of jsontext's: what Reader has to do, and
// slower. It gives no shared strings.
type oracle struct {
	dec    jsontext.Decoder
	source bytes.Buffer
	doc    []byte
	limits jsonx.Limits
	fault  *jsonx.Fault

	between bool // the next step is Member, Item or End, not to read a value
	ahead   jsonx.Kind
}

func (r *oracle) Reset(doc []byte, limits jsonx.Limits) {
	r.source = *bytes.NewBuffer(doc)
	r.dec.Reset(&r.source)
	if limits.Depth <= 0 {
		limits.Depth = jsonx.DefaultDepth
	}
	if limits.Members <= 0 {
		limits.Members = jsonx.DefaultMembers
	}
	r.doc, r.limits = doc, limits
	r.fault, r.between, r.ahead = nil, false, jsonx.Invalid
}

func (r *oracle) Kind() jsonx.Kind {
	if r.ahead != jsonx.Invalid {
		return r.ahead
	}
	return r.look()
}

func (r *oracle) Null() {
	if r.expect(jsonx.Null) {
		r.token()
	}
}

func (r *oracle) Bool() bool {
	switch r.Kind() {
	case jsonx.True:
		return r.token()
	case jsonx.False:
		r.token()
		return false
	default:
		r.misuse()
		return false
	}
}

func (r *oracle) Object() {
	if r.expect(jsonx.Object) {
		r.open()
	}
}

func (r *oracle) Array() {
	if r.expect(jsonx.Array) {
		r.open()
	}
}

func (r *oracle) Member() (name string, ok bool) {
	if r.fault != nil {
		return "", false
	}
	container, read := r.level()
	if container != '{' || !r.between {
		r.misuse()
		return "", false
	}
	switch r.dec.PeekKind() {
	case '"':
		start, end, ok := r.value()
		if !ok {
			return "", false
		}
		if read/2 >= int64(r.limits.Members) {
			r.fail(jsonx.Members, start, r.dec.StackPointer().Parent())
			return "", false
		}
		r.between = false
		return r.memberName(start, end), true
	case '}':
		r.token()
		return "", false
	default:
		r.refuseNext()
		return "", false
	}
}

func (r *oracle) Item() bool {
	if r.fault != nil {
		return false
	}
	if container, _ := r.level(); container != '[' || !r.between {
		r.misuse()
		return false
	}
	switch kind := r.dec.PeekKind(); kind {
	case 'n', 'f', 't', '"', '0', '{', '[':
		r.between, r.ahead = false, jsonx.Kind(kind)
		return true
	case ']':
		r.token()
		return false
	default:
		r.refuseNext()
		return false
	}
}

func (r *oracle) Skip() {
	if kind := r.Kind(); kind == jsonx.Object || kind == jsonx.Array {
		r.skipContainer()
	} else if kind != jsonx.Invalid {
		r.token()
	}
}

func (r *oracle) Raw() string {
	switch r.Kind() {
	case jsonx.Invalid:
		return ""
	case jsonx.Object, jsonx.Array:
		start := r.nextOffset()
		if !r.skipContainer() {
			return ""
		}
		return r.text(start, r.Offset())
	default:
		start, end, ok := r.value()
		if !ok {
			return ""
		}
		return r.text(start, end)
	}
}

func (r *oracle) End() error {
	if r.fault != nil {
		return r.fault
	}
	switch container, read := r.level(); {
	case container != 0:
		r.misuse()
	case read == 0:
		if r.Kind() != jsonx.Invalid {
			r.misuse()
		}
	default:
		if at := r.nextOffset(); at < len(r.doc) {
			r.fail(jsonx.Trailing, at, "")
		}
	}
	return r.Err()
}

func (r *oracle) Err() error {
	if r.fault == nil {
		return nil
	}
	return r.fault
}

func (r *oracle) Offset() int {
	return int(r.dec.InputOffset())
}

// level is the innermost open container ('{', '[', or 0 for the top level) and how much of
// it has been read: names and values count one each.
func (r *oracle) level() (container jsontext.Kind, read int64) {
	return r.dec.StackIndex(r.dec.StackDepth())
}

// look finds the kind of the next value.
func (r *oracle) look() jsonx.Kind {
	switch {
	case r.fault != nil:
		return jsonx.Invalid
	case r.between:
		r.notDue()
		return jsonx.Invalid
	}
	switch kind := r.dec.PeekKind(); kind {
	case 'n', 'f', 't', '"', '0', '{', '[':
		r.ahead = jsonx.Kind(kind)
		return r.ahead
	default:
		r.refuseNext()
		return jsonx.Invalid
	}
}

// expect reports whether the next value has this kind; if not, that is a fault.
func (r *oracle) expect(kind jsonx.Kind) bool {
	if r.Kind() == kind {
		return true
	}
	r.misuse()
	return false
}

// token consumes one token.
func (r *oracle) token() bool {
	r.between, r.ahead = true, jsonx.Invalid
	if _, err := r.dec.ReadToken(); err != nil {
		r.refuse(err)
		return false
	}
	return true
}

// value consumes one scalar value or name, which lies between the two offsets.
func (r *oracle) value() (start, end int, ok bool) {
	before := r.Offset()
	if !r.token() {
		return 0, 0, false
	}
	// jsontext's ReadValue would return the text itself, but is the slower way.
	return r.skipToToken(before), r.Offset(), true
}

// open consumes '{' or '['.
func (r *oracle) open() {
	if r.token() && r.dec.StackDepth() > r.limits.Depth {
		r.fail(jsonx.Depth, r.Offset()-1, r.dec.StackPointer())
	}
}

// skipContainer consumes a whole object or array, token by token: jsontext's own ReadValue
// recurses and knows nothing of our limits.
func (r *oracle) skipContainer() bool {
	outer := r.dec.StackDepth()
	members := 2 * int64(r.limits.Members)
	for {
		before := r.Offset()
		if !r.token() {
			return false
		}
		depth := r.dec.StackDepth()
		if depth == outer {
			return true
		}
		if depth > r.limits.Depth {
			r.fail(jsonx.Depth, r.Offset()-1, r.dec.StackPointer())
			return false
		}
		if container, read := r.level(); container == '{' && read > members {
			r.fail(jsonx.Members, r.skipToToken(before), r.dec.StackPointer().Parent())
			return false
		}
	}
}

// refuseNext records what is wrong with the token ahead. What jsontext finds nothing wrong
// with is the end of a container, out of place.
func (r *oracle) refuseNext() {
	at := r.nextOffset()
	pointer := r.dec.StackPointer()
	if r.token() {
		r.fail(jsonx.Syntax, at, pointer)
	}
}

// notDue records an attempt to read a value before Member or Item, or after the top-level value.
func (r *oracle) notDue() {
	at := r.nextOffset()
	if container, _ := r.level(); container == 0 && at < len(r.doc) {
		r.fail(jsonx.Trailing, at, "")
		return
	}
	r.misuse()
}

// misuse records a step that the caller must not take here.
func (r *oracle) misuse() {
	if r.fault == nil {
		r.fail(jsonx.Syntax, r.nextOffset(), r.dec.StackPointer())
	}
}

// refuse records an error of jsontext's.
func (r *oracle) refuse(err error) {
	r.stop(faultOf(err, r.doc))
}

func (r *oracle) fail(reason jsonx.Reason, offset int, pointer jsontext.Pointer) {
	r.stop(newFault(reason, offset, pointer))
}

// stop ends the reading. The first fault is the one that counts.
func (r *oracle) stop(fault *jsonx.Fault) {
	if r.fault == nil {
		r.fault = fault
	}
	r.ahead = jsonx.Invalid
}

// nextOffset is where the token after what has been read begins. It is for faults and the end of
// the document, where jsontext has not yet accepted the text between.
func (r *oracle) nextOffset() int {
	at := r.Offset()
	if container, _ := r.level(); container != 0 {
		return r.skipToToken(at)
	}
	for at < len(r.doc) && isSpace(r.doc[at]) {
		at++
	}
	return at
}

// skipToToken goes over white space and the commas and colons inside a container.
func (r *oracle) skipToToken(at int) int {
	for at < len(r.doc) && (isSpace(r.doc[at]) || r.doc[at] == ',' || r.doc[at] == ':') {
		at++
	}
	return at
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

func (r *oracle) Text() string {
	if !r.expect(jsonx.String) {
		return ""
	}
	start, end, ok := r.value()
	if !ok {
		return ""
	}
	if raw := r.doc[start:end]; bytes.IndexByte(raw, '\\') >= 0 {
		return r.unescape(raw)
	}
	return r.text(start+1, end-1)
}

func (r *oracle) Literal() string {
	if !r.expect(jsonx.Number) {
		return ""
	}
	start, end, ok := r.value()
	if !ok {
		return ""
	}
	return r.text(start, end)
}

func (r *oracle) text(start, end int) string { return string(r.doc[start:end]) }

func (r *oracle) memberName(start, end int) string { return r.unescape(r.doc[start:end]) }

func (r *oracle) unescape(raw []byte) string {
	out, _ := jsontext.AppendUnquote(nil, raw)
	return string(out)
}

func newFault(reason jsonx.Reason, offset int, pointer jsontext.Pointer) *jsonx.Fault {
	for len(pointer) > 1<<10 {
		pointer = pointer.Parent()
	}
	return &jsonx.Fault{Reason: reason, Offset: offset, Pointer: string(pointer)}
}

// faultOf translates an error that jsontext reported while it read doc.
func faultOf(err error, doc []byte) *jsonx.Fault {
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		return newFault(jsonx.Empty, len(doc), "")
	}
	offset := int(syntactic.ByteOffset)
	switch {
	case errors.Is(syntactic.Err, io.ErrUnexpectedEOF):
		return newFault(jsonx.Truncated, len(doc), syntactic.JSONPointer)
	case errors.Is(syntactic.Err, jsontext.ErrDuplicateName):
		return newFault(jsonx.Duplicate, offset, syntactic.JSONPointer)
	}
	reason := jsonx.Syntax
	if rest := doc[min(offset, len(doc)):]; len(rest) > 0 {
		if r, size := utf8.DecodeRune(rest); r == utf8.RuneError && size == 1 {
			reason = jsonx.UTF8
		} else if len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' && strings.HasSuffix(syntactic.Err.Error(), "in string") {
			// RFC 8259 §7: there are escapes in strings only.
			unit, err := strconv.ParseUint(string(rest[2:6]), 16, 16)
			if err == nil && 0xD800 <= unit && unit <= 0xDFFF {
				reason = jsonx.UTF8
			}
		}
	}
	return newFault(reason, offset, syntactic.JSONPointer)
}
