package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"
)

func TestOpenAPIIsPrintedWithoutADatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.db")
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-openapi", "-db", file}, &out); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, string(want), out.String())
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the database was touched: %v", err)
	}
}

func TestTheProgramServesUntilItIsToldToStop(t *testing.T) {
	var logged lines
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	defer slog.SetDefault(before)

	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- run(ctx, []string{"-addr", "127.0.0.1:0", "-db", memory}, nil) }()
	url := logged.wait(t, `url=(http://127\.0\.0\.1:\d+)`)

	c := client{t, url}
	equal(t, `{"data":{"status":"ok"}}`, c.want(200, "GET", "/v1/health", "").text)
	c.want(200, "GET", first, "")

	stop()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it goes on")
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
	for range 1000 {
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
