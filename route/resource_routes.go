package route

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// members are the operations of a resource as it was declared.
func (r *resource[T, K]) members() (all []*Route) {
	if r.ops&OpList != 0 {
		all = append(all, r.placed(OpList, r.listing()))
	}
	if r.ops&OpCreate != 0 {
		all = append(all, r.placed(OpCreate, r.creating()))
	}
	if r.ops&OpView != 0 {
		all = append(all, r.placed(OpView, r.viewing()))
	}
	if r.ops&OpUpdate != 0 {
		all = append(all, r.placed(OpUpdate, r.updating()))
	}
	if r.ops&OpReplace != 0 {
		all = append(all, r.placed(OpReplace, r.replacing()))
	}
	if r.ops&OpDelete != 0 {
		all = append(all, r.placed(OpDelete, r.deleting()))
	}
	return all
}

// lists, creates, views, updates, replaces and deletes declare the operations.

func (r *resource[T, K]) lists() *ListRoute[T] {
	words := lastWord(r.path)
	return adjust(List(r.path, r.collection.List(), r.plan).
		ID(r.id(OpList)).Summary("List "+words), r.list)
}

func (r *resource[T, K]) listing() *Route {
	return r.lists().Handle(func(c *Call, q paginate.Query) (paginate.Result[T], error) {
		res, err := r.store(c).(Lister[T]).List(c.Context(), q)
		return res, r.storeError(err)
	})
}

func (r *resource[T, K]) creates(location prop.Prop) *WriteRoute[T, T] {
	w := Post(r.path, r.collection.Create(), r.collection.View()).
		ID(r.id(OpCreate)).Summary("Create " + r.entity()).
		ResponseHeader(location).Fails(r.conflict)
	if r.guard != nil {
		w = w.AuthorizeInput(func(c *Call, in T) error { return r.checkCreate(c, &in) })
	}
	return adjust(w, r.create)
}

// newLocation declares where a new entity is.
func newLocation() *prop.StringProp[string] {
	return prop.URIReference("Location").Describe("Where the entity is.")
}

func (r *resource[T, K]) creating() *Route {
	location := newLocation()
	key := newKeyWriter(propsOf(r.key), r.cells())
	return r.checkKey(r.creates(location).Handle(func(c *Call, in T) (T, error) {
		if err := key.refuse(&in); err != nil {
			return in, err
		}
		out, err := r.store(c).(Creator[T]).Create(c.Context(), in)
		if err != nil {
			return out, r.storeError(err)
		}
		location.Set(c, string(key.append(c.appendBase(nil), &out)))
		return out, nil
	}))
}

func (r *resource[T, K]) views() *ReadRoute[T] {
	return adjust(Get(r.item(), r.collection.View()).
		ID(r.id(OpView)).Summary("View "+r.entity()).
		Path(propsOf(r.key)...).Fails(r.notFound), r.view)
}

func (r *resource[T, K]) viewing() *Route {
	return r.forbids(r.views().Handle(func(c *Call) (T, error) {
		out, err := r.store(c).(Viewer[T, K]).View(c.Context(), r.key.Get(c))
		if err == nil && r.guard != nil {
			err = r.guard(c.Context(), c.Identity(), &out)
		}
		return out, r.storeError(err)
	}))
}

func (r *resource[T, K]) updates() *WriteRoute[collection.Patch[T], T] {
	return adjust(Patch(r.item(), r.collection.Update(), r.collection.View()).
		ID(r.id(OpUpdate)).Summary("Update "+r.entity()).
		Path(propsOf(r.key)...).Fails(r.notFound, r.conflict), r.update)
}

func (r *resource[T, K]) updating() *Route {
	return r.forbids(r.updates().Handle(func(c *Call, p collection.Patch[T]) (T, error) {
		h := r.policyCheck(c)
		h.attach(&p)
		out, err := r.store(c).(Updater[T, K]).Update(c.Context(), r.key.Get(c), p)
		return out, r.storeError(h.verifyCalled(c, err))
	}))
}

func (r *resource[T, K]) replaces() *WriteRoute[collection.Replacement[T], T] {
	return adjust(Put(r.item(), r.collection.Replace(), r.collection.View()).
		ID(r.id(OpReplace)).Summary("Replace "+r.entity()).
		Path(propsOf(r.key)...).Fails(r.notFound, r.conflict), r.replace)
}

func (r *resource[T, K]) replacing() *Route {
	return r.forbids(r.replaces().Handle(func(c *Call, in collection.Replacement[T]) (T, error) {
		h := r.policyCheck(c)
		h.attach(&in)
		out, err := r.store(c).(Replacer[T, K]).Replace(c.Context(), r.key.Get(c), in)
		return out, r.storeError(h.verifyCalled(c, err))
	}))
}

