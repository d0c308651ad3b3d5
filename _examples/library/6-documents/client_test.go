package main

import (
	"errors"
	"net/http"
	"testing"

	"github.com/tenon-go/tenon/client"
)

func TestBookIsAddedOnce(t *testing.T) {
	books := bookRoutes(&Store{}).Client()
	guest := client.Local(library(t)) // or client.New("https://api.example.com")
	ann := guest.Prepare(func(r *http.Request) error {
		r.Header.Set("X-Api-Key", "secret-of-ann")
		return nil
	})

	moby := Book{ISBN: "9780142437247", Title: "Moby-Dick", Pages: 720, Genre: Novel}
	if _, err := books.Create.Call(t.Context(), ann, moby); err != nil {
		t.Fatal(err)
	}
	if _, err := books.Create.Call(t.Context(), ann, moby); !errors.Is(err, bookExists) {
		t.Errorf("adding the book again returns %v", err)
	}
	found, err := books.View.Call(t.Context(), guest, isbn.Is(moby.ISBN))
	if err != nil || found.Title != moby.Title {
		t.Errorf("found %v, %v", found, err)
	}
}
