// Command huma serves the shop and does nothing else, so that its size can be compared.
package main

import (
	"log"
	"net/http"

	"bench/stacks/huma"
)

func main() { log.Fatal(http.ListenAndServe(":8080", huma.Shop(huma.OnServeMux))) }
