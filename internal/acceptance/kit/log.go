package kit

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// Log keeps what is logged, as JSON.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// Logger returns a logger that writes to the log.
func (l *Log) Logger() *slog.Logger { return slog.New(slog.NewJSONHandler(l, nil)) }

// String returns what was logged.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// Has checks that one line has all of these texts, and resets the log.
func (l *Log) Has(t *testing.T, texts ...string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.buf.String()
	l.buf.Reset()
	for line := range strings.Lines(all) {
		missing := false
		for _, text := range texts {
			missing = missing || !strings.Contains(line, text)
		}
		if !missing {
			return
		}
	}
	t.Errorf("no line of the log has %q:\n%s", texts, all)
}

// Empty checks that nothing was logged since the last check.
func (l *Log) Empty(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.buf.Len() > 0 {
		t.Errorf("logged:\n%s", l.buf.String())
	}
	l.buf.Reset()
}

// Reset discards what was logged.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf.Reset()
}
