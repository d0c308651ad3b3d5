package cluster_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"

	"github.com/tenon-go/tenon/_examples/wires/cluster"
	"github.com/tenon-go/tenon/_examples/wires/internal/session"
)

func TestAPI(t *testing.T) {
	session.TestAPI(t, func(func() time.Time) tenon.API { return cluster.NewAPI() })
}
