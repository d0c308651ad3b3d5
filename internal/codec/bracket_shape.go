package codec

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// bracketShape says which JSON values texts with names in brackets stand for, at one place of a
// value: a text has no type, and neither has a name.
type bracketShape struct {
	kinds   tree.Kinds
	members map[string]*bracketShape // of an object
	others  *bracketShape            // of members that no declaration has
	item    *bracketShape            // of an array
	objects []*bracketShape          // the cases of a union that are objects
	tag     string                   // the member that identifies the case of a union
	tags    [][]string               // its values in each of objects
}

// bracketShapes has the shapes of collections and unions, which may contain themselves.
type bracketShapes struct {
	collections, unions map[any]*bracketShape // by address or fingerprint, as in [tree.Walk]
}

func (all *bracketShapes) of(p *tree.Prop) *bracketShape {
	switch t := p.Type.(type) {
	case tree.Object:
		return all.collection(t.Of())
	case tree.Alternatives:
		return all.union(t.Of())
	case tree.Array:
		return &bracketShape{kinds: tree.KindArray, item: all.of(t.Item)}
	case tree.Map:
		return &bracketShape{kinds: tree.KindObject, others: all.of(t.Value)}
	case tree.Any: // of texts, objects and arrays
		return &bracketShape{kinds: tree.KindString | tree.KindObject | tree.KindArray}
	}
	return &bracketShape{kinds: tree.KindsOf(p, false)}
}

func (all *bracketShapes) collection(c *tree.Collection) *bracketShape {
	var key any = c
	if c.At.Known() {
		key = c.Fingerprint()
	}
	if s := all.collections[key]; s != nil {
		return s
	}
	s := &bracketShape{kinds: tree.KindObject, members: make(map[string]*bracketShape, len(c.Members))}
	all.collections[key] = s
	for _, m := range c.Members {
		s.members[m.Prop.Name] = all.of(m.Prop)
	}
	if c.Rest != nil {
		s.others = all.of(c.Rest)
	}
	return s
}

func (all *bracketShapes) union(u *tree.Union) *bracketShape {
	var key any = u
	if u.At.Known() {
		key = u.Fingerprint()
	}
	if s := all.unions[key]; s != nil {
		return s
	}
	s := &bracketShape{kinds: u.Kinds(), tag: u.Tag}
	all.unions[key] = s
	for _, p := range u.Cases {
		v := all.of(p)
		if v.item != nil && s.item == nil {
			s.item = v.item
		}
		if v.kinds&tree.KindObject != 0 {
			s.objects, s.tags = append(s.objects, v), append(s.tags, u.TagsOf(p))
		}
	}
	return s
}

// object returns the shape of an object: of a union, the case that its tag names, or else the
// first that has all of its members.
func (s *bracketShape) object(n *bracketNode) *bracketShape {
	for range maxUnions {
		if s == nil || len(s.objects) == 0 {
			return s
		}
		s = s.choose(n)
	}
	return nil
}

// maxUnions is how many unions may be the case of another one.
const maxUnions = 16

func (s *bracketShape) choose(n *bracketNode) *bracketShape {
	if tag := n.child(s.tag); s.tag != "" && tag != nil {
		own := make([]*bracketShape, 0, len(s.objects))
		for i, c := range s.objects {
			if slices.Contains(s.tags[i], tag.text()) {
				own = append(own, c)
			}
		}
		if len(own) > 0 {
			return firstFitting(own, n)
		}
	}
	return firstFitting(s.objects, n)
}

// firstFitting returns the first shape that has all members of an object, or the first one.
func firstFitting(all []*bracketShape, n *bracketNode) *bracketShape {
	for _, c := range all {
		if c.fits(n) {
			return c
		}
	}
	return all[0]
}

// fits reports whether an object has members of the shape only.
func (s *bracketShape) fits(n *bracketNode) bool {
	if s.others != nil || len(s.objects) > 0 {
		return true
	}
	for _, c := range n.children {
		if s.members[c.name] == nil {
			return false
		}
	}
	return true
}

// member returns the shape of a member; nil for one that is not declared.
func (s *bracketShape) member(name string) *bracketShape {
	switch {
	case s == nil:
		return nil
	case s.members[name] != nil:
		return s.members[name]
	}
	return s.others
}

// has reports whether a value may have one of the JSON types.
func (s *bracketShape) has(k tree.Kinds) bool { return s != nil && s.kinds&k != 0 }
