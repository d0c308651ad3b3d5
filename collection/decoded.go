package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// entity is a request to change an entity that exists.
type entity = codec.Entity

// entities describes patches and replacements of every T.
func entities() *codec.Type { return codec.TypeOf[entity]() }

// change is the content of an entity.
type change codec.Change

func changeOf(e *entity) *change { return (*change)(e.Open()) }

// decoded returns the change that a decoder is about to read.
func (s *state) decoded(d *codec.Decoder, e *entity, mode tree.Mode) *change {
	c := changeOf(e)
	*c = change{
		Of: s.in(mode), Mode: mode, Group: s.group, Version: s.version,
		Value: s.group.Type.New(), Mask: new(codec.Mask),
		Grants: d.Grants, Input: d.Input,
	}
	return c
}

// apply replaces the entity at t with the result of act, unless the policy rejects the entity
// before or after it, act adds a violation, or the preconditions reject its version. The policy
// comes first, so that clients learn nothing of entities that they may not see.
func (c *change) apply(t place.Addr, act func(*codec.Report, place.Addr)) error {
	if err := c.authorize(t); err != nil {
		return err
	}
	changed := c.Group.Type.Copy(t)
	r := codec.Report{Grants: c.Grants}
	act(&r, changed)
	if vs := codec.Gather[prop.Violations](&r); vs != nil {
		if c.Input {
			return codec.Invalid{Err: vs}
		}
		return vs
	}
	if err := c.authorize(changed); err != nil {
		return err
	}
	if c.Preconditions != nil && c.Version != nil {
		if err := c.Preconditions(c.Version(t)); err != nil {
			return err
		}
	}
	c.Group.Type.Assign(t, changed)
	return nil
}

func (c *change) authorize(t place.Addr) error {
	if c.Policy == nil {
		return nil
	}
	return c.Policy(t)
}
