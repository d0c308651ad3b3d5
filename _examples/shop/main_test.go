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
		t.Errorf("the database was opened: %v", err)
	}
}

// A launched shop runs with -dev.
type launched struct {
	url, token string
	printed    *lines
	stop       func()
	done       chan error // the error of run
}

func launch(t *testing.T, args ...string) launched {
	t.Helper()
	var logged lines
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(io.MultiWriter(&logged, watchedLog{}), nil)))
	t.Cleanup(func() { slog.SetDefault(before) })

	ctx, stop := context.WithCancel(t.Context())
	p := launched{printed: new(lines), stop: stop, done: make(chan error, 1)}
	go func() {
		p.done <- run(ctx, append([]string{"-dev", "-addr", "127.0.0.1:0", "-db", memory}, args...), p.printed)
	}()
	p.url = logged.wait(t, `url=(http://127\.0\.0\.1:\d+)`)
	p.token = p.printed.wait(t, `TOKEN=(\S+)\n`)
	plant("the token for development", strings.Split(p.token, ".")[1:]...)
	return p
}

// whole matches events from their first to their last line.
var whole = regexp.MustCompile(`^(id: [01]\n(.+\n)*\n)+$`)

func TestProgramServesUntilShutdown(t *testing.T) {
	p := launch(t)
	c := client{t, p.url, nil, p.token, nil}
	equal(t, `{"data":{"status":"ok"}}`, c.want(200, "GET", "/v1/health", "").text)
	c.want(200, "GET", first, "")
	example := p.printed.wait(t, `'(\{.*\})'`)
	if p.printed.wait(t, `\n\t(\S+)/v1/products\n`) != p.url {
		t.Errorf("%q leads elsewhere than to %s", p.printed.text, p.url)
	}
	equal(t, 5300.0, data(t, c.want(201, "POST", "/v1/products", example))["cost"])
	stream := c.stream("/v1/products/events") // must not prevent the shutdown

	p.stop()
	select {
	case err := <-p.done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("the program still runs")
	}
	// It began before or after the relay gave the product's event its sequence.
	if rest, err := io.ReadAll(stream); !whole.Match(rest) || err != nil {
		t.Errorf("the stream ended with %q, %v", rest, err)
	}
}

func TestAddressInUseIsAnError(t *testing.T) {
	c := open(t, memory)
	if err := run(t.Context(), []string{"-addr", c.url[len("http://"):], "-db", memory}, nil); err == nil {
		t.Error("run returned no error")
	}
}

// lines is a log with a method that waits for a line.
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
