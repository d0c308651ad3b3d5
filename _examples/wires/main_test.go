package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

// The four APIs are served until the program ends.
func TestRun(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := run(ctx, "127.0.0.1:0"); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
