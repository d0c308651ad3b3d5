package route

import (
	"context"
	"errors"
	"net/http"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// members returns the operations of the resource.
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

func (r *resource[T, K]) lists() *ListRoute[T] {
	l := List(r.path, r.collection.List(), r.plan).
		ID(r.id(OpList)).Summary("List " + lastWord(r.path))
	for _, change := range r.pages {
		l = change(l)
	}
	l = l.with(r.optionsOf(OpList))
	for _, f := range r.authorizers.list {
		l = l.AuthorizeInput(f)
	}
	return l
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
	if r.policy != nil {
		w = w.AuthorizeInput(func(c *Call, in T) error { return r.checkCreate(c, &in) })
	}
	w = w.with(r.optionsOf(OpCreate))
	for _, f := range r.authorizers.create {
		w = w.AuthorizeInput(f)
	}
	return w
}

// newLocation declares the URL of a new entity.
func newLocation() *prop.StringProp[string] {
	return prop.URIReference("Location").Describe("The URL of the entity.")
}

func (r *resource[T, K]) creating() *Route {
	location := newLocation()
	key := newKeyWriter(propsOf(r.key), r.cells())
	return r.checkKey(r.creates(location).Handle(func(c *Call, in T) (T, error) {
		if err := key.checkNUL(&in); err != nil {
			return in, err
		}
		out, err := r.store(c).(Creator[T]).Create(c.Context(), in)
		if err != nil {
			return out, r.storeError(err)
		}
		location.Set(c, string(key.append(c.call().AppendBase(nil), &out)))
		return out, nil
	}))
}

func (r *resource[T, K]) views() *ReadRoute[T] {
	b := Get(r.item(), r.collection.View()).
		ID(r.id(OpView)).Summary("View " + r.entity()).
		Path(propsOf(r.key)...).Fails(r.notFound).with(r.optionsOf(OpView))
	for _, f := range r.authorizers.view {
		b = b.AuthorizeInput(f)
	}
	return b
}

func (r *resource[T, K]) viewing() *Route {
	return r.mayForbid(r.views().Handle(func(c *Call) (T, error) {
		out, err := r.store(c).(Viewer[T, K]).View(c.Context(), r.key.Get(c))
		if err == nil && r.policy != nil {
			err = r.policy(c.Context(), c.Identity(), &out)
		}
		return out, r.storeError(err)
	}))
}

func (r *resource[T, K]) updates() *WriteRoute[collection.Patch[T], T] {
	w := Patch(r.item(), r.collection.Update(), r.collection.View()).
		ID(r.id(OpUpdate)).Summary("Update "+r.entity()).
		Path(propsOf(r.key)...).Fails(r.notFound, r.conflict).with(r.optionsOf(OpUpdate))
	for _, f := range r.authorizers.update {
		w = w.AuthorizeInput(f)
	}
	return w
}

func (r *resource[T, K]) updating() *Route {
	return r.mayForbid(r.updates().Handle(func(c *Call, p collection.Patch[T]) (T, error) {
		h := r.policyCheck(c)
		h.attach(&p)
		out, err := r.store(c).(Updater[T, K]).Update(c.Context(), r.key.Get(c), p)
		return out, r.storeError(h.verifyCalled(c, err))
	}))
}

func (r *resource[T, K]) replaces() *WriteRoute[collection.Replacement[T], T] {
	w := Put(r.item(), r.collection.Replace(), r.collection.View()).
		ID(r.id(OpReplace)).Summary("Replace "+r.entity()).
		Path(propsOf(r.key)...).Fails(r.notFound, r.conflict).with(r.optionsOf(OpReplace))
	for _, f := range r.authorizers.replace {
		w = w.AuthorizeInput(f)
	}
	return w
}

func (r *resource[T, K]) replacing() *Route {
	return r.mayForbid(r.replaces().Handle(func(c *Call, in collection.Replacement[T]) (T, error) {
		h := r.policyCheck(c)
		h.attach(&in)
		out, err := r.store(c).(Replacer[T, K]).Replace(c.Context(), r.key.Get(c), in)
		return out, r.storeError(h.verifyCalled(c, err))
	}))
}

func (r *resource[T, K]) deletes() *ReadRoute[T] {
	d := Delete(r.item(), r.collection.Delete()).
		ID(r.id(OpDelete)).Summary("Delete " + r.entity()).
		Path(propsOf(r.key)...).Fails(r.notFound).with(r.optionsOf(OpDelete))
	for _, f := range r.authorizers.remove {
		d = d.AuthorizeInput(f)
	}
	if r.noContent {
		d = d.with(described(func(n *tree.Operation) {
			n.Success.Body, n.Success.Status = nil, http.StatusNoContent
		}))
	}
	return d
}

func (r *resource[T, K]) deleting() *Route {
	route := r.mayForbid(r.deletes().Handle(func(c *Call) (T, error) {
		h := r.policyCheck(c)
		out, err := r.delete(c, r.store(c), h)
		return out, r.storeError(h.verifyCalled(c, err))
	}))
	if !r.checks && r.version() != nil {
		route = route.with(reported(tree.Fault{At: r.at, Message: "the collection has versions: the store must implement the method " +
			"Delete(context.Context, K, unchanged func(*T) error) (T, error), which checks the entity"}))
	} else if !r.checks && r.policy != nil {
		route = route.with(reported(tree.Fault{At: r.policyAt, Message: "AuthorizeEntity: the store must implement the method " +
			"Delete(context.Context, K, unchanged func(*T) error) (T, error), which checks the entity"}))
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
			return c.call().CheckVersion(version(place.Of(t)))
		})
	}
	return store.(Deleter[T, K]).Delete(c.Context(), r.key.Get(c))
}

// checkKey reports a key that is not in entities: a new one has no location.
func (r *resource[T, K]) checkKey(route *Route) *Route {
	cells := r.cells()
	for i, p := range propsOf(r.key) {
		if _, ok := cells(i, new(T)); !ok {
			route = route.with(reported(tree.Fault{At: r.at, Message: "key \"" + p.Name() + "\" is not a member of collection \"" + r.name() +
				"\", so that a new entity has no location" +
				tree.Namesake(codec.RowsOf(r.collection).Collection().Named(p.Name()), property.NodeOf(p).ID)}))
		}
	}
	return route
}

// cells returns a function that finds the properties of the key in an entity.
func (r *resource[T, K]) cells() func(i int, entity any) (any, bool) {
	rows := codec.RowsOf(r.collection)
	var ids []*tree.ID
	for _, p := range propsOf(r.key) {
		ids = append(ids, property.NodeOf(p).ID)
	}
	return func(i int, entity any) (any, bool) { return rows.Cell(ids[i], entity) }
}

// storeError returns the error of a store with the problems that the resource declares.
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

// optionsOf returns the options of an operation as one change.
func (r *resource[T, K]) optionsOf(op Op) change {
	return func(o *operation) {
		for _, options := range r.options {
			if options.ops&op != 0 {
				options.apply(o)
			}
		}
	}
}

// version returns the function that finds the version of an entity; nil if the collection
// has no versions.
func (r *resource[T, K]) version() func(t place.Addr) codec.Version {
	return codec.BodyOf(r.collection.View()).Version
}
