package chat_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"

	"wires/chat"
	"wires/internal/session"
)

func TestAPI(t *testing.T) {
	session.TestAPI(t, func(now func() time.Time) tenon.API {
		return chat.NewAPI(now, "sk-1")
	})
}
