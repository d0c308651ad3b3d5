package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// NamesOf returns the rules that a property of text has for the names of members.
func NamesOf(f Form) (*tree.Names, CheckName) {
	compiled := Once(func() *Text { return TextOf(f.Compile(NewCompiler(tree.Create))) })
	check := func(r *Report, name string) string {
		v, mark := f.Type.New(), r.Mark()
		compiled().ParseText(r, name, v)
		if r.Since(mark) {
			r.ofName(mark)
			return name
		}
		return string(compiled().AppendText(nil, v))
	}
	return &tree.Names{Prop: f.Node, Accepts: func(name string) bool {
		var r Report
		check(&r, name)
		return !r.Since(0)
	}}, check
}

// ofName says of the violations since mark that they are of the name of the member that they are
// at, and not of its value.
func (r *Report) ofName(mark int) {
	for i := min(mark, len(r.list)); i < len(r.list); i++ {
		of := r.list[i].Issue
		params := append(slices.Clip(of.Params), tree.Param{Name: "property_name", JSON: "true"})
		named, message := &Issue{Code: of.Code, Key: of.Key, Params: params}, of.Message()
		named.message.Store(&message)
		r.list[i].Issue = named
	}
}

// checkName checks a name that a client sent, and returns it as it is stored.
func (c *members) checkName(r *Report, name string) string {
	if c.name != nil {
		return c.name(r, name)
	}
	return name
}

// readName is checkName for a name in a document whose members are read into the map at a. Two
// spellings of one name are the same name. m is the mask of a patch, or nil.
func (c *members) readName(d *Decoder, a place.Addr, name string, m *Mask) string {
	if c.name == nil {
		return name
	}
	name = c.checkName(&d.Report, name)
	if c.entries.Load(a, name, c.entries.Value.New()) || m != nil && slices.Contains(m.gone, name) {
		d.Repeated()
	}
	return name
}

// checkGone checks the names of the members that a patch removes.
func (c *members) checkGone(r *Report, names []string) {
	for _, name := range names {
		mark := r.Mark()
		c.checkName(r, name)
		r.underUndeclared(mark, name)
	}
}
