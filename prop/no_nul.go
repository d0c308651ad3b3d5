package prop

import "github.com/tenon-go/tenon/tree"

// NoNUL forbids the character U+0000, which text and jsonb of PostgreSQL cannot store. JSON has
// it as \u0000, and parameters as %00.
func (p *StringProp[V]) NoNUL() *StringProp[V] {
	return (*StringProp[V])((*core)(p).Rule(tree.NoNUL{}))
}

// NoNUL forbids the character U+0000 in the text; see [StringProp.NoNUL].
func (p *ScalarProp[V]) NoNUL() *ScalarProp[V] {
	return (*ScalarProp[V])((*core)(p).Rule(tree.NoNUL{}))
}

// NoNUL forbids the character U+0000 in the names of members; see [StringProp.NoNUL]. Their
// values have rules of their own.
func (p *MapProp[E]) NoNUL() *MapProp[E] { return (*MapProp[E])((*core)(p).Rule(tree.NoNUL{})) }

// NoNUL forbids the character U+0000 in all names and strings of the value; see
// [StringProp.NoNUL].
func (p *AnyProp) NoNUL() *AnyProp { return (*AnyProp)((*core)(p).Rule(tree.NoNUL{})) }
