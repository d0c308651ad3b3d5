package kit

import (
	"context"
	"io"
	"time"

	"github.com/tenon-go/tenon"
)

// dozing is the end of content that lets wait for itself.
type SlowReader time.Duration

func (d SlowReader) Read([]byte) (int, error) {
	time.Sleep(time.Duration(d))
	return 0, io.EOF
}

// quiet observes for its own sake.
type Quiet struct{}

func (*Quiet) Observe(context.Context, tenon.Exchange) {}
