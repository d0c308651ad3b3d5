package oas_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

func doingOnce(ttl time.Duration, required bool) *tree.Operation {
	w := route.Post("/", collection.NoContent(), collection.NoContent()).IgnoreUnknown().Idempotent(ttl, idempotency.Memory())
	if required {
		w = w.RequireIdempotencyKey()
	}
	r := w.Handle(func(*route.Call, collection.Empty) (collection.Empty, error) { return collection.Empty{}, nil })
	return endpoint.OperationsOf(r)[0].Node
}

func TestWorkThatIsDoneOnceIsDocumented(t *testing.T) {
	const key = `{"description":"A unique key for this operation, such as a UUID, with or without quotes. A request with ` +
		`the key of an earlier one gets the response to that one, which is stored for 24 hours.","example":"8e03978e-40d5-43e8-bc93-6894a57f9324",` +
		`"in":"header","name":"Idempotency-Key",REQUIRED"schema":{"maxLength":512,"pattern":` +
		`"^(?:[!#-~](?:[ -~]{0,253}[!-~])?|\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\]){1,255}\")$","type":"string"}}`
	codes := map[string]string{"400": "idempotency_key_missing", "409": "idempotency_key_in_use", "422": "idempotency_key_reused", "503": "idempotency_unavailable"}
	for _, required := range []bool{false, true} {
		for _, v := range oas.Versions() {
			doc := decoded(t, serving(doingOnce(24*time.Hour, required)), v)
			want := strings.Replace(key, "REQUIRED", map[bool]string{true: `"required":true,`}[required], 1)
			if got := part(t, doc, "paths", "/", "post", "parameters"); got != "["+want+"]" {
				t.Errorf("%s:\ngot  %s\nwant [%s]", v, got, want)
			}
			if got, want := part(t, doc, "paths", "/", "post", "responses", "204", "headers"), `{"Idempotent-Replayed":{"description":`+
				`"True if the response is that of an earlier request with the same Idempotency-Key.","schema":{"type":"boolean"}}}`; got != want {
				t.Errorf("%s:\ngot  %s\nwant %s", v, got, want)
			}
			all := part(t, doc, "paths") + part(t, doc, "components", "responses")
			for status, code := range codes {
				if status == "400" && !required {
					if strings.Contains(all, code) {
						t.Errorf("%s: %s is documented where no key is required", v, code)
					}
					continue
				}
				if !strings.Contains(all, code) {
					t.Errorf("%s: %s %s is not documented", v, status, code)
				}
			}
			for _, name := range []string{"Conflict", "ServiceUnavailable"} {
				const want = `{"Retry-After":{"description":"The number of seconds to wait before a retry.","required":true,"schema":{"minimum":0,"type":"integer"}}}`
				if got := part(t, doc, "components", "responses", name, "headers"); got != want {
					t.Errorf("%s: %s\ngot  %s\nwant %s", v, name, got, want)
				}
			}
		}
	}
}

func TestTheTimeToLiveIsDocumented(t *testing.T) {
	for ttl, want := range map[time.Duration]string{
		24 * time.Hour: "24 hours", 48 * time.Hour: "48 hours", 72 * time.Hour: "3 days", time.Hour: "1 hour", 36 * time.Hour: "36 hours",
		90 * time.Minute: "90 minutes", time.Minute: "1 minute", 45 * time.Second: "45 seconds", 1500 * time.Millisecond: "1.5s",
	} {
		got := part(t, decoded(t, serving(doingOnce(ttl, false)), oas.V31), "paths", "/", "post", "parameters")
		if !strings.Contains(got, "which is stored for "+want+".") {
			t.Errorf("%s: %s", ttl, got)
		}
	}
}
