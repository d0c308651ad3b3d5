package media

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// MemberStyle is the style of a member of a form.
type MemberStyle struct {
	Name  string
	Style tree.Style
	// AbsentIfEmpty makes a member absent whose text is empty; Style has no meaning then.
	AbsentIfEmpty bool
	Fault         string // what is wrong, or ""
}

// collections returns the collection of a form, or those of the cases of its union.
func (f fields) collections() []*tree.Collection {
	if n := NodeOf(f.body); n != nil {
		return tree.CollectionsOf(n.Prop)
	}
	return nil
}

// membersOf returns the members of a form with a name: one, or one of each case of a union that has it.
func (f fields) membersOf(name string) (all []*tree.Member) {
	for _, c := range f.collections() {
		for _, m := range c.Members {
			if m.Prop.Name == name {
				all = append(all, m)
			}
		}
	}
	return all
}

// checkStyles reports what is wrong with the styles, and whether nothing is.
func (f fields) checkStyles(fault func(string)) (ok bool) {
	ok = true
	for i := range f.styles {
		if what := f.checkStyle(i); what != "" {
			ok = false
			fault(what)
		}
	}
	return ok
}

// checkStyle returns what is wrong with a style, or "".
func (f fields) checkStyle(i int) string {
	s, members := f.styles[i], f.membersOf(f.styles[i].Name)
	switch {
	case s.Fault != "":
		return s.Fault
	case !slices.ContainsFunc(members, func(m *tree.Member) bool { return m.Has(tree.Create) }):
		return "a form has a style for " + strconv.Quote(s.Name) + ", which is not a member of the collection in create mode"
	case slices.ContainsFunc(f.styles[:i], func(other MemberStyle) bool { return other.Name == s.Name }):
		return "a form has two styles for " + strconv.Quote(s.Name)
	case s.Style == tree.Exploded:
		return "Exploded is for parameters of a query, which member " + strconv.Quote(s.Name) + " of a form is not"
	}
	for _, m := range members {
		if what := s.check(m); what != "" {
			return what
		}
	}
	for _, c := range f.collections() {
		if c.Rest != nil && !slices.ContainsFunc(c.Members, func(m *tree.Member) bool { return m.Prop.Name == s.Name }) {
			return "a form has a style for " + strconv.Quote(s.Name) + ", which is an additional member of case " + strconv.Quote(c.Name)
		}
		for _, other := range c.Members {
			if s.Style == tree.DeepObject && strings.HasPrefix(other.Prop.Name, s.Name+"[") {
				return "member " + strconv.Quote(other.Prop.Name) + " is a member of DeepObject " + strconv.Quote(s.Name) + " too"
			}
		}
	}
	return ""
}

// check returns what is wrong with the style for a member, or "".
func (s *MemberStyle) check(m *tree.Member) string {
	switch {
	case s.AbsentIfEmpty && m.Required(tree.Create):
		return "AbsentIfEmpty is for a member that may be absent, which " + strconv.Quote(s.Name) + " is not"
	case tree.MayHaveFiles(m.Prop):
		return "a style is for what a form has as text, and " + strconv.Quote(s.Name) + " may be a file"
	case s.Style == tree.DeepObject && !tree.Nests(m.Prop) && !m.Nullable(tree.Create):
		return "DeepObject is for an object, a list or a nullable text in a form, which " + strconv.Quote(s.Name) + " is not"
	case s.delimiter() != "" && !isTexts(m.Prop):
		return "a style with a delimiter is for a list of texts in a form, which " + strconv.Quote(s.Name) + " is not"
	}
	return ""
}

// isTexts reports whether a property is a list of scalars.
func isTexts(p *tree.Prop) bool {
	list, ok := p.Type.(tree.Array)
	if !ok || tree.Nests(list.Item) {
		return false
	}
	_, file := list.Item.Type.(tree.File)
	return !file
}

func (s *MemberStyle) delimiter() string {
	if s.Style == tree.CSV {
		return ","
	}
	return s.Style.Delimiter()
}

// memberStyles are the compiled styles of a form by the names of members.
type memberStyles map[string]*memberStyle

type memberStyle struct {
	MemberStyle
	brackets map[*tree.Prop]brackets // of the members of the cases; nil for other styles
}

type brackets struct {
	*codec.Brackets
	again func(text []byte) []byte
}

