// Package verify checks declarations: properties and collections by themselves, and the
// operations of an API beside one another. It reads the tree of package ir and returns
// all faults, each with its position.
//
//	var c verify.Checker
//	c.Prop(node)
//	if len(c.Faults) > 0 {
//		return errors.New(verify.Text("the declaration has a fault", c.Faults))
//	}
package verify
