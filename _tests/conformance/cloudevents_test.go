package conformance

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	sdk "github.com/cloudevents/sdk-go/v2"
	"github.com/cloudevents/sdk-go/v2/binding"
	cehttp "github.com/cloudevents/sdk-go/v2/protocol/http"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/cloudevents"
)

var ours = []event.Message{
	{
		ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Type: "product.created", Version: "1.2", Key: "a é\"%\n/€", Sequence: 42,
		Time: time.Date(2026, 11, 22, 10, 0, 0, 1000, time.UTC), Data: []byte(`{"id":"é","n":1.50}`),
	},
	{ID: "7", Type: "a", Time: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC), Data: []byte(`null`)},
}

const shopURL = "https://shop.example.com/a?c=d"

// inMode returns a message for a mode. Version 2.16.2 of the SDK neither encodes nor decodes headers
// (HTTP Protocol Binding 1.0 §3.1.3.2), so that texts in binary mode have only bytes that need no code.
func inMode(mode string, m event.Message) event.Message {
	if mode == "binary" && m.Key != "" {
		m.Key = "a/b;c=d,e"
	}
	return m
}

// The CloudEvents SDK for Go reads what package cloudevents writes, in both modes.
func TestCloudEventsSDKReadsOurs(t *testing.T) {
	for _, m := range ours {
		for _, mode := range []string{"structured", "binary"} {
			m := inMode(mode, m)
			r, err := http.NewRequest(http.MethodPost, "/", nil)
			if err != nil {
				t.Fatal(err)
			}
			body := m.Data
			if mode == "structured" {
				if body, err = cloudevents.Structured(shopURL, m); err == nil {
					r.Header.Set("Content-Type", cloudevents.ContentType)
				}
			} else {
				err = cloudevents.Binary(shopURL, m, r.Header)
			}
			if err != nil {
				t.Fatal(err)
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			e, err := cehttp.NewEventFromHTTPRequest(r)
			if err != nil {
				t.Errorf("%s: %v", mode, err)
				continue
			}
			if err := e.Validate(); err != nil {
				t.Errorf("%s: %v", mode, err)
			}
			if e.SpecVersion() != "1.0" || e.ID() != m.ID || e.Source() != shopURL || e.Type() != m.Type || e.Subject() != m.Key || !e.Time().Equal(m.Time) ||
				e.DataContentType() != "application/json" || !sameJSON(t, e.Data(), m.Data) {
				t.Errorf("%s: %v", mode, e)
			}
			extensions := e.Extensions()
			if m.Sequence > 0 && (extensions["sequence"] != "0000000000000000042" || extensions["dataversion"] != m.Version) ||
				m.Sequence == 0 && len(extensions) > 0 {
				t.Errorf("%s: the extensions are %v", mode, extensions)
			}
		}
	}
}

// Package cloudevents reads what the SDK writes, in both modes.
func TestCloudEventsOfTheSDKAreRead(t *testing.T) {
	for _, m := range append(ours, inMode("binary", ours[0])) {
		e := sdk.NewEvent()
		e.SetID(m.ID)
		e.SetSource(shopURL)
		e.SetType(m.Type)
		e.SetTime(m.Time)
		if m.Key != "" {
			e.SetSubject(m.Key)
			e.SetExtension("sequence", "0000000000000000042")
			e.SetExtension("dataversion", m.Version)
			e.SetExtension("flag", true)
		}
		if err := e.SetData("application/json", json.RawMessage(m.Data)); err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"structured", "binary"} {
			ctx := binding.WithForceBinary(t.Context())
			if m.Key != inMode(mode, m).Key {
				continue
			}
			if mode == "structured" {
				ctx = binding.WithForceStructured(t.Context())
			}
			r, err := http.NewRequest(http.MethodPost, "/", nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := cehttp.WriteRequest(ctx, binding.ToMessage(&e), r); err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			source, got, err := cloudevents.Parse(r.Header, body)
			if err != nil || source != shopURL || got.ID != m.ID || got.Type != m.Type || got.Key != m.Key || got.Version != m.Version ||
				got.Sequence != m.Sequence || !got.Time.Equal(m.Time) || !sameJSON(t, got.Data, m.Data) {
				t.Errorf("%s: %+v from %s, %v\n%s %s", mode, got, source, err, r.Header, body)
			}
		}
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y bytes.Buffer
	if err := json.Compact(&x, a); err != nil {
		t.Error(err)
		return false
	}
	return json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}
