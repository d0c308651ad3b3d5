package pagination

import (
	"net/url"
	"strconv"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// declareKeys declares the parameters of a list by key.
func (l *List) declareKeys() {
	names, key := &l.plan.Names, l.plan.Key
	after, before := names.After, names.Before
	if after == "" {
		after = query.AfterParam.Name()
	}
	if before == "" {
		before = query.BeforeParam.Name()
	}
	l.after = key.Parameter(after, "The `"+key.Node.Name+"` of an entity: the page follows it. By default, the first page.")
	if !l.plan.ForwardOnly {
		l.before = key.Parameter(before, "The `"+key.Node.Name+"` of an entity: the page precedes it.")
	}
}

// keyParameter returns the property of a parameter, or nil.
func keyParameter(p *query.Parameter) prop.Prop {
	if p == nil {
		return nil
	}
	return p.Prop
}

// byKey checks what only lists by key need.
func (c *checker) byKey() {
	key := c.plan.Key
	if key == nil {
		return // a fault says so
	}
	var rows *ir.Collection
	if c.rows != nil {
		rows = c.rows.Collection()
	}
	key.Check(rows, c.isMember(placedTerm{Term: query.Term{Node: key.Node}}), c.plan.Pagination, func(format string, args ...any) {
		c.fault(c.plan.At, format, args...)
	})
}

// keyText is a key in a response.
type keyText struct {
	text   *string
	number *int64
}

func (k *keyText) set(text string) {
	k.text = &text
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		k.number = &n
	}
}

// keyMember binds a member to a key. A plan that is not by key has a fault.
func keyMember(m query.Member, key *query.Key, k *keyText, doc string) collection.Field {
	if key == nil {
		return prop.Nullable(prop.String(m.Name).Describe(doc)).At(&k.text)
	}
	return key.Member(m.Name, doc, &k.text, &k.number)
}

// keyReader reads and writes the keys of a list by key.
type keyReader struct {
	slot          codec.Input
	before        string // the parameter; "": there is none
	escapedBefore string
}

func newKeyReader(l *List) *keyReader {
	k := &keyReader{slot: property.SlotOf(l.after.Prop, codec.NewCompiler(ir.Create))}
	if l.before != nil {
		k.before = l.before.Node.Name
		k.escapedBefore = url.QueryEscape(k.before)
	}
	return k
}

// readKeys reads the keys that a page is next to.
func (r *Reader) readKeys(q *request, src prop.Source) {
	var p query.Position
	p.After = keyIn(src, r.list.after)
	if r.list.before != nil {
		p.Before = keyIn(src, r.list.before)
	}
	if p.After != nil || p.Before != nil {
		p.Backward = p.After == nil
		q.Cursor.Position = &p
	}
}

func keyIn(src prop.Source, p *query.Parameter) (key any) {
	if cell, given := codec.CellIn(src, p.Node.ID); given {
		key, _ = p.Filter.Open(cell, nil)
	}
	return key
}

// keyLinks describes the page of a list by key, which begins and ends with these keys.
func (r *Reader) keyLinks(q *request, page Entities, more bool, s *summary) PageInfo {
	a := PageInfo{First: PageLink{Exists: true}, Also: r.also}
	count := page.Len()
	if count == 0 {
		return a
	}
	first, last := r.keyOf(page.Entity(0)), r.keyOf(page.Entity(count-1))
	s.firstKey.set(first)
	s.lastKey.set(last)
	p := q.Cursor.Position
	if p == nil {
		p = new(query.Position)
	}
	if p.After != nil && p.Before != nil {
		a.Also = "" // the next page ends there, too
	}
	if more || p.Backward {
		a.Next = PageLink{Exists: true, Value: url.QueryEscape(last)}
	}
	if r.key.before != "" && (p.Backward && more || p.After != nil && p.Before == nil) {
		a.Prev = PageLink{Exists: true, Value: url.QueryEscape(first), Escaped: r.key.escapedBefore}
	}
	return a
}

// keyOf returns the text of the key of an entity.
func (r *Reader) keyOf(entity any) string {
	key := r.list.plan.Key
	cell, ok := r.list.rows.Cell(key.Node.ID, entity)
	if !ok || key.Order.IsNull(cell) {
		return ""
	}
	return string(r.key.slot.Text(nil, cell))
}
