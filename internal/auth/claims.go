package auth

import (
	"errors"
	"slices"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// claims reads the claims of identities as properties.
type claims struct {
	node  *tree.Collection
	nodes []*tree.Prop
	parse func([]byte) (collection.Record, error)
	none  collection.Record // without values
}

func newClaims(props []prop.Prop) *claims {
	of := collection.New("Claims", slices.Clone(props)...).IgnoreUnknown()
	c := &claims{node: property.CollectionOf(of.Object()), parse: of.Create().Parse, none: collection.NewRecord(of)}
	for _, m := range c.node.Members {
		c.nodes = append(c.nodes, m.Prop)
	}
	return c
}

// sharedClaim returns the name of a claim that another scheme declares with the same
// property; "" for none.
func (s *Scheme) sharedClaim(other *Scheme) string {
	if s.claims == nil || other.claims == nil {
		return ""
	}
	for _, n := range s.claims.nodes {
		if slices.ContainsFunc(other.claims.nodes, func(o *tree.Prop) bool { return o.ID == n.ID }) {
			return n.Name
		}
	}
	return ""
}

// faults returns the faults of the properties.
func (c *claims) faults() []tree.Fault {
	var v verify.Checker
	v.Collection(c.node)
	return v.Faults
}

func (c *claims) read(text string) (collection.Record, error) {
	if text == "" {
		text = "{}"
	}
	record, err := c.parse([]byte(text))
	if err == nil {
		return record, nil
	}
	_, malformed := errors.AsType[*prop.SyntaxError](err)
	_, invalid := errors.AsType[prop.Violations](err)
	if malformed || invalid {
		return collection.Record{}, &checkError{kind: ErrInvalid, reason: tree.CredentialsClaim, cause: err}
	}
	return collection.Record{}, err // a fault, which Build would have reported
}
