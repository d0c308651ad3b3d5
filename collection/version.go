package collection

import (
	"sync"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Version tells a state of an entity from its other states (RFC 9110 §8.8). The
// zero value tells nothing.
type Version struct {
	// Tag is any text that changes whenever something changes that an answer
	// shows, such as a revision number. The ETag that a client sees has it in
	// quotes, with percent-encoding where an entity tag has no place for a byte.
	// "" is none.
	Tag string
	// Modified is when the entity was last changed; the zero time is none. A
	// header tells whole seconds of it, so that two changes within one are one to
	// a client: it is no substitute for a Tag.
	Modified time.Time

	viewed // how clients see the entity
}

type viewed = codec.Viewed

// Versioned gives the entities of the collection versions:
//
//	products.Versioned(func(p *Product) collection.Version {
//		return collection.Version{Tag: strconv.Itoa(p.Revision), Modified: p.UpdatedAt}
//	})
//
// Routes that answer with one entity then send ETag and Last-Modified and answer
// 304 to who has the version already; those that change one keep If-Match and
// its like, which package route describes. An ETag is a strong one, which stands
// for the bytes of the answer: a middleware that compresses them must make
// another of it.
//
// Where members are guarded ([Field.VisibleTo]), clients that may not see all get an
// ETag of what they see, and no Last-Modified: neither tells that something hidden has
// changed. With If-Match, each of these tags stands for what it was made of: a change
// goes through where a client that could see no more than this one would see no
// difference.
//
// The function must be safe for concurrent use, and must not change the entity.
func (c *Collection[T]) Versioned(version func(*T) Version) *Collection[T] {
	if version == nil {
		return collectionOf[T](c.started().faulted("Versioned(nil): there is no function that tells the version"))
	}
	return collectionOf[T](c.started().withVersion(func(t place.Addr) Version { return version(place.To[T](t)) }))
}

func (s *state) withVersion(version func(place.Addr) Version) *state {
	s = s.edited(func(*ir.Collection) {})
	s.versioned(version) // nobody has seen this copy yet
	return s
}

// versioned gives the entities versions, which show clients that may not see all no
// more than a version of what they see.
func (s *state) versioned(version func(place.Addr) Version) {
	if s.raw = version; version == nil {
		return
	}
	sets := sync.OnceValue(func() [][]string { return ir.VisibilityOf(object(s.group.Node)).Sets })
	s.version = func(t place.Addr) codec.Version {
		told := version(t)
		v := codec.Version{Tag: told.Tag, Modified: told.Modified}
		if guards := sets(); guards != nil && v != (codec.Version{}) {
			v.View = &codec.VisibleState{Sets: guards, Write: func(e *codec.Encoder) { s.in(ir.View).Encode(e, t) }}
		}
		return v
	}
}

// VersionOf returns the version of an entity, as [Collection.Versioned] says; the
// zero version where nothing says it.
func (c *Collection[T]) VersionOf(t *T) (v Version) {
	if version := c.started().version; version != nil {
		told := version(place.Of(t))
		v = Version{told.Tag, told.Modified, codec.ViewedBy(told.View)}
	}
	return v
}
