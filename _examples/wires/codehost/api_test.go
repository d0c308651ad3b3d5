package codehost_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"

	"github.com/tenon-go/tenon/_examples/wires/codehost"
	"github.com/tenon-go/tenon/_examples/wires/internal/session"
)

func TestAPI(t *testing.T) {
	session.TestAPI(t, func(now func() time.Time) tenon.API {
		return codehost.NewAPI(now, map[string]string{"t0ken": "ann", "b0b": "bob"})
	})
}
