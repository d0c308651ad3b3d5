// Command subscriber receives webhooks: it verifies each, prints it, and ignores those that it has
// printed already.
//
//	WEBHOOK_SECRETS="whsec_…" go run . -listen localhost:9090
//
// WEBHOOK_SECRETS has the secret of the subscription; during a rotation the new and the old one,
// separated by a space.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/webhook"
)

func main() {
	listen := flag.String("listen", "localhost:9090", "the address")
	flag.Parse()
	secrets, err := parseSecrets(os.Getenv("WEBHOOK_SECRETS"))
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("POST /hooks", receiver(os.Stdout, secrets))
	log.Fatal(tenon.Serve(context.Background(), *listen, mux, tenon.OnListen(func(a net.Addr) {
		log.Printf("listening on http://%s/hooks", a)
	})))
}

func parseSecrets(text string) (secrets []webhook.Secret, err error) {
	for field := range strings.FieldsSeq(text) {
		s, err := webhook.ParseSecret(field)
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, s)
	}
	if len(secrets) == 0 {
		return nil, errors.New("WEBHOOK_SECRETS has no secret")
	}
	return secrets, nil
}

// receiver verifies webhooks, and writes a line for each message. The store in memory knows the
// messages of a week, as long as the process lives. A receiver that works in a database inserts
// webhook-id in the transaction of its work instead.
func receiver(out io.Writer, secrets []webhook.Secret) http.Handler {
	verifier := webhook.NewVerifier(secrets...).Once(idempotency.Memory(), "shop", 7*24*time.Hour)
	return verifier.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body) // verified, and in memory
		if err != nil {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		m, err := event.ParsePayload(body)
		if err != nil {
			http.Error(w, "not the payload of an event", http.StatusUnprocessableEntity)
			return
		}
		if _, err := fmt.Fprintln(out, r.Header.Get("webhook-id"), m.Type, m.Time.Format(time.RFC3339), string(m.Data)); err != nil {
			http.Error(w, "", http.StatusInternalServerError) // the sender tries again
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}))
}
