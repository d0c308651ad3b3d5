package route

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
)

// AuthorizeList adds a function that authorizes each valid request of List; see
// [WriteRoute.AuthorizeInput].
func (c ResourceRoutes[T, K]) AuthorizeList(f func(c *Call, q paginate.Query) error) ResourceRoutes[T, K] {
	return c.sets("AuthorizeList", OpList).edit(func(r *resource[T, K]) { r.authorizers.list = added(r.authorizers.list, f) })
}

// AuthorizeCreate adds a function that authorizes each valid request of Create.
func (c ResourceRoutes[T, K]) AuthorizeCreate(f func(c *Call, in T) error) ResourceRoutes[T, K] {
	return c.sets("AuthorizeCreate", OpCreate).edit(func(r *resource[T, K]) { r.authorizers.create = added(r.authorizers.create, f) })
}

// AuthorizeView adds a function that authorizes each valid request of View.
func (c ResourceRoutes[T, K]) AuthorizeView(f func(c *Call) error) ResourceRoutes[T, K] {
	return c.sets("AuthorizeView", OpView).edit(func(r *resource[T, K]) { r.authorizers.view = added(r.authorizers.view, f) })
}

// AuthorizeUpdate adds a function that authorizes each valid request of Update.
func (c ResourceRoutes[T, K]) AuthorizeUpdate(f func(c *Call, p collection.Patch[T]) error) ResourceRoutes[T, K] {
	return c.sets("AuthorizeUpdate", OpUpdate).edit(func(r *resource[T, K]) { r.authorizers.update = added(r.authorizers.update, f) })
}

// AuthorizeReplace adds a function that authorizes each valid request of Replace.
func (c ResourceRoutes[T, K]) AuthorizeReplace(f func(c *Call, in collection.Replacement[T]) error) ResourceRoutes[T, K] {
	return c.sets("AuthorizeReplace", OpReplace).edit(func(r *resource[T, K]) { r.authorizers.replace = added(r.authorizers.replace, f) })
}

// AuthorizeDelete adds a function that authorizes each valid request of Delete.
func (c ResourceRoutes[T, K]) AuthorizeDelete(f func(c *Call) error) ResourceRoutes[T, K] {
	return c.sets("AuthorizeDelete", OpDelete).edit(func(r *resource[T, K]) { r.authorizers.remove = added(r.authorizers.remove, f) })
}

// added returns a copy of all with f.
func added[F any](all []F, f F) []F { return append(all[:len(all):len(all)], f) }
