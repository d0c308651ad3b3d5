package webhook_test

import (
	"crypto/tls"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/webhook"
)

// A later version of an API has fewer events, and its sender fewer addresses. The subscriptions
// of before are shown, and can change.
func TestSubscriptionsOutliveTheirEventsAndAddresses(t *testing.T) {
	store := webhook.Memory()
	ann := kit.As("ann")
	patch := append(ann, "Content-Type: application/merge-patch+json")
	before := api(t, sender(t, store, webhook.AllowPorts(8443)))
	later := kit.Build(t, tenon.New("Hooks", "2").Logger(slog.New(slog.DiscardHandler)).Authenticate(kit.Bearer).
		Add(webhook.Resource("/webhooks", sender(t, store), webhook.Events(pinged))))
	const body = `{"url": "https://example.com:8443/hooks", "events": ["ping.dropped", "ping.sent"]}`
	w := read[shown](t, kit.Send(t, before, "POST", "/webhooks", body, ann...), 201)
	at := "/webhooks/" + w.ID

	if got := kit.Send(t, later, "POST", "/webhooks", body, ann...); got.Status != 422 || !strings.Contains(got.Body, `"webhook_url"`) || !strings.Contains(got.Body, `"max_items"`) {
		t.Errorf("a new one is %d %s", got.Status, got.Body)
	}
	for range 2 {
		if got := read[shown](t, kit.Send(t, later, "GET", at, "", ann...), 200); got.URL != w.URL || !slices.Equal(got.Events, w.Events) {
			t.Errorf("%+v", got)
		}
		if got := read[[]shown](t, kit.Send(t, later, "GET", "/webhooks", "", ann...), 200); len(got) != 1 {
			t.Errorf("%+v", got)
		}
		if got := read[shown](t, kit.Send(t, later, "POST", at+"/rotate", "", ann...), 200); got.Secret == "" {
			t.Error("no secret")
		}
		// A client that sends what it got changes what it can.
		if got := read[shown](t, kit.Send(t, later, "PATCH", at, `{"enabled": false, "url": "https://example.com:8443/hooks", "events": ["ping.dropped", "ping.sent"]}`, patch...), 200); got.Enabled {
			t.Errorf("%+v", got)
		}
	}
	for body, want := range map[string]string{
		`{"url": "https://example.com:8443/"}`:                        `"code":"webhook_url","detail":"must be a URL to which webhooks can be sent: https, a public host, an allowed port, no user","pointer":"#/url"`,
		`{"events": ["ping.sent", "ping.other"]}`:                     `"code":"event","detail":"must be the name of an event that the caller may receive","pointer":"#/events/1"`,
		`{"events": ["ping.other"], "url": "https://10.0.0.1/"}`:      `"pointer":"#/url"},{"code":"event"`,
		`{"events": ["ping.sent", "ping.sent"], "url": "no address"}`: `"unique`,
	} {
		if got := kit.Send(t, later, "PATCH", at, body, patch...); got.Status != 422 || !strings.Contains(got.Body, want) {
			t.Errorf("%s: %d %s", body, got.Status, got.Body)
		}
	}
	if got := read[shown](t, kit.Send(t, later, "PATCH", at, `{"events": ["ping.sent"]}`, patch...), 200); !slices.Equal(got.Events, []string{"ping.sent"}) {
		t.Errorf("%+v", got)
	}
	if got := kit.Send(t, later, "PATCH", at, `{"events": ["ping.dropped"]}`, patch...); got.Status != 422 {
		t.Errorf("an event that is gone returns: %d", got.Status)
	}
}

// Statuses that no response has (RFC 9110 §15) are failures of the transport.
func TestAnInvalidStatusIsAFailure(t *testing.T) {
	r := newReceiver(t)
	config := r.TLS.Clone()
	config.NextProtos = []string{"http/1.1"}
	l, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	statuses := make(chan string, 1)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 4096))
			_, _ = io.WriteString(c, "HTTP/1.1 "+<-statuses+" x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
			_ = c.Close()
		}
	}()
	app := api(t, sender(t, webhook.Memory(), r.options()...))
	w := read[shown](t, kit.Send(t, app, "POST", "/webhooks", `{"url": "https://`+l.Addr().String()+`"}`, kit.As("ann")...), 201)
	for status, want := range map[string]string{
		"000": `"status":null,"reason":"transport"`, "099": `"status":null,"reason":"transport"`, "999": `"status":999,"reason":"status"`,
	} {
		statuses <- status
		if got := kit.Send(t, app, "POST", "/webhooks/"+w.ID+"/test", "", kit.As("ann")...); got.Status != 200 || !strings.Contains(got.Body, want) {
			t.Errorf("%s: %d %s", status, got.Status, got.Body)
		}
	}
}
