package chat_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"

	"github.com/tenon-go/tenon/_examples/wires/chat"
	"github.com/tenon-go/tenon/_examples/wires/internal/session"
)

func TestAPI(t *testing.T) {
	session.TestAPI(t, func(now func() time.Time) tenon.API {
		return chat.NewAPI(now, "sk-1")
	})
}

func TestExamples(t *testing.T) {
	app := chat.NewAPI(time.Now, "sk-1").MustBuild()
	apitest.Examples(t, app, apitest.As("a client", apitest.Bearer("sk-1")))
}
