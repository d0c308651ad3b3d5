package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// secrets are texts that no response and no log may contain.
var secrets struct {
	mu      sync.Mutex
	planted map[string]string // secret to description
	found   []string
}

// plant declares secrets.
func plant(what string, all ...string) {
	secrets.mu.Lock()
	defer secrets.mu.Unlock()
	if secrets.planted == nil {
		secrets.planted = map[string]string{}
	}
	for _, secret := range all {
		if len(secret) < 8 {
			panic("too short to be a secret: " + secret)
		}
		secrets.planted[secret] = what
	}
}

// spill returns the secrets in a text.
func spill(text []byte) (all []string) {
	secrets.mu.Lock()
	defer secrets.mu.Unlock()
	for secret, what := range secrets.planted {
		if bytes.Contains(text, []byte(secret)) {
			all = append(all, what)
		}
	}
	return all
}

// inspect records the secrets in a text.
func inspect(where string, text []byte) {
	for _, what := range spill(text) {
		accuse(where, what)
	}
}

// inspectAnswer is like inspect for responses, in which a stack trace is a secret too.
func inspectAnswer(where string, text []byte) {
	inspect(where, text)
	if bytes.Contains(text, []byte("goroutine ")) || bytes.Contains(text, []byte(".go:")) || bytes.Contains(text, []byte("runtime error")) {
		accuse(where, "a stack")
	}
}

func accuse(where, what string) {
	secrets.mu.Lock()
	defer secrets.mu.Unlock()
	secrets.found = append(secrets.found, where+" has "+what)
}

// leaks returns an error with everything that inspect recorded.
func leaks() error {
	secrets.mu.Lock()
	defer secrets.mu.Unlock()
	if len(secrets.found) == 0 {
		return nil
	}
	return fmt.Errorf("%d leaks\n%s", len(secrets.found), strings.Join(secrets.found, "\n"))
}

// watched is a transport that inspects every response.
type watched struct{ http.RoundTripper }

func (t watched) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := t.RoundTripper.RoundTrip(r)
	if err != nil {
		return res, err
	}
	where := fmt.Sprintf("the answer %d to %s %s", res.StatusCode, r.Method, r.URL.Path)
	var header bytes.Buffer
	_ = res.Header.Write(&header)
	inspectAnswer(where, header.Bytes())
	res.Body = &watchedBody{ReadCloser: res.Body, where: where}
	return res, nil
}

// watchedBody inspects a body when it is closed.
type watchedBody struct {
	io.ReadCloser
	where string
	mu    sync.Mutex
	text  []byte
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.mu.Lock()
	b.text = append(b.text, p[:n]...)
	b.mu.Unlock()
	return n, err
}

func (b *watchedBody) Close() error {
	err := b.ReadCloser.Close()
	b.mu.Lock()
	inspectAnswer(b.where, b.text)
	b.text = nil
	b.mu.Unlock()
	return err
}

// watchedLog inspects and discards the log.
type watchedLog struct{}

func (watchedLog) Write(p []byte) (int, error) {
	inspect("the log", p)
	return len(p), nil
}
