package openapi

import (
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// page is JSON text that is being written, indented by two spaces. It is written from beginning
// to end; only [page.back] removes text that turned out not to be needed.
type page struct {
	b        []byte
	depth    int
	fresh    bool // the innermost object or list is empty
	wrong    bool // a text is not valid UTF-8:
	mistaken string
}

const indentation = "\n                                                                "

// line begins a member or an item on a line of its own.
func (p *page) line() {
	if !p.fresh {
		p.b = append(p.b, ',')
	}
	p.fresh = false
	p.indent()
}

func (p *page) indent() {
	n := 1 + 2*p.depth
	for n > len(indentation) {
		p.b = append(p.b, indentation...)
		p.indentRest(n - len(indentation))
		return
	}
	p.b = append(p.b, indentation[:n]...)
}

func (p *page) indentRest(n int) { p.b = append(p.b, strings.Repeat(" ", n)...) }

func (p *page) open(bracket byte) {
	p.b = append(p.b, bracket)
	p.depth++
	p.fresh = true
}

func (p *page) close(bracket byte) {
	p.depth--
	if !p.fresh {
		p.indent()
	}
	p.b = append(p.b, bracket)
	p.fresh = false
}

// key begins a member whose name is a keyword of OpenAPI.
func (p *page) key(word string) {
	p.line()
	p.b = append(append(append(p.b, '"'), word...), `": `...)
}

// name begins a member whose name may be any text.
func (p *page) name(n string) {
	p.line()
	p.value(n)
	p.b = append(p.b, ": "...)
}

// object begins a member that is an object; list begins one that is a list.
func (p *page) object(word string) {
	p.key(word)
	p.open('{')
}

func (p *page) list(word string) {
	p.key(word)
	p.open('[')
}

// named begins a member with any name that is an object.
func (p *page) named(n string) {
	p.name(n)
	p.open('{')
}

// item begins an item that is an object.
func (p *page) item() {
	p.line()
	p.open('{')
}

func (p *page) end()     { p.close('}') }
func (p *page) endList() { p.close(']') }

// value writes any text as a string.
func (p *page) value(s string) {
	b, err := jsonx.AppendString(p.b, s)
	if err != nil && !p.wrong {
		p.wrong, p.mistaken = true, s
	}
	p.b = b
}

// text writes a member that is a string; some omits it if the string is empty.
func (p *page) text(word, s string) {
	p.key(word)
	p.value(s)
}

func (p *page) some(word, s string) {
	if s != "" {
		p.text(word, s)
	}
}

// literal writes a member that is a number, true, false or null.
func (p *page) literal(word, lit string) {
	p.key(word)
	p.b = append(p.b, lit...)
}

// flag writes a member if it is true.
func (p *page) flag(word string, is bool) {
	if is {
		p.literal(word, "true")
	}
}

// texts writes a member that is a list of strings, or nothing if there are none.
func (p *page) texts(word string, all []string) {
	if len(all) == 0 {
		return
	}
	p.list(word)
	for _, s := range all {
		p.line()
		p.value(s)
	}
	p.endList()
}

// mark is a position on a page to return to.
type mark struct {
	at, depth int
	fresh     bool
}

func (p *page) mark() mark { return mark{len(p.b), p.depth, p.fresh} }

// back removes what was written since the mark.
func (p *page) back(m mark) { p.b, p.depth, p.fresh = p.b[:m.at], m.depth, m.fresh }

// endOr ends an object, or removes it with its name if it is empty.
func (p *page) endOr(m mark) {
	if p.fresh {
		p.back(m)
		return
	}
	p.end()
}

// endListOr is endOr for a list.
func (p *page) endListOr(m mark) {
	if p.fresh {
		p.back(m)
		return
	}
	p.endList()
}
