package jsonx

// kinds are the kinds of values by their first byte.
var kinds = [256]Kind{
	'n': Null, 'f': False, 't': True, '"': String, '{': Object, '[': Array, '-': Number,
	'0': Number, '1': Number, '2': Number, '3': Number, '4': Number,
	'5': Number, '6': Number, '7': Number, '8': Number, '9': Number,
}

// Kind returns the kind of the next value: of the current array, after a member's name, or
// of the top level. It is [Invalid] at a fault.
func (r *Reader) Kind() Kind {
	if r.ahead != Invalid {
		return r.ahead
	}
	return r.look()
}

// look returns the kind of the next value.
func (r *Reader) look() Kind {
	switch {
	case r.fault != nil:
		return Invalid
	case r.between:
		r.notDue()
		return Invalid
	}
	at := r.space(r.pos)
	if len(r.open) > 0 { // after a name; Item sets the kind of an item
		if r.byteAt(at) != ':' {
			r.refuse()
			return Invalid
		}
		at = r.space(at + 1)
	}
	kind := kinds[r.byteAt(at)]
	if kind == Invalid {
		r.refuse()
		return Invalid
	}
	r.pos, r.ahead = at, kind
	return kind
}

// expect reports whether the next value has this kind; if not, that is a fault.
func (r *Reader) expect(kind Kind) bool {
	if r.Kind() == kind {
		return true
	}
	r.misuse()
	return false
}

// Null consumes a null.
func (r *Reader) Null() {
	if r.expect(Null) {
		r.scalar()
	}
}

// Bool consumes and returns a boolean.
func (r *Reader) Bool() bool {
	switch r.Kind() {
	case True:
		return r.scalar()
	case False:
		r.scalar()
		return false
	default:
		r.misuse()
		return false
	}
}

// scalar consumes a value of a known kind that is not a container.
func (r *Reader) scalar() bool {
	end, ok := 0, false
	switch r.ahead {
	case String:
		end, _, ok = scanString(r.doc, r.pos)
	case Number:
		end, ok = scanNumber(r.doc, r.pos)
	case True:
		end, ok = scanWord(r.doc, r.pos, "true")
	case False:
		end, ok = scanWord(r.doc, r.pos, "false")
	case Null:
		end, ok = scanWord(r.doc, r.pos, "null")
	}
	if !ok {
		r.refuse()
		return false
	}
	r.take(end)
	return true
}

// Object consumes the '{' of an object; [Reader.Member] then goes through its members.
func (r *Reader) Object() {
	if r.expect(Object) {
		r.enter()
	}
}

// Array consumes the '[' of an array; [Reader.Item] then goes through its items.
func (r *Reader) Array() {
	if r.expect(Array) {
		r.enter()
	}
}

// enter consumes '{' or '['.
func (r *Reader) enter() {
	r.open = append(r.open, level{object: r.ahead == Object, names: len(r.names.list)})
	r.take(r.pos + 1)
	if len(r.open) > r.limits.Depth {
		r.fail(Depth, r.end-1, r.pointer())
	}
}

// leave consumes the '}' or ']' at an offset.
func (r *Reader) leave(at int) {
	r.names.forget(&r.open[len(r.open)-1])
	r.open = r.open[:len(r.open)-1]
	r.take(at + 1)
}

// level is the innermost open container; nil at the top level.
func (r *Reader) level() *level {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1]
}

// Member consumes the name of the current object's next member, whose value is to be
// read next. When ok is false the object's '}' has been consumed, or there is a fault.
// Names are unescaped; they are to be compared exactly.
func (r *Reader) Member() (name string, ok bool) {
	start, end, escaped, ok := r.name()
	if !ok {
		return "", false
	}
	if escaped {
		return string(r.names.last()), true
	}
	if len(r.doc) > ShareLimit {
		return r.cached(r.doc[start:end]), true
	}
	return r.text(start, end), true
}

