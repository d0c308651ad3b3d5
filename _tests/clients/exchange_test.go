package clients_test

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// An exchange is a request and the response of a shop.
type exchange struct {
	method, target string // the target is the path with the query
	header         http.Header
	content        []byte

	status        int
	answerHeader  http.Header
	answerContent []byte
}

// key is equal for exchanges that differ only in counters and the request ID.
func (e exchange) key() string {
	var b bytes.Buffer
	b.WriteString(e.method + " " + e.target + "\n")
	_ = e.header.Write(&b)
	b.Write(e.content)
	b.WriteString(strconv.Itoa(e.status))
	for _, name := range slices.Sorted(maps.Keys(e.answerHeader)) {
		b.WriteString(name + "\n")
	}
	text := e.answerContent
	if id := e.answerHeader.Get("X-Request-Id"); id != "" {
		text = bytes.ReplaceAll(text, []byte(id), nil)
	}
	b.Write(text)
	return b.String()
}

// path returns the target without the query.
func (e exchange) path() string {
	path, _, _ := strings.Cut(e.target, "?")
	return path
}
