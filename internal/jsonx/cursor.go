package jsonx

// kinds are the kinds of values by their first byte.
var kinds = [256]Kind{
	'n': Null, 'f': False, 't': True, '"': String, '{': Object, '[': Array, '-': Number,
	'0': Number, '1': Number, '2': Number, '3': Number, '4': Number,
	'5': Number, '6': Number, '7': Number, '8': Number, '9': Number,
}

// level is the innermost open container; nil at the top level.
func (r *Reader) level() *level {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1]
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

// take consumes the document up to end.
func (r *Reader) take(end int) {
	r.end, r.pos = end, end
	r.between, r.ahead = true, Invalid
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

// skipContainer consumes a whole object or array, without recursion.
func (r *Reader) skipContainer() {
	outer := len(r.open)
	for r.enter(); len(r.open) > outer && r.fault == nil; {
		if r.open[len(r.open)-1].object {
			if _, _, _, ok := r.name(); !ok {
				continue
			}
		} else if !r.Item() {
			continue
		}
		switch r.Kind() {
		case Object, Array:
			r.enter()
		case Invalid:
			return
		default:
			r.scalar()
		}
	}
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