func (f fields) stylesOf() memberStyles {
	if len(f.styles) == 0 {
		return nil
	}
	all := memberStyles{}
	for _, s := range f.styles {
		one := &memberStyle{MemberStyle: s}
		if s.Style == tree.DeepObject {
			one.brackets = map[*tree.Prop]brackets{}
			for p, again := range codec.Again(f.Codec(), s.Name) {
				one.brackets[p] = brackets{codec.BracketsOf(p), again}
			}
		}
		all[s.Name] = one
	}
	return all
}

// parse reads the fields of a form.
func (all memberStyles) parse(x *Exchange, p *codec.Pairs, v place.Addr) error {
	pairs, err := all.read(x.pairs, x.Limits.Members)
	if err == nil {
		p.ParsePairs(&x.Decoder.Report, pairs, v)
	}
	return err
}

// read returns the fields of a form as they are without styles: values in brackets are fields
// with JSON, and the items of a list are fields of their own. limit bounds how many values are in
// brackets and in lists.
func (all memberStyles) read(fields []codec.Pair, limit int) ([]codec.Pair, error) {
	if all == nil {
		return fields, nil
	}
	out := make([]codec.Pair, 0, len(fields))
	first := map[string]int{} // the index of a member in out
	nested := map[string]*[]codec.Pair{}
	values := 0
	for _, p := range fields {
		base := p.Name
		if i := strings.IndexByte(base, '['); i >= 0 && all[base] == nil {
			base = base[:i]
		}
		s := all[base]
		switch {
		case s != nil && s.AbsentIfEmpty:
			if p.Text != "" || p.Part != nil {
				out = append(out, p)
			}
		case s != nil && s.brackets != nil:
			if values += 1 + strings.Count(p.Name, "["); values > limit {
				return nil, Malformed(tree.FormFields)
			}
			group := nested[base]
			if group == nil {
				group = new([]codec.Pair)
				nested[base] = group
				out = append(out, codec.Pair{Name: base, Read: func(r *codec.Report, of *tree.Prop) ([]byte, bool) { return s.brackets[of].JSON(r, *group) }})
			}
			p.Name = p.Name[len(base):]
			*group = append(*group, p)
		case s == nil || base != p.Name || p.Part != nil:
			out = append(out, p)
		case s.delimiter() == "":
			p.JSON = true
			out = append(out, p)
		default:
			if at, again := first[base]; again {
				out[at].Read = repeated
				continue
			}
			first[base] = len(out)
			if values += 1 + strings.Count(p.Text, s.delimiter()); values > limit {
				return nil, Malformed(tree.FormFields)
			}
			for item := range strings.SplitSeq(p.Text, s.delimiter()) {
				out = append(out, codec.Pair{Name: base, Text: item})
			}
		}
	}
	return out, nil
}

func repeated(r *codec.Report, _ *tree.Prop) ([]byte, bool) {
	r.Add(codec.Repeated)
	return nil, false
}

// writers returns functions that write the members.
func (all memberStyles) writers() codec.PairWriters {
	if all == nil {
		return nil
	}
	w := codec.PairWriters{}
	for name, s := range all {
		if !s.AbsentIfEmpty {
			w[name] = s.write
		}
	}
	return w
}

func (s *memberStyle) write(of *tree.Prop, text []byte) (pairs []codec.Pair, ok bool) {
	switch {
	case s.brackets != nil:
		b := s.brackets[of]
		if pairs, ok = b.Pairs(text); !ok || len(pairs) == 0 {
			return nil, ok
		}
		if pairs, ok = b.Write(text, b.again); !ok {
			return nil, false
		}
		for i := range pairs {
			pairs[i].Name = s.Name + pairs[i].Name
		}
		return pairs, true
	case s.delimiter() == "":
		return []codec.Pair{{Name: s.Name, Text: string(text), JSON: true}}, true
	}
	items, ok := textsOf(text)
	if len(items) == 0 || slices.ContainsFunc(items, func(item string) bool { return strings.Contains(item, s.delimiter()) }) {
		return nil, ok && len(items) == 0
	}
	return []codec.Pair{{Name: s.Name, Text: strings.Join(items, s.delimiter())}}, ok
}

// textsOf returns the items of a list in JSON as texts.
func textsOf(list []byte) (items []string, ok bool) {
	var r jsonx.Reader
	r.Reset(list, jsonx.Limits{Members: len(list) + 1})
	if r.Kind() != jsonx.Array {
		return nil, false
	}
	for r.Array(); r.Item(); {
		if r.Kind() == jsonx.String {
			items = append(items, r.Text())
		} else {
			items = append(items, string(r.Raw()))
		}
	}
	return items, r.Err() == nil
}
