package prop

import "github.com/tenon-go/tenon/internal/ir"

// NoNUL forbids the character U+0000, which PostgreSQL has in no text and no
// jsonb. JSON has it as \u0000, and parameters have it as %00.
func (p *StringProp[V]) NoNUL() *StringProp[V] { return (*StringProp[V])((*core)(p).Rule(ir.NoNUL{})) }

// NoNUL forbids the character U+0000 in the text; see [StringProp.NoNUL].
func (p *ScalarProp[V]) NoNUL() *ScalarProp[V] { return (*ScalarProp[V])((*core)(p).Rule(ir.NoNUL{})) }

// NoNUL forbids the character U+0000 in the names of the members; see
// [StringProp.NoNUL]. Their values have rules of their own.
func (p *MapProp[E]) NoNUL() *MapProp[E] { return (*MapProp[E])((*core)(p).Rule(ir.NoNUL{})) }

// NoNUL forbids the character U+0000 in every name and every text of the value;
// see [StringProp.NoNUL].
func (p *AnyProp) NoNUL() *AnyProp { return (*AnyProp)((*core)(p).Rule(ir.NoNUL{})) }