func (r *resource[T, K]) deletes() *ReadRoute[T] {
	d := adjust(Delete(r.item(), r.collection.Delete()).
		ID(r.id(OpDelete)).Summary("Delete "+r.entity()).
		Path(propsOf(r.key)...).Fails(r.notFound), r.remove)
	if r.noContent {
		d = d.edit(func(o *Operation) {
			o.Node.Success.Body, o.Node.Success.Status = nil, http.StatusNoContent
		})
	}
	return d
}

func (r *resource[T, K]) deleting() *Route {
	route := r.forbids(r.deletes().Handle(func(c *Call) (T, error) {
		h := r.policyCheck(c)
		out, err := r.delete(c, r.store(c), h)
		return out, r.storeError(h.verifyCalled(c, err))
	}))
	if !r.checks && r.version() != nil {
		route = route.fault(ir.Fault{At: r.at, Message: "the collection has versions: the store needs the method " +
			"Delete(context.Context, K, unchanged func(*T) error) (T, error), which checks the one that it deletes"})
	} else if !r.checks && r.guard != nil {
		route = route.fault(ir.Fault{At: r.guardAt, Message: "AuthorizeEntity: the store must implement the method " +
			"Delete(context.Context, K, unchanged func(*T) error) (T, error), which checks the one that it deletes"})
	}
	return route
}

func (r *resource[T, K]) delete(c *Call, store any, h *policyCheck[T]) (T, error) {
	if s, ok := store.(ConditionalDeleter[T, K]); ok {
		version := r.version()
		return s.Delete(c.Context(), r.key.Get(c), func(t *T) error {
			if h.allow != nil {
				if err := h.allow(t); err != nil {
					return err
				}
			}
			if version == nil {
				return nil
			}
			return c.checkVersion(version(place.Of(t)))
		})
	}
	return store.(Deleter[T, K]).Delete(c.Context(), r.key.Get(c))
}

// checkKey reports a key that no entity tells, so that it has no location.
func (r *resource[T, K]) checkKey(route *Route) *Route {
	cells := r.cells()
	for i, p := range propsOf(r.key) {
		if _, ok := cells(i, new(T)); !ok {
			route = route.fault(ir.Fault{At: r.at, Message: "key \"" + p.Name() + "\" is not a member of collection \"" + r.name() +
				"\", so that the location of a new entity cannot be told" +
				ir.Namesake(codec.RowsOf(r.collection).Collection().Named(p.Name()), property.NodeOf(p).ID)})
		}
	}
	return route
}

// cells finds the properties of the key in an entity.
func (r *resource[T, K]) cells() func(i int, entity any) (any, bool) {
	rows := codec.RowsOf(r.collection)
	var ids []*ir.ID
	for _, p := range propsOf(r.key) {
		ids = append(ids, property.NodeOf(p).ID)
	}
	return func(i int, entity any) (any, bool) { return rows.Cell(ids[i], entity) }
}

// storeError is the error of a store as the document has it.
func (r *resource[T, K]) storeError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, r.notFound), errors.Is(err, r.conflict), errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, render.NotFound):
		return r.notFound.Cause(err)
	case errors.Is(err, render.Conflict):
		return r.conflict.Cause(err)
	}
	return err
}

func adjust[B any](b *B, changes []func(*B) *B) *B {
	for _, change := range changes {
		if change != nil {
			b = change(b)
		}
		if b == nil {
			return new(B) // which Build reports
		}
	}
	return b
}

// item is the path of one entity.
func (r *resource[T, K]) item() string { return r.path + segments(propsOf(r.key)) }

// version returns the version of an entity; nil if the collection has none.
func (r *resource[T, K]) version() func(t place.Addr) codec.Version {
	return codec.BodyOf(r.collection.View()).Version
}

func (r *resource[T, K]) name() string { return codec.RowsOf(r.collection).Collection().Name }

// entity is the name of the collection in words: an order line.
func (r *resource[T, K]) entity() string {
	var b strings.Builder
	name := r.name()
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			if i > 0 && !(name[i-1] >= 'A' && name[i-1] <= 'Z') {
				b.WriteByte(' ')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	if b.Len() > 0 && strings.IndexByte("aeiou", b.String()[0]) >= 0 {
		return "an " + b.String()
	}
	return "a " + b.String()
}

// lastWord is what a collection path ends with in words: order lines.
func lastWord(path string) string {
	segments := strings.Split(strings.TrimRight(path, "/"), "/")
	for i := len(segments) - 1; i >= 0; i-- {
		if s := segments[i]; s != "" && !strings.Contains(s, "{") {
			return strings.Map(func(r rune) rune {
				if r == '-' || r == '_' || r == '.' {
					return ' '
				}
				return r
			}, s)
		}
	}
	return "entities"
}

// pascal joins words: OrderLines.
func pascal(words string) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(words) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}
