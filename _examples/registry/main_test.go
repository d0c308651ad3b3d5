package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// README's command starts in a folder without its directory.
func TestRunCreatesTheDirectory(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := run(ended, "127.0.0.1:0", dir, "ann:secret", "http://127.0.0.1:5000"); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Error(err)
	}
}

// Whoever may pull gets no token to push, however the scopes are written.
func TestTokensHaveNoOtherScopes(t *testing.T) {
	host := serve(t, &memory{files: map[string][]byte{}}, true)
	for _, scope := range []string{"repository:a:push", "repository:a:pull,push", "repository:a:push repository:b:pull", "repository:a:push\trepository:b:pull", "repository:a:push\u00a0x:pull"} {
		r, err := http.Get("http://" + host + "/token?scope=" + url.QueryEscape(scope))
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Token string }
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		push, _ := http.NewRequest("POST", "http://"+host+"/v2/a/blobs/uploads/", nil)
		push.Header.Set("Authorization", "Bearer "+got.Token)
		if r, err = http.DefaultClient.Do(push); err != nil || r.StatusCode != http.StatusForbidden {
			t.Errorf("%q: %v %v", scope, r, err)
		}
	}
}

// The registry is short: 900 lines of code.
func TestRegistryIsShort(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, name := range sources {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
				lines++
			}
		}
	}
	if lines > 900 {
		t.Errorf("%d lines", lines)
	}
}
