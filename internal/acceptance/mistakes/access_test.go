package mistakes_test

import (
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

var access = []mistake{
	{"scopes without Authenticate", func() tenon.API {
		return api(show().
			Scopes("a")) // want 5: the scope "a", but the API has no Authenticate
	}},
	{"a public route with scopes", func() tenon.API {
		return api(route.Get("/x", books.View()).
			Public(). // want 4: is Public, but requires the scope "a"
			Scopes("a").Handle(ok)).Authenticate(key)
	}},
	{"a scheme that the API lacks", func() tenon.API {
		return api(show().
			Requires(key)) // want 5: requires the scheme "key", which the API does not declare; add it to Authenticate
	}},
	{"a limit by identity without Authenticate", func() tenon.API {
		limit := throttle.PerDay(2).ByIdentity() // want 5: counts ByIdentity, but the API has no Authenticate; add it, or count ByIP
		return api(route.Get("/x", books.View()).Throttle(limit).Handle(ok))
	}},
	{"a limit of nothing", func() tenon.API {
		limit := throttle.PerDay(0) // want 5: the limit 0 must be positive
		return api(route.Get("/x", books.View()).Throttle(limit).Handle(ok))
	}},
	{"a language that is not known", func() tenon.API {
		languages := l10n.Builtin().
			Only("xx") // want 5: has no language "xx"
		return api(show()).Locales(languages)
	}},
}

var apis = []mistake{
	{"an API without routes", func() tenon.API {
		return tenon.New("Library", "1") // want 5: the API has no routes; add some with Add or Group
	}},
	{"an API whose new value is dropped", func() tenon.API {
		a := tenon.New("Library", "1") // want 5: add some with Add or Group, which return a new API and leave this one as it is
		a.Add(show())
		return a
	}},
	{"an API without a title", func() tenon.API {
		return tenon.New("", "1").Add(show()) // want 5: an API needs a title and a version
	}},
	{"an API that New did not start", func() tenon.API {
		var a tenon.API
		return a.Add(show()) // want 5: an API was not created by tenon.New
	}},
}

var noSuchBook = render.NewProblem(404, "no_such_book", "No such book.")

// requested are programs that Build accepts.
var requested = []accepted{
	{
		"a handler that reads an undeclared property", 3, func() tenon.API {
			return api(route.Get("/x", books.View()).Handle(func(c *route.Call) (Book, error) { return Book{Title: title.Get(c)}, nil }))
		}, "GET", "/x", "", "500", []string{`property \"title\" is not declared by GET /x; declare it with Query`, "access_test.go"},
	},
	{
		"a handler that returns an undeclared problem", 3, func() tenon.API {
			return api(route.Get("/x", books.View()).Handle(func(*route.Call) (Book, error) { return Book{}, noSuchBook }))
		}, "GET", "/x", "", "500", []string{"no_such_book is not declared; declare it with Fails", `"path":"/x"`},
	},
	{
		"a handler that chooses an undeclared status", 3, func() tenon.API {
			return api(route.Get("/x", books.View()).Handle(func(c *route.Call) (Book, error) {
				c.Status(202)
				return Book{}, nil
			}))
		}, "GET", "/x", "", "500", []string{"202", `"path":"/x"`},
	},
}
