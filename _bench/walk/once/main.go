// Command once builds the shop of the benchmarks and, with an argument, serves one request
// to it. What it has executed lies in $GOCOVERDIR: of the build, or of the request alone.
package main

import (
	"log"
	"net/http/httptest"
	"os"
	"runtime/coverage"
	"strings"

	"bench/shop"
	"bench/stacks/tenon"
)

func main() {
	log.SetFlags(0)
	app := tenon.New()
	if len(os.Args) == 1 {
		return
	}
	for _, c := range shop.Measured() {
		if c.Name != os.Args[1] {
			continue
		}
		if err := coverage.ClearCounters(); err != nil {
			log.Fatal(err)
		}
		r := httptest.NewRequest(c.Method, c.Target, strings.NewReader(string(c.Body)))
		if c.Body != nil {
			r.Header.Set("Content-Type", "application/json")
		}
		app.ServeHTTP(httptest.NewRecorder(), r)
		return
	}
	log.Fatalf("there is no case %q", os.Args[1])
}
