package codec

import "github.com/tenon-go/tenon/internal/ir"

// Issues of members that a client may send, but not now: the code is the one of
// those that it never may.
var (
	issueReadOnly  = newIssue("read_only")
	issueUnchanged = newTyped("read_only", "read_only.update")
	issueLater     = newTyped("read_only", "read_only.create")
)

// closedIssue is what is said of a member that a client sends in a mode which does
// not have it.
func closedIssue(m *ir.Member, mode ir.Mode) *Issue {
	switch {
	case mode == ir.Update && m.Has(ir.Create):
		return issueUnchanged
	case mode == ir.Create && m.Has(ir.Update):
		return issueLater
	}
	return issueReadOnly
}
