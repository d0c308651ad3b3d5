package migrate

import (
	"errors"
	"net/http"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

var (
	contactID = prop.UUID("id").ReadOnly()
	name      = prop.String("name").MinLen(1).MaxLen(80).Describe("How to call them.")
	email     = prop.Email("email")
	tags      = prop.Array(prop.String("tags")).MaxItems(5).Unique().Default(nil)
	limit     = prop.Int("limit").Min(1).Max(100).Default(20)
	prefix    = prop.String("prefix").MaxLen(80).Optional()
)

var contacts = collection.Of("Contact", func(c *Contact) collection.Fields {
	return collection.Fields{
		contactID.At(&c.ID).Key(),
		name.At(&c.Name),
		email.At(&c.Email),
		tags.At(&c.Tags),
	}
})

var NoSuchContact = render.NewProblem(404, "no_such_contact", "No such contact.")

// showContact, listContacts and addContact are the migrated routes.
func showContact(store *Store) *route.Route {
	return route.Get("/contacts/{id}", contacts.View()).
		Path(contactID).
		Fails(NoSuchContact).
		Handle(func(c *route.Call) (Contact, error) { return store.Find(c.Context(), contactID.Get(c)) })
}

func listContacts(store *Store) *route.Route {
	return route.Get("/contacts", collection.Many(contacts.List())).
		Query(limit, prefix).
		Handle(func(c *route.Call) ([]Contact, error) {
			return store.First(c.Context(), limit.Get(c), prefix.Get(c))
		})
}

func addContact(store *Store) *route.Route {
	return route.Post("/contacts", contacts.Create(), contacts.View()).
		ID("post-contacts").
		Summary("Add a contact").
		Handle(func(c *route.Call, in Contact) (Contact, error) { return store.Insert(c.Context(), in) })
}

// Tenon returns the API of the migrated routes.
func Tenon(routes ...route.Member) tenon.API {
	return tenon.New("Contacts", "1.0.0").
		ErrorHandler(func(_ *http.Request, err error) *render.Problem {
			if errors.Is(err, ErrNotFound) {
				return NoSuchContact
			}
			return nil
		}).
		Add(routes...)
}
