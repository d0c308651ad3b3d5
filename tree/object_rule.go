package tree

// ObjectRule is a rule on several members of a collection. The set is closed; see
// [AllObjectRules].
type ObjectRule interface {
	across()
	// Code is the stable name of the rule in a violation.
	Code() string
	// Concerns returns the properties of the rule. A violation is at the first of them, or at
	// the object if there are none.
	Concerns() []*Prop
}

type (
	// ExactlyOne requires exactly one of the members.
	ExactlyOne struct{ Members []*Prop }
	// AtLeastOne requires at least one of the members.
	AtLeastOne struct{ Members []*Prop }
	// AllOrNone requires all of the members or none.
	AllOrNone struct{ Members []*Prop }
	// RequiredWhen requires members if another member has a certain value.
	RequiredWhen struct {
		When    *Prop
		Equals  Sample // a value of When
		Members []*Prop
	}
	// Between is a custom rule. Only the typed part of the collection has its test.
	Between struct {
		Name    string // the violation code
		Message string // what the first member must be, in English; may hold {param}
		Members []*Prop
		Args    []Param
	}
	// MinMembers is the minimum number of members.
	MinMembers struct{ N int }
	// MaxMembers is the maximum number of members.
	MaxMembers struct{ N int }
)

func (ExactlyOne) across()   {}
func (AtLeastOne) across()   {}
func (AllOrNone) across()    {}
func (RequiredWhen) across() {}
func (Between) across()      {}
func (MinMembers) across()   {}
func (MaxMembers) across()   {}

// Code implements [ObjectRule].
func (ExactlyOne) Code() string { return "exactly_one" }

// Code implements [ObjectRule].
func (AtLeastOne) Code() string { return "at_least_one" }

// Code implements [ObjectRule].
func (AllOrNone) Code() string { return "all_or_none" }

// Code implements [ObjectRule].
func (RequiredWhen) Code() string { return "required_when" }

// Code implements [ObjectRule].
func (b Between) Code() string { return b.Name }

// Code implements [ObjectRule].
func (MinMembers) Code() string { return "min_properties" }

// Code implements [ObjectRule].
func (MaxMembers) Code() string { return "max_properties" }

// Concerns implements [ObjectRule].
func (r ExactlyOne) Concerns() []*Prop { return r.Members }

// Concerns implements [ObjectRule].
func (r AtLeastOne) Concerns() []*Prop { return r.Members }

// Concerns implements [ObjectRule].
func (r AllOrNone) Concerns() []*Prop { return r.Members }

// Concerns implements [ObjectRule].
func (r RequiredWhen) Concerns() []*Prop { return append([]*Prop{r.When}, r.Members...) }

// Concerns implements [ObjectRule].
func (b Between) Concerns() []*Prop { return b.Members }

// Concerns implements [ObjectRule].
func (MinMembers) Concerns() []*Prop { return nil }

// Concerns implements [ObjectRule].
func (MaxMembers) Concerns() []*Prop { return nil }

// PlacedObjectRule is an object rule with the position of its declaration.
type PlacedObjectRule struct {
	At   Position
	Rule ObjectRule
}

// AllObjectRules returns one value of every object rule.
func AllObjectRules() []ObjectRule {
	a := &Prop{ID: new(ID), Name: "a", Type: Boolean{}, Optional: true}
	b := &Prop{ID: new(ID), Name: "b", Type: Boolean{}, Optional: true}
	a.Write = func(Sample, Mode) ([]byte, error) { return []byte("true"), nil }
	pair := []*Prop{a, b}
	return []ObjectRule{
		ExactlyOne{pair}, AtLeastOne{pair}, AllOrNone{pair},
		RequiredWhen{a, Sample{Value: true}, []*Prop{b}},
		Between{Name: "ordered", Message: "must be after b", Members: pair},
		MinMembers{1}, MaxMembers{9},
	}
}
