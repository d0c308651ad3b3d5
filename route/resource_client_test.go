package route_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// showing has a View and nothing else.
type showing struct{}

func (showing) View(context.Context, pageKey) (page, error) { return page{Book: "b", Number: 1}, nil }

func TestAResourceIsCalled(t *testing.T) {
	area := prop.String("area").MinLen(1)
	book := route.Resource("/{area}/pages", versionedPages, pageID, newShelf()).Path(area).
		Set(route.On(route.OpUpdate).RequirePrecondition())
	app := tenon.New("Test", "1").Group("/v1", book).MustBuild()
	ctx, in := t.Context(), area.Is("a/b")
	calls := book.Client()
	// A prefix of a group belongs to the address.
	c := client.Local(app).Below("/v1")

	one := page{Book: "b", Number: 1, Text: "x"}
	var answer client.Response
	made, err := calls.Create.Call(ctx, c.Into(&answer), one, in)
	if err != nil || made.Text != "x" || !strings.HasSuffix(answer.Header().Get("Location"), "/pages/b/1") {
		t.Fatal(made, err, answer.Header())
	}
	if _, err := calls.Create.Call(ctx, c, one, in); !errors.Is(err, render.Conflict) {
		t.Error(err)
	}
	if _, err := calls.Create.Call(ctx, c, one); !violates(err, "path parameter area: is required (required)") {
		t.Error(err)
	}

	first := []prop.Arg{in, pageBook.Is("b"), pageNumber.Is(1)}
	if p, err := calls.View.Call(ctx, c, first...); err != nil || p.Text != "x" {
		t.Error(p, err)
	}
	if _, err := calls.View.Call(ctx, c, in, pageBook.Is("b"), pageNumber.Is(2)); !errors.Is(err, render.NotFound) {
		t.Error(err)
	}

	patch, err := versionedPages.Update().Parse([]byte(`{"text":"y"}`))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := calls.Update.Call(ctx, c, patch, append(first, client.IfMatch(`"1"`))...); err != nil || p.Text != "y" {
		t.Error(p, err)
	}
	if _, err := calls.Update.Call(ctx, c, patch, append(first, client.IfMatch(`"1"`))...); err == nil || !strings.Contains(err.Error(), "412") {
		t.Error(err)
	}
	whole, err := versionedPages.Replace().Parse([]byte(`{"text":"z","book":"b","number":1}`))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := calls.Replace.Call(ctx, c, whole, first...); err != nil || p.Text != "z" {
		t.Error(p, err)
	}

	n := 0
	for p, err := range calls.List.Walk(ctx, c, in, paginate.Limit(1)) {
		if n++; err != nil || p.Text != "z" {
			t.Error(p, err)
		}
	}
	if n != 1 {
		t.Errorf("%d pages", n)
	}
	if _, err := calls.Delete.Call(ctx, c, first...); err != nil {
		t.Error(err)
	}
	if _, err := calls.Delete.Call(ctx, c, first...); !errors.Is(err, render.NotFound) {
		t.Error(err)
	}
}

func violates(err error, want string) bool {
	var vs prop.Violations
	return errors.As(err, &vs) && vs.Error() == want
}

func TestCallsOfWhatAResourceLacksAreErrors(t *testing.T) {
	calls := route.Resource("/pages", pages, pageID, showing{}).Client()
	c := client.Local(tenon.New("Test", "1").Add(route.Health("/health")).MustBuild())
	_, listed := calls.List.Call(t.Context(), c)
	_, created := calls.Create.Call(t.Context(), c, page{})
	_, deleted := calls.Delete.Call(t.Context(), c)
	for name, err := range map[string]error{"List": listed, "Create": created, "Delete": deleted} {
		if err == nil || !strings.Contains(err.Error(), "the store has no method "+name+"(") || !strings.Contains(err.Error(), "resource_client_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	var none route.ResourceRoutes[page, pageKey]
	if _, err := none.Client().View.Call(t.Context(), c); err == nil || !strings.Contains(err.Error(), "the key is not a property") {
		t.Error(err)
	}
}

func TestADeletionWithoutContentIsCalled(t *testing.T) {
	book := route.Resource("/pages", pages, pageID, newShelf()).NoContent()
	app := tenon.New("Test", "1").Add(book).MustBuild()
	calls, c := book.Client(), client.Local(app)
	if _, err := calls.Create.Call(t.Context(), c, page{Book: "b", Number: 1}); err != nil {
		t.Fatal(err)
	}
	if p, err := calls.Delete.Call(t.Context(), c, pageBook.Is("b"), pageNumber.Is(1)); err != nil || p != (page{}) {
		t.Error(p, err)
	}
}
