package collection

import (
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Version identifies one state of an entity (RFC 9110 §8.8). The zero value identifies none.
type Version struct {
	// Tag is a text that changes whenever the response would change, such as a revision number.
	// The ETag has it in quotes, with percent-encoding of bytes that an entity tag cannot
	// contain. "" means none.
	Tag string
	// Modified is when the entity was last changed; the zero time means none. Its header has
	// whole seconds, so that clients cannot distinguish two changes within a second: use a Tag
	// as well.
	Modified time.Time

	viewed // the entity as clients see it
}

type viewed = codec.Viewed

// Versioned sets the function that returns the version of an entity:
//
//	products.Versioned(func(p *Product) collection.Version {
//		return collection.Version{Tag: strconv.Itoa(p.Revision), Modified: p.UpdatedAt}
//	})
//
// Routes that respond with one entity then send ETag and Last-Modified, and 304 Not Modified to
// clients with the current version. Routes that change an entity evaluate If-Match and other
// preconditions; see package route. ETags are strong, that is, they identify the bytes of the
// response: middleware that compresses it must change the ETag.
//
// If members have restricted visibility ([Field.VisibleTo]), clients that may not see all of
// them get an ETag of what they see, and no Last-Modified, so that neither reveals a change of
// hidden members. If-Match accepts such a tag if nothing that its client could see has changed.
//
// The function must be safe for concurrent use, and must not change the entity.
func (c *Collection[T]) Versioned(version func(*T) Version) *Collection[T] {
	if version == nil {
		return collectionOf[T](c.started().faulted("Versioned(nil): the function is nil"))
	}
	return collectionOf[T](c.started().withVersion(func(t place.Addr) Version { return version(place.To[T](t)) }))
}

func (s *state) withVersion(version func(place.Addr) Version) *state {
	s = s.edited(func(*tree.Collection) {})
	s.versioned(version) // not published yet
	return s
}

// versioned sets the function of versions. For clients that may not see all members, the
// version covers only what they see.
func (s *state) versioned(version func(place.Addr) Version) {
	if s.raw = version; version == nil {
		return
	}
	sets := codec.Once(func() [][]string { return tree.VisibilityOf(object(s.group.Node)).Sets })
	s.version = func(t place.Addr) codec.Version {
		told := version(t)
		v := codec.Version{Tag: told.Tag, Modified: told.Modified}
		if guards := sets(); guards != nil && v != (codec.Version{}) {
			v.View = &codec.VisibleState{Sets: guards, Write: func(e *codec.Encoder) { s.in(tree.View).Encode(e, t) }}
		}
		return v
	}
}

// VersionOf returns the version of an entity according to [Collection.Versioned]; without
// versions it is zero.
func (c *Collection[T]) VersionOf(t *T) (v Version) {
	if version := c.started().version; version != nil {
		told := version(place.Of(t))
		v = Version{told.Tag, told.Modified, codec.ViewedBy(told.View)}
	}
	return v
}
