package mistakes_test

import (
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var resources = []mistake{
	{"a store without a method", func() tenon.API {
		return api(route.Resource("/books", books, bookID, empty{})) // want 5: the store has no method of an operation, such as View(context.Context, string) (mistakes_test.Book, error)
	}},
	{"a store whose method has no context", func() tenon.API {
		return api(route.Resource("/books", books, bookID, noCtx{})) // want 5: the method View of the store is not View(context.Context, string) (mistakes_test.Book, error)
	}},
	{"a store whose methods have pointer receivers", func() tenon.API {
		return api(route.Resource("/books", books, bookID, pointers{})) // want 5: the method Create of the store has a pointer receiver; pass a pointer to the store
	}},
	{"a store that returns no entity", func() tenon.API {
		return api(route.Resource("/books", books, bookID, returns{}).Only(route.OpView | route.OpCreate)) // want 5: the method Create of the store is not Create(context.Context, mistakes_test.Book) (mistakes_test.Book, error)
	}},
	{"a store that updates a whole entity", func() tenon.API {
		return api(route.Resource("/books", books, bookID, whole{})) // want 5: the method Update of the store is not Update(context.Context, string, collection.Patch[
	}},
	{"a store with a key of another type", func() tenon.API {
		return api(route.Resource("/books", books, bookID, numbered{})) // want 5: the method View of the store is not View(context.Context, string) (mistakes_test.Book, error)
	}},
	{"options of an operation that the store lacks", func() tenon.API {
		return api(route.Resource("/books", books, bookID, viewer{}).
			Set(route.On(route.OpCreate).Deprecated())) // want 5: On: the store has no method Create(context.Context, mistakes_test.Book) (mistakes_test.Book, error)
	}},
	{"a sort order of a store without a list", func() tenon.API {
		return api(route.Resource("/books", books, bookID, viewer{}).
			Sorting(title)) // want 5: Sorting: the store has no method List(
	}},
	{"a key that entities lack", func() tenon.API {
		return api(route.Resource("/books", books, prop.String("isbn"), creator{})) // want 5: key "isbn" is not a member of collection "Book"
	}},
	{"a composite key that reads more than it names", func() tenon.API {
		id := route.KeyOf(func(s prop.Source) string { return title.Get(s) + bookID.Get(s) }, title) // want 5: KeyOf: property "id" is not a property of the key; name it in KeyOf
		return api(route.Resource("/books", books, id, viewer{}))
	}},
}
