// Command tenon serves the shop and does nothing else, so that its size can be compared.
package main

import (
	"log"
	"net/http"

	"bench/stacks/tenon"
)

func main() { log.Fatal(http.ListenAndServe(":8080", tenon.New())) }
