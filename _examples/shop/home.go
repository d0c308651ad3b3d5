package main

import (
	"bytes"
	_ "embed"
	"net/http"
	"time"
)

//go:embed home.html
var homePage []byte

// home serves the page at /, which leads to the documentation.
func home(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-cache") // a new version of the program has another page
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(homePage))
}
