package doc_test

import (
	"context"
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// staff authenticates three people by API key.
var staff = authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
	authn.NewSecret("of-ann").Hash(): authn.New("ann").Scopes("loans:read"),
	authn.NewSecret("of-bob").Hash(): authn.New("bob").Scopes("loans:read", "loans:write"),
	authn.NewSecret("of-eve").Hash(): authn.New("eve").Scopes("loans:read", "loans:fees").Roles("auditor"),
}))

func Example_scopesOfParameters() {
	verify := func(_ context.Context, token string) (authn.Identity, error) {
		if token != "of-ann" {
			return authn.Identity{}, authn.Invalid("")
		}
		return authn.New("ann").Scopes("shelf:7:read"), nil
	}
	token := authn.Bearer("token", verify).Realm("https://id.example.com/token").Service("library")

	shelfNo := prop.Int("shelf").Min(1)
	read := route.Get("/shelves/{shelf}", books.View()).
		Path(shelfNo).
		Scopes("shelf:{shelf}:read").
		Handle(func(*route.Call) (Book, error) { return shelf[0], nil })
	app := tenon.New("Library", "1.0.0").Authenticate(token).Add(read).MustBuild()

	send(app, "GET", "/shelves/7", "", "Authorization: Bearer of-ann")
	fmt.Println(send(app, "GET", "/shelves/8", "", "Authorization: Bearer of-ann").Get("WWW-Authenticate"))
	fmt.Println(send(app, "GET", "/shelves/8", "").Get("WWW-Authenticate"))

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
	// 403 {"title":"Forbidden","status":403,"detail":"The credentials do not allow this.","code":"insufficient_scope"}
	// Bearer realm="https://id.example.com/token", service="library", error="insufficient_scope", scope="shelf:8:read"
	// 401 {"title":"Unauthorized","status":401,"detail":"The request needs credentials.","code":"unauthenticated"}
	// Bearer realm="https://id.example.com/token", service="library", scope="shelf:8:read"
}

func Example_rules() {
	open := authz.Policy("office hours", func(context.Context, authn.Identity) bool { return true })

	app := tenon.New("Library", "1.0.0").
		Authenticate(staff).
		Add(route.Group("", show).Scopes("loans:read"),
			route.Delete("/books/{id}", collection.NoContent()).
				Path(bookID).
				Scopes("loans:write").
				Authorize(open).
				Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }),
			route.Get("/audit", books.View()).
				Authorize(authz.AnyRole("auditor", "owner")).
				Handle(func(*route.Call) (Book, error) { return shelf[0], nil })).
		MustBuild()

	send(app, "DELETE", "/books/"+leaves, "", "X-Api-Key: of-ann")
	send(app, "DELETE", "/books/"+leaves, "", "X-Api-Key: of-bob")
	send(app, "GET", "/audit", "", "X-Api-Key: of-bob")

	// Output:
	// 403 {"title":"Forbidden","status":403,"detail":"The credentials do not allow this.","code":"insufficient_scope"}
	// 204
	// 403 {"title":"Forbidden","status":403,"detail":"The identity does not have permission for this operation.","code":"forbidden"}
}

// Loan is a book that a reader has borrowed.
type Loan struct {
	Book  string
	Owner string
	Fee   int64
}

var (
	loanBook = prop.String("book").MinLen(1)
	loanFee  = prop.Int64("fee").Min(0).Default(0)
	loans    = collection.Of("Loan", func(l *Loan) collection.Fields {
		return collection.Fields{
			loanBook.At(&l.Book).Key(),
			loanFee.At(&l.Fee).VisibleTo("loans:fees"),
		}
	})
)

// Loans is a store with one loan, which belongs to ann.
type Loans struct{}

func (Loans) View(_ context.Context, book string) (Loan, error) {
	return Loan{Book: book, Owner: "ann", Fee: 250}, nil
}

func Example_entities() {
	app := tenon.New("Library", "1.0.0").
		Authenticate(staff).
		Add(route.Resource("/loans", loans, loanBook, Loans{}).
			ReadScopes("loans:read").WriteScopes("loans:write").
			AuthorizeEntity(func(_ context.Context, who authn.Identity, l *Loan) error {
				if who.Subject() != l.Owner && !who.HasRole("auditor") {
					return render.NotFound // does not reveal that the loan exists
				}
				return nil
			})).
		MustBuild()

	send(app, "GET", "/loans/omoo", "", "X-Api-Key: of-ann") // cannot see the fee
	send(app, "GET", "/loans/omoo", "", "X-Api-Key: of-eve") // can see the fee
	send(app, "GET", "/loans/omoo", "", "X-Api-Key: of-bob")

	// Output:
	// 200 {"data":{"book":"omoo"}}
	// 200 {"data":{"book":"omoo","fee":250}}
	// 404 {"title":"No such entity.","status":404,"code":"no_such_entity"}
}

func Example_authorizeInput() {
	lend := route.Post("/loans", loans.Create(), loans.View()).
		AuthorizeInput(func(c *route.Call, in Loan) error {
			if in.Book == "first-folio" && !c.Identity().HasRole("auditor") {
				return render.Forbidden
			}
			return nil
		}).
		Handle(func(c *route.Call, in Loan) (Loan, error) { return in, nil })
	app := tenon.New("Library", "1.0.0").Authenticate(staff).Add(lend).MustBuild()

	send(app, "POST", "/loans", `{"book": "omoo"}`, "X-Api-Key: of-ann")
	send(app, "POST", "/loans", `{"book": "first-folio"}`, "X-Api-Key: of-ann")
	send(app, "POST", "/loans", `{"book": "omoo", "fee": 0}`, "X-Api-Key: of-ann")

	// Output:
	// 201 {"data":{"book":"omoo"}}
	// 403 {"title":"Forbidden","status":403,"detail":"The identity does not have permission for this operation.","code":"forbidden"}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"scope","detail":"may only be sent with the scope loans:fees","pointer":"#/fee","params":{"scope":"loans:fees"}}]}
}
