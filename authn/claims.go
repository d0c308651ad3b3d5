package authn

import (
	"errors"
	"slices"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// claims reads the claims of identities as properties.
type claims struct {
	node  *ir.Collection
	nodes []*ir.Prop
	parse func([]byte) (collection.Record, error)
	none  collection.Record // of one who has no claims
}

func newClaims(props []prop.Prop) *claims {
	of := collection.New("Claims", slices.Clone(props)...).IgnoreUnknown()
	c := &claims{node: of.Group(ir.Key{}).Node, parse: of.Create().Parse, none: collection.NewRecord(of)}
	for _, m := range c.node.Members {
		c.nodes = append(c.nodes, m.Prop)
	}
	return c
}

// sharedClaim returns the name of a claim that another scheme declares too, with the
// same property; "" for none.
func (s *scheme) sharedClaim(other *scheme) string {
	if s.claims == nil || other.claims == nil {
		return ""
	}
	for _, n := range s.claims.nodes {
		if slices.ContainsFunc(other.claims.nodes, func(o *ir.Prop) bool { return o.ID == n.ID }) {
			return n.Name
		}
	}
	return ""
}

// faults returns what is wrong with the properties.
func (c *claims) faults() []ir.Fault {
	var v ir.Verify
	v.Collection(c.node)
	return v.Faults
}

func (c *claims) read(who Identity) (collection.Record, error) {
	text := who.ClaimsJSON()
	if text == nil {
		text = []byte("{}")
	}
	record, err := c.parse(text)
	if err == nil {
		return record, nil
	}
	_, malformed := errors.AsType[*prop.SyntaxError](err)
	_, broken := errors.AsType[prop.Violations](err)
	if malformed || broken {
		return collection.Record{}, &failure{kind: ErrInvalid, reason: ir.CredentialsClaim, cause: err}
	}
	return collection.Record{}, err // a fault, which Build would have told
}