// name consumes the name of the next member, between the offsets; with
// escapes, it is the last of r.names. When ok is false the object has ended, or there is
// a fault.
func (r *Reader) name() (start, end int, escaped, ok bool) {
	l := r.level()
	if r.fault != nil || l == nil || !l.object || !r.between {
		r.misuse()
		return 0, 0, false, false
	}
	at := r.space(r.pos)
	c := r.byteAt(at)
	if c == '}' {
		r.leave(at)
		return 0, 0, false, false
	}
	if l.begun > 0 {
		if c != ',' {
			r.refuse()
			return 0, 0, false, false
		}
		at = r.space(at + 1)
		c = r.byteAt(at)
	}
	if c != '"' {
		r.refuse()
		return 0, 0, false, false
	}
	end, escaped, ok = scanString(r.doc, at)
	if !ok || !r.names.add(r.doc, l, at, end, escaped) {
		r.refuse()
		return 0, 0, false, false
	}
	l.begun++
	r.take(end)
	if l.begun > r.limits.Members {
		r.fail(Members, at, parent(r.pointer()))
		return 0, 0, false, false
	}
	r.between = false
	if r.steps++; r.steps%patience == 0 {
		r.checkDone()
	}
	return at + 1, end - 1, escaped, r.fault == nil
}

// Next consumes the name of the current object's next member if it is that of key, and
// reports whether it is. If not, call [Reader.Member]. Callers that know the usual order of
// members save the lookup of names.
//
// The reader does not remember the name: callers of Next must find members that occur
// twice, whichever method read them, and call [Reader.Repeated].
func (r *Reader) Next(key *Key) bool {
	l := r.level()
	if r.fault != nil || l == nil || !l.object || !r.between || l.begun >= r.limits.Members {
		return false
	}
	at := r.space(r.pos)
	if l.begun > 0 {
		if r.byteAt(at) != ',' {
			return false
		}
		at = r.space(at + 1)
	}
	if !key.begins(r.doc[at:]) {
		return false
	}
	end := at + len(key.text)
	value := r.space(end)
	kind := kinds[r.byteAt(value)]
	if kind == Invalid {
		return false // Kind reports the fault
	}
	l.begun++
	r.end, r.pos = end-1, value
	r.between, r.ahead = false, kind
	return true
}

// Repeated reports that the name read last occurred before in the object: a [Duplicate]
// fault.
func (r *Reader) Repeated() {
	if r.fault == nil {
		r.refuse()
	}
}

// Item reports whether the current array has another item, which is to be read next.
// When it is false the array's ']' has been consumed, or there is a fault. A second call
// before the item is read is a fault, not an endless loop.
func (r *Reader) Item() bool {
	l := r.level()
	if r.fault != nil || l == nil || l.object || !r.between {
		r.misuse()
		return false
	}
	at := r.space(r.pos)
	c := r.byteAt(at)
	if c == ']' {
		r.leave(at)
		return false
	}
	if l.begun > 0 {
		if c != ',' {
			r.refuse()
			return false
		}
		at = r.space(at + 1)
		c = r.byteAt(at)
	}
	kind := kinds[c]
	if kind == Invalid {
		r.refuse()
		return false
	}
	l.begun++
	r.between, r.ahead, r.pos = false, kind, at
	if r.steps++; r.steps%patience == 0 {
		r.checkDone()
	}
	return r.fault == nil
}

// take consumes the document up to end.
func (r *Reader) take(end int) {
	r.end, r.pos = end, end
	r.between, r.ahead = true, Invalid
}

// space returns the first offset from at without white space.
func (r *Reader) space(at int) int { return scanSpace(r.doc, at) }

// byteAt returns the byte at an offset, and 0, which begins no token, at the end.
func (r *Reader) byteAt(at int) byte {
	if at < len(r.doc) {
		return r.doc[at]
	}
	return 0
}

// scanSpace skips white space (RFC 8259 §2).
func scanSpace(doc []byte, at int) int {
	for at < len(doc) && isSpace(doc[at]) {
		at++
	}
	return at
}

func isSpace(c byte) bool { return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t') }
