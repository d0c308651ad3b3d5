package payments_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"

	"github.com/tenon-go/tenon/_examples/wires/internal/session"
	"github.com/tenon-go/tenon/_examples/wires/payments"
)

func TestAPI(t *testing.T) {
	session.TestAPI(t, func(now func() time.Time) tenon.API {
		return payments.NewAPI(now, "sk_test_1")
	})
}
