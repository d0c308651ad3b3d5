package paginate_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

type status string

type product struct {
	ID      string
	Name    string
	Price   int64
	Weight  *float64
	Status  status
	Note    *string
	Created time.Time
	Hidden  int
	Tags    []string
}

var (
	id      = prop.UUID("id").ReadOnly()
	name    = prop.String("name").MinLen(1).MaxLen(20)
	price   = prop.Int64("price").Min(0)
	weight  = prop.Float64("weight").Optional()
	state   = prop.Enum[status]("status", "draft", "active", "retired").Default("draft")
	note    = prop.Nullable(prop.String("note").MaxLen(10))
	created = prop.DateTime("created_at").ReadOnly()
	hidden  = prop.Int("hidden")
	tags    = prop.Array(prop.String("tags").MaxLen(5))
	length  = prop.Int("length")

	products = collection.Of("Product", func(p *product) collection.Fields {
		return collection.Fields{
			id.At(&p.ID).Key(),
			name.At(&p.Name),
			price.At(&p.Price),
			weight.AtOptional(&p.Weight),
			state.At(&p.Status),
			note.At(&p.Note),
			created.At(&p.Created),
			hidden.At(&p.Hidden).Only(collection.Create),
			tags.At(&p.Tags),
			collection.Computed(length, func(p *product) int { return len(p.Name) }),
		}
	})

	key   = []byte(strings.Repeat("k", 32))
	other = []byte(strings.Repeat("o", 32))
)

// list is a list that is served without HTTP.
type list struct {
	*pagination.List
	reader *pagination.Reader
	inputs []pagination.Input
	slots  []codec.Input
}

func listing(plan paginate.Plan) *pagination.List {
	return pagination.NewList(plan, codec.BodyOf(products.List()).Rows)
}

func serve(t testing.TB, l *pagination.List) *list { return serveAs(t, l, "GET /products") }

func serveAs(t testing.TB, l *pagination.List, operation string) *list {
	t.Helper()
	for _, f := range l.Faults() {
		t.Errorf("%s: %s", f.At, f.Message)
	}
	s := &list{List: l, reader: l.Compile(operation), inputs: l.Inputs()}
	for _, in := range s.inputs {
		for _, f := range verify.Faults(property.NodeOf(in.Prop)) {
			t.Errorf("%s: %s", f.At, f.Message)
		}
		s.slots = append(s.slots, property.SlotOf(in.Prop, codec.NewCompiler(tree.Create)))
	}
	return s
}

type source = codec.Cells

// request is a source, as calls are.
type request struct {
	source
	cells []any
	given []bool
}

// Missing implements [codec.Owner].
func (*list) Missing() string { return "declared by the test" }

// Named implements [codec.Owner].
func (*list) Named(string) *tree.Prop { return nil }

// parse reads a query as a route does.
func (s *list) parse(rawQuery string, rep *codec.Report) *request {
	raw := map[string][]string{}
	for pair := range strings.SplitSeq(rawQuery, "&") {
		if name, value, _ := strings.Cut(pair, "="); pair != "" {
			raw[name] = append(raw[name], value)
		}
	}
	r := &request{cells: make([]any, len(s.slots)), given: make([]bool, len(s.slots))}
	layout := &codec.Layout{Owner: s}
	for _, in := range s.inputs {
		layout.Inputs = append(layout.Inputs, property.NodeOf(in.Prop).ID)
	}
	r.source = codec.NewCells(layout, r.cells, r.given, nil, nil)
	for i, in := range s.inputs {
		name := in.Prop.Name()
		texts := raw[name]
		delete(raw, name)
		r.cells[i], r.given[i] = s.slots[i].Cell(), len(texts) > 0
		mark := rep.Mark()
		switch {
		case len(texts) == 0 && !property.NodeOf(in.Prop).MayBeAbsent():
			rep.Add(codec.Required)
		case len(texts) == 0:
			if fill := s.slots[i].Filler(); fill != nil {
				fill(s.slots[i].At(r.cells[i]))
			}
		case len(texts) > 1:
			rep.Add(codec.Repeated)
		case in.CSV:
			var parts []string
			for part := range strings.SplitSeq(texts[0], ",") {
				parts = append(parts, unescape(part))
			}
			s.slots[i].ParseList(rep, parts, s.slots[i].At(r.cells[i]))
		default:
			s.slots[i].Parser()(rep, unescape(texts[0]), s.slots[i].At(r.cells[i]))
		}
		rep.Parameter(mark, tree.InQuery, name)
	}
	for name := range raw {
		rep.ForeignParameter(tree.InQuery, name)
	}
	return r
}

func unescape(s string) string {
	text, err := url.QueryUnescape(s)
	if err != nil {
		panic(err)
	}
	return text
}

type tenant struct{}

func (s *list) readAs(who, rawQuery string) (paginate.Query, prop.Violations) {
	var rep codec.Report
	src := s.parse(rawQuery, &rep)
	if rep.Since(0) {
		return paginate.Query{}, codec.Gather[prop.Violations](&rep)
	}
	q, ok := s.reader.Read(context.WithValue(context.Background(), tenant{}, who), src, &rep)
	if ok == rep.Since(0) {
		panic("a violation goes with no query")
	}
	return q, codec.Gather[prop.Violations](&rep)
}

func (s *list) read(rawQuery string) (paginate.Query, prop.Violations) { return s.readAs("", rawQuery) }

func (s *list) mustRead(t testing.TB, rawQuery string) paginate.Query {
	t.Helper()
	q, vs := s.read(rawQuery)
	if vs != nil {
		t.Fatalf("%s: %v", rawQuery, vs)
	}
	return q
}

// page is a slice of entities.
type page []any

func (p page) Len() int         { return len(p) }
func (p page) Entity(i int) any { return p[i] }

// answer returns the pagination object of a page of products.
func (s *list) answer(t testing.TB, q paginate.Query, items []product, more bool, total int) pagination.PageInfo {
	t.Helper()
	entities := make(page, len(items))
	for i := range items {
		entities[i] = &items[i]
	}
	var a pagination.PageInfo
	err := s.reader.Describe(&a, q, entities, more, total)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// codes returns the violations in one line.
func codes(vs prop.Violations) string {
	var all []string
	for _, v := range vs {
		all = append(all, v.Parameter+strings.TrimPrefix(v.Pointer, "#")+" "+v.Code)
	}
	return strings.Join(all, ", ")
}

func ptr[V any](v V) *V { return &v }

// text returns the pagination object of a response.
func (s *list) text(a pagination.PageInfo) string {
	var e codec.Encoder
	s.reader.Append(&e, &a)
	return string(e.B)
}

func open(c paginate.Condition) query.Condition { return seal.Box[query.Condition](c).Open() }

func openTerm(t paginate.Term) query.Term { return seal.Box[query.Term](t).Open() }
