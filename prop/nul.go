package prop

import "github.com/tenon-go/tenon/internal/ir"

// NoNUL forbids the character U+0000, which PostgreSQL has in no text and no
// jsonb. JSON has it as \u0000, and parameters have it as %00.
func (p *Text[V]) NoNUL() *Text[V] { return p.with(p.core.ruled(ir.NoNUL{})) }

// NoNUL forbids the character U+0000 in the text; see [Text.NoNUL].
func (p *Scalar[V]) NoNUL() *Scalar[V] { return p.with(p.core.ruled(ir.NoNUL{})) }

// NoNUL forbids the character U+0000 in the names of the members; see
// [Text.NoNUL]. Their values have rules of their own.
func (p *Dict[E]) NoNUL() *Dict[E] { return p.with(p.core.ruled(ir.NoNUL{})) }

// NoNUL forbids the character U+0000 in every name and every text of the value;
// see [Text.NoNUL].
func (p *Raw) NoNUL() *Raw { return p.with(p.core.ruled(ir.NoNUL{})) }
