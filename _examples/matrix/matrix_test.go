package matrix_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"

	"github.com/tenon-go/tenon/_examples/matrix"
)

func verify(context.Context, string) (authn.Identity, error) { return authn.New("ali"), nil }

func lookup(context.Context, authn.Secret) (authn.Identity, error) { return authn.New("job"), nil }

func nothing(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }

var (
	list   = route.Get("/orders", collection.NoContent()).Authorize(authz.Scopes("orders:read")).Handle(nothing)
	remove = route.Delete("/orders", collection.NoContent()).
		Authorize(authz.Scopes("orders:read"), authz.AnyRole("admin", "support")).Handle(nothing)
	me = route.Get("/me", collection.NoContent()).Handle(nothing)
)

func Example() {
	app := tenon.New("Shop", "1.0.0").
		Authenticate(authn.Bearer("token", verify), authn.APIKeyHeader("key", "X-Key", lookup)).
		Add(list, remove, me, route.Health("/health")).
		MustBuild()
	if err := matrix.Write(os.Stdout, app); err != nil {
		panic(err)
	}
	// Output:
	// method,path,schemes,role admin,role support,scope orders:read
	// GET,/orders,token or key,,,required
	// DELETE,/orders,token or key,one of,one of,required
	// GET,/me,token or key,,,
	// GET,/health,public,,,
}

// The package is the proof that the tree is enough.
func TestNothingInternalIsImported(t *testing.T) {
	source, err := os.ReadFile("matrix.go")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(source), "tenon/internal") || strings.Count(string(source), "\n") > 100 {
		t.Error("the package imports an internal package, or is longer than 100 lines")
	}
}
