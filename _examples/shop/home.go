package main

import (
	"bytes"
	_ "embed"
	"net/http"
	"time"
)

//go:embed home.html
var homePage []byte

// home serves the page at /, which links to the documentation.
func home(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-cache") // the page changes with the program
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(homePage))
}
