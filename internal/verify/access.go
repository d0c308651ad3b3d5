package verify

import "github.com/tenon-go/tenon/tree"

// access checks that who may call the operation is decided, and agrees with what the API declares. It
// repeats nothing of the decision itself: an option that loses a part of it does not open a route.
func (o *Operation) access() {
	n, s := o.Node, o.Node.Security
	switch {
	case s == nil || s.Credentials == tree.CredentialsUndecided:
		o.fault(n.At, "nothing decides who may call it")
	case s.Credentials == tree.CredentialsUnread && len(o.api.Node.Schemes) > 0:
		o.fault(n.At, "everyone may call it, but the API has Authenticate; make it Public")
	case s.Identifies() && len(s.Schemes) == 0 && len(n.Faults) == 0:
		o.fault(n.At, "no scheme identifies its callers")
	}
}

// grants checks that the path has the parameters in the names of grants, such as repository:{name}:pull.
func (o *Operation) grants() {
	if o.Node.Security == nil || o.Node.Security.Access == nil {
		return
	}
	for _, c := range o.Node.Security.Access.Clauses {
		for _, g := range c.Any {
			for _, param := range g.PathParams() {
				if o.Path.Param(param) < 0 {
					o.fault(c.At, "requires the %s %q, but {%s} is not in the path", g.Kind, g.Name, param)
				}
			}
		}
	}
}
