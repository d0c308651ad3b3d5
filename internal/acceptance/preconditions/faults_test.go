package preconditions_test

import (
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func TestPreconditionsHaveFaults(t *testing.T) {
	const none = `RequirePrecondition needs entities with versions; use Versioned of the collection that the route changes or sends`
	kit.CheckFaults(t,
		kit.Faulty(kit.API(route.Get("/a", plainLeaves.Versioned(nil).View()).Handle(showLeaf)), `collection "Leaf": Versioned(nil): the function is nil`),

		kit.Faulty(kit.API(route.Get("/a", leaves.View()).RequirePrecondition().Handle(showLeaf)), `GET /a: RequirePrecondition is for PATCH, PUT and DELETE`),
		kit.Faulty(kit.API(route.Post("/a", leaves.Create(), leaves.View()).RequirePrecondition().Handle(takeLeaf)), `POST /a: RequirePrecondition is for PATCH, PUT and DELETE`),
		kit.Faulty(kit.API(route.Put("/a", plainLeaves.Create(), plainLeaves.View()).RequirePrecondition().Handle(takeLeaf)), `PUT /a: `+none),
		kit.Faulty(kit.API(route.Put("/a", leaves.Create(), kit.Empty).RequirePrecondition().Handle(dropLeaf)), `PUT /a: `+none),
		kit.Faulty(kit.API(route.Delete("/a", kit.Empty).RequirePrecondition().Handle(kit.ServeEmpty)), `DELETE /a: `+none),
		kit.Faulty(kit.API(route.Delete("/a", collection.Many(leaves.Delete())).RequirePrecondition().Handle(manyLeaves)), `DELETE /a: `+none),

		// Headers that the library reads and sends.
		kit.Faulty(kit.API(route.Get("/a", leaves.View()).Header(prop.String("if-match").Optional()).Handle(showLeaf)), `GET /a: header "if-match" is reserved: the library reads it, because the entity has versions`),
		kit.Faulty(kit.API(route.Get("/a", leaves.View()).Header(prop.String("If-Modified-Since").Optional()).Handle(showLeaf)), `GET /a: header "If-Modified-Since" is reserved: the library reads it, because the entity has versions`),
		kit.Faulty(kit.API(route.Delete("/a", leaves.Delete()).Header(prop.String("If-None-Match")).Handle(showLeaf)), `DELETE /a: header "If-None-Match" is reserved: the library reads it, because the entity has versions`),
		kit.Faulty(kit.API(route.Put("/a", leaves.Create(), leaves.View()).Header(prop.String("If-Unmodified-Since")).Handle(takeLeaf)), `PUT /a: header "If-Unmodified-Since" is reserved: the library reads it, because the entity has versions`),
		kit.Faulty(kit.API(route.Get("/a", leaves.View()).ResponseHeader(prop.String("etag")).Handle(showLeaf)), `GET /a: header "etag" is reserved: the library sends it, because the entity has versions`),
		kit.Faulty(kit.API(route.Post("/a", leaves.Create(), leaves.View()).ResponseHeader(prop.String("Last-Modified")).Handle(takeLeaf)), `POST /a: header "Last-Modified" is reserved: the library sends it, because the entity has versions`),
		kit.Faulty(kit.API(route.Put("/a", leaves.Create(), leaves.View()).ResponseHeader(prop.String("ETag")).Handle(takeLeaf)), `PUT /a: header "ETag" is reserved: the library sends it, because the entity has versions`),

		// Problems of the library.
		kit.Faulty(kit.API(route.Get("/a", leaves.View()).Fails(render.NewProblem(412, "precondition_failed", "Failed.")).Handle(showLeaf)), `GET /a: problem 412 precondition_failed is reserved for the library`),
		kit.Faulty(kit.API(route.Delete("/a", leaves.Delete()).RequirePrecondition().Fails(render.NewProblem(428, "precondition_required", "Required.")).Handle(showLeaf)), `DELETE /a: problem 428 precondition_required is reserved for the library`),
	)
}

// Routes may declare the headers themselves where the library does not evaluate
// preconditions.
func TestHeadersAreFreeWithoutVersions(t *testing.T) {
	for _, r := range []*route.Route{
		route.Get("/a", plainLeaves.View()).Header(prop.String("If-Match")).ResponseHeader(prop.String("ETag")).Fails(preconditionFailed).Handle(showLeaf),
		route.Get("/a", leaves.List()).Header(prop.String("If-None-Match")).ResponseHeader(prop.String("ETag")).Handle(showLeaf),
		route.Post("/a", leaves.Create(), leaves.View()).Header(prop.String("If-Match")).Handle(takeLeaf),
		route.Delete("/a", leaves.Delete()).Header(prop.String("If-Modified-Since")).Fails(preconditionRequired).Handle(showLeaf),
		route.Put("/a", leaves.Create(), kit.Empty).Header(prop.String("If-Match")).ResponseHeader(prop.String("ETag")).Handle(dropLeaf),
	} {
		kit.Build(t, kit.API(r))
	}
}

var (
	preconditionFailed   = render.NewProblem(412, "precondition_failed", "Failed.")
	preconditionRequired = render.NewProblem(428, "precondition_required", "Required.")
)

func showLeaf(*route.Call) (leaf, error)                       { return leaf{}, nil }
func takeLeaf(_ *route.Call, l leaf) (leaf, error)             { return l, nil }
func dropLeaf(*route.Call, leaf) (n collection.Empty, _ error) { return n, nil }
func manyLeaves(*route.Call) ([]leaf, error)                   { return nil, nil }
