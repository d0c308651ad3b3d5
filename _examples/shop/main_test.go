package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestOpenAPIIsPrintedWithoutADatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.db")
	for document, args := range map[string][]string{
		"testdata/openapi.yaml":     {"-openapi", "-db", file},
		"testdata/openapi-3.1.yaml": {"-openapi", "-openapi-version", "3.1", "-db", file},
		"testdata/openapi-3.2.yaml": {"-openapi", "-openapi-version", "3.2", "-db", file},
	} {
		var out bytes.Buffer
		if err := run(t.Context(), args, &out); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, string(want), out.String())
	}
	if err := run(t.Context(), []string{"-openapi", "-openapi-version", "2.0"}, nil); err == nil {
		t.Error("OpenAPI 2.0 was printed")
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the database was touched: %v", err)
	}
}

func TestTheProgramServesUntilItIsToldToStop(t *testing.T) {
	var logged, printed lines
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(io.MultiWriter(&logged, watchedLog{}), nil)))
	defer slog.SetDefault(before)

	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- run(ctx, []string{"-dev", "-addr", "127.0.0.1:0", "-db", memory}, &printed) }()
	url := logged.wait(t, `url=(http://127\.0\.0\.1:\d+)`)
	token := printed.wait(t, `TOKEN=(\S+)\n`)
	plant("the token for development", strings.Split(token, ".")[1:]...)

	c := client{t, url, nil, token}
	equal(t, `{"data":{"status":"ok"}}`, c.want(200, "GET", "/v1/health", "").text)
	c.want(200, "GET", first, "")
	example := printed.wait(t, `'(\{.*\})'`)
	if printed.wait(t, `\n\t(\S+)/v1/products\n`) != url {
		t.Errorf("%q leads elsewhere than to %s", printed.text, url)
	}
	equal(t, 5300.0, data(t, c.want(201, "POST", "/v1/products", example))["cost"])
	stream := c.stream("/v1/products/events") // must not keep the program from stopping

	stop()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("it goes on")
	}
	if rest, err := io.ReadAll(stream); len(rest) > 0 || err != nil {
		t.Errorf("the stream ended with %q, %v", rest, err)
	}
}

func TestAnAddressInUseIsAnError(t *testing.T) {
	c := open(t, memory)
	if err := run(t.Context(), []string{"-addr", c.url[len("http://"):], "-db", memory}, nil); err == nil {
		t.Error("it listens")
	}
}

// lines is a log that can be waited for.
type lines struct {
	mu   sync.Mutex
	text []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *lines) wait(t *testing.T, expr string) string {
	t.Helper()
	re := regexp.MustCompile(expr)
	for range 6000 {
		l.mu.Lock()
		m := re.FindSubmatch(l.text)
		l.mu.Unlock()
		if m != nil {
			return string(m[1])
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("nothing matches %s", expr)
	return ""
}
