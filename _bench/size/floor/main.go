// Command floor serves the shop and does nothing else, so that its size can be compared.
package main

import (
	"log"
	"net/http"

	"bench/stacks/floor"
)

func main() { log.Fatal(http.ListenAndServe(":8080", floor.New())) }
