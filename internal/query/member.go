package query

// Pagination describes the members of responses that describe the page, in place of those of the
// kind of the plan.
type Pagination struct {
	Object  string // the member with them; "": they are next to the entities
	Members []Member
}

// Member is a member of a response that describes the page.
type Member struct {
	Kind  MemberKind
	Name  string
	Value string // of Fixed
}

// MemberKind is what a member says.
type MemberKind uint8

// The kinds of members.
const (
	Unknown MemberKind = iota // of the zero value
	TotalItems
	TotalPages
	PageNumber
	PageSize
	Skipped
	HasMore
	CurrentCursor
	NextCursor
	NextLink
	PrevLink
	FirstKey
	LastKey
	Fixed
)

var memberNames = [...]string{
	"", "TotalItems", "TotalPages", "PageNumber", "PageSize", "Skipped", "HasMore", "CurrentCursor", "NextCursor", "NextLink", "PrevLink", "FirstKey", "LastKey", "Fixed",
}

// String returns the name of the function that creates the member.
func (k MemberKind) String() string { return memberNames[k] }

// Fits reports whether lists of a kind have the member.
func (k MemberKind) Fits(list Kind) bool {
	switch k {
	case PageNumber:
		return list == ByPage
	case Skipped:
		return list == ByOffset
	case CurrentCursor, NextCursor:
		return list == ByCursor
	case FirstKey, LastKey:
		return list == ByKey
	}
	return true
}

// Counts reports whether the member needs the total.
func (k MemberKind) Counts() bool { return k == TotalItems || k == TotalPages }

// String returns the kind in words.
func (k Kind) String() string {
	return [...]string{"without a plan", "by page", "by offset", "by cursor", "by key"}[k]
}
