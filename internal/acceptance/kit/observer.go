package kit

import (
	"context"
	"io"
	"time"

	"github.com/tenon-go/tenon"
)

// SlowReader waits before it reports the end.
type SlowReader time.Duration

func (d SlowReader) Read([]byte) (int, error) {
	time.Sleep(time.Duration(d))
	return 0, io.EOF
}

// Quiet is an observer that does nothing.
type Quiet struct{}

func (*Quiet) Observe(context.Context, tenon.Exchange) {}
