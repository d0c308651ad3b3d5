package main

import (
	"net/http/httptest"
	"testing"

	"github.com/tenon-go/tenon/apitest"
)

// Every event that a route declares is emitted by it.
func TestEveryEventIsEmitted(t *testing.T) {
	store := openStore(t, memory)
	if err := store.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	app := build(t, store)
	apitest.Emitted(t, app)
	server := httptest.NewServer(routed(t, app))
	defer server.Close()
	c := newClient(t, server.URL, store)
	path := "/v1/products/" + data(t, c.want(201, "POST", "/v1/products", keyboard))["id"].(string)
	c.want(200, "PATCH", path, `{"price": 2}`)
	c.want(200, "PUT", path, keyboard, "If-Match", "*")
	c.want(200, "DELETE", path, "")
	c.want(201, "POST", first+"/orders", order)
}
