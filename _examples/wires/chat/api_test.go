package chat_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas/oastest"

	"wires/chat"
	"wires/internal/session"
)

func newApp(t *testing.T) *tenon.App {
	t.Helper()
	now := time.Unix(1_700_000_000, 0)
	app, err := chat.NewAPI(func() time.Time { now = now.Add(time.Second); return now }, "sk-1").Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

func TestSession(t *testing.T) { session.Run(t, newApp(t), "testdata/session.txt") }

func TestDocument(t *testing.T) { oastest.Golden(t, newApp(t), "testdata/openapi.yaml") }

// The server accepts and sends what the document says.
func TestDocumentIsCorrect(t *testing.T) { oastest.Equivalent(t, newApp(t)) }
