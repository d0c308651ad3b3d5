package pattern

import "strconv"

// Error says why an expression is outside the dialect.
type Error struct {
	Expr   string // the expression
	Offset int    // where the offending part starts, in bytes of Expr from 0
	Reason string // in a user's words, with the part and its offset: look-ahead (?= at 3 is not in RE2
}

// Error returns the expression and the reason.
func (e *Error) Error() string {
	return "pattern " + strconv.Quote(e.Expr) + ": " + e.Reason
}
