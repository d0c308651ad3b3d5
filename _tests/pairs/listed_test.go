package pairs

import "strings"

// An impossible pair has a reason.
type impossible struct {
	a, b   string // names of features; "" is any
	reason string
	fault  string // part of the fault; "" if Build reports none
}

// listed are the impossible pairs with their reasons. A test checks that Build still reports their
// faults.
var listed = []impossible{
	{"Authorize", "Public", "what is open to all requires no permission", "Public contradicts Scopes and Authorize"},
	{"Public", "Scopes", "what is open to all requires no scope", "Public contradicts Scopes and Authorize"},
	{"AllOf", "Public", "what is open to all requires no scheme", "Public and Requires contradict each other"},
	{"AnyOf", "Public", "what is open to all requires no scheme", "Public and Requires contradict each other"},
	{"Authorize", "Cache public", "what is open to all requires no permission", "is Public, but requires the permission"},
	{"Cache public", "Scopes", "what is open to all requires no scope", "is Public, but requires the scope"},
	{"Cache public", "scheme certificate", "no header field says whose certificate it is", "cannot tell callers"},
	{"Public", "subscriptions", "a subscription belongs to its caller, or to what Owner returns", "is Public, but requires the policy"},
	{"Guard", "With", "a guard of a resource does not know the routes beside it", "AuthorizeEntity is not called for this route"},
	{"Allow", "Only", "a resource without an operation has no settings of it", "which Only omits"},
	{"Callback", "Only", "a resource without an operation has no settings of it", "which Only omits"},
	{"Emits", "Only", "a resource without an operation has no settings of it", "which Only omits"},
	{"Idempotent", "Only", "a resource without an operation has no settings of it", "which Only omits"},
	{"NoContent", "Only", "a resource without an operation has no settings of it", "which Only omits"},
	{"RequireIdempotencyKey", "Only", "a resource without an operation has no settings of it", "which Only omits"},
	{"MinProperties", "VisibleTo", "how many members there are would tell of the hidden", "would reveal its presence to others"},
	{"Rule", "VisibleTo", "whether a rule is broken would tell of the hidden", "would tell them what they do not see"},
	{"Form", "presence nullable", "a form has no null", "cannot be written in a form"},
	{"Form", "presence maybe", "a form has no null", "cannot be written in a form"},
	{"Form", "prop.any", "a form has texts only", "cannot be written in a form"},
	{"Form", "prop.mixed", "a form has texts only", "cannot be written in a form"},
	{"Form", "prop.map", "a form has texts only", "cannot be written in a form"},
	{"Form of a union", "presence nullable", "a form has no null", "cannot be written in a form"},
	{"Form of a union", "presence maybe", "a form has no null", "cannot be written in a form"},
	{"Form of a union", "prop.any", "a form has texts only", "cannot be written in a form"},
	{"Form of a union", "prop.mixed", "a form has texts only", "cannot be written in a form"},
	{"Form of a union", "prop.map", "a form has texts only", "cannot be written in a form"},
	{"IgnoreUnknown", "Rest", "the rest is either kept or passed over", "declare one of them"},
	{"RejectUnknown", "Rest", "the rest is either kept or rejected", "declare one of them"},
}

// listed returns why a pair is impossible, or nil.
func (p pair) listed() *impossible {
	if f := p.faulty(); f != nil {
		return &impossible{reason: "one is a fault", fault: f.fault}
	}
	for i, a := range p {
		for _, b := range p[i+1:] {
			if a.slot != "" && a.slot == b.slot {
				return &impossible{reason: "both are the " + a.slot + " of an API, of which there is one"}
			}
			for _, l := range listed {
				if l.of(a, b) || l.of(b, a) {
					return &l
				}
			}
			if !a.meets(b) {
				return &impossible{reason: "no operation has both"}
			}
		}
	}
	return nil
}

func (l impossible) of(a, b *feature) bool {
	return (l.a == "" || a.name == l.a) && (l.b == "" || b.name == l.b || strings.HasSuffix(l.b, "*") && strings.HasPrefix(b.name, strings.TrimSuffix(l.b, "*")))
}
