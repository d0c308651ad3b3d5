package kit

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// logs keeps what was logged.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *Log) Logger() *slog.Logger { return slog.New(slog.NewJSONHandler(l, nil)) }

// String returns what was logged.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// has checks that one line has all of the texts, and forgets what was logged.
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

func (l *Log) Empty(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.buf.Len() > 0 {
		t.Errorf("logged:\n%s", l.buf.String())
	}
	l.buf.Reset()
}

// forget lets go of what was logged.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf.Reset()
}
