package migrate

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type ContactFields struct {
	Name  string   `json:"name" minLength:"1" maxLength:"80" doc:"How to call them."`
	Email string   `json:"email" format:"email"`
	Tags  []string `json:"tags,omitempty" maxItems:"5" uniqueItems:"true" nullable:"false"`
}

type Contact struct {
	ID string `json:"id" format:"uuid"`
	ContactFields
}

type (
	contactPath struct {
		ID string `path:"id" format:"uuid"`
	}
	contactBody   struct{ Body ContactFields }
	contactsQuery struct {
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
		Prefix string `query:"prefix" maxLength:"80"`
	}
	contactAnswer  struct{ Body Contact }
	contactsAnswer struct{ Body []Contact }
)

// WithHuma registers the API with huma.
func WithHuma(mux *http.ServeMux, store *Store) {
	config := huma.DefaultConfig("Contacts", "1.0.0")
	config.CreateHooks = nil // no $schema
	api := humago.New(mux, config)

	huma.Get(api, "/contacts/{id}", func(ctx context.Context, in *contactPath) (*contactAnswer, error) {
		c, err := store.Find(ctx, in.ID)
		if errors.Is(err, ErrNotFound) {
			return nil, huma.Error404NotFound("No such contact.")
		}
		return &contactAnswer{c}, err
	})
	huma.Get(api, "/contacts", func(ctx context.Context, in *contactsQuery) (*contactsAnswer, error) {
		all, err := store.First(ctx, in.Limit, in.Prefix)
		return &contactsAnswer{all}, err
	})
	huma.Register(api, huma.Operation{
		OperationID: "post-contacts", Method: http.MethodPost, Path: "/contacts",
		Summary: "Add a contact", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *contactBody) (*contactAnswer, error) {
		c, err := store.Insert(ctx, Contact{ContactFields: in.Body})
		return &contactAnswer{c}, err
	})
}
