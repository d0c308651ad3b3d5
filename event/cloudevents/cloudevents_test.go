package cloudevents_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/cloudevents"
	"github.com/tenon-go/tenon/prop"
)

func message() event.Message {
	return event.Message{
		ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Type: "product.created", Version: "1.2", Key: "a é\"%\n/",
		Time: time.Date(2026, 11, 22, 10, 0, 0, 1000, time.FixedZone("", 3600)), Sequence: 42,
		Audiences: []string{"staff"}, Data: []byte(`{"id":"é"}`),
	}
}

const source = "https://shop.example.com/"

// same reports whether a message has arrived whole, but for its audiences.
func same(t *testing.T, what string, got event.Message, from string, want event.Message) {
	t.Helper()
	if got.ID != want.ID || got.Type != want.Type || got.Version != want.Version || got.Key != want.Key || !got.Time.Equal(want.Time) ||
		got.Sequence != want.Sequence || string(got.Data) != string(want.Data) || got.Audiences != nil || from != source {
		t.Errorf("%s: %+v from %s, want %+v", what, got, from, want)
	}
}

func TestStructured(t *testing.T) {
	body, err := cloudevents.Structured(source, message())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"specversion":"1.0","id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","source":"https://shop.example.com/",` +
		`"type":"product.created","subject":"a é\"%\n/","time":"2026-11-22T09:00:00.000001Z","dataversion":"1.2",` +
		`"sequence":"0000000000000000042","datacontenttype":"application/json","data":{"id":"é"}}`
	if string(body) != want {
		t.Errorf("%s, want %s", body, want)
	}
	from, m, err := cloudevents.ParseStructured(body)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "structured", m, from, message())
	from, m, err = cloudevents.Parse(http.Header{"Content-Type": {"application/cloudevents+json; charset=utf-8"}}, body)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "by its content type", m, from, message())
}

func TestBinary(t *testing.T) {
	h := http.Header{}
	if err := cloudevents.Binary(source, message(), h); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Ce-Specversion": "1.0", "Ce-Id": message().ID, "Ce-Source": source, "Ce-Type": "product.created",
		"Ce-Subject": "a%20%C3%A9%22%25%0A/", "Ce-Time": "2026-11-22T09:00:00.000001Z", "Ce-Dataversion": "1.2",
		"Ce-Sequence": "0000000000000000042", "Content-Type": "application/json",
	} {
		if got := h[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %s", name, got, want)
		}
	}
	from, m, err := cloudevents.Parse(h, message().Data)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "binary", m, from, message())
}

// What a message lacks is an absent attribute.
func TestAbsentAttributes(t *testing.T) {
	m := event.Message{ID: "a", Type: "b", Data: []byte("1")}
	body, err := cloudevents.Structured("/", m)
	if want := `{"specversion":"1.0","id":"a","source":"/","type":"b","datacontenttype":"application/json","data":1}`; err != nil || string(body) != want {
		t.Errorf("%s %v, want %s", body, err, want)
	}
	h := http.Header{}
	if err := cloudevents.Binary("/", m, h); err != nil || len(h) != 5 {
		t.Errorf("%v %v", h, err)
	}
}

func TestMessagesThatAreNoEvents(t *testing.T) {
	word := prop.String("word").MinLen(1)
	words := collection.New("Word", word)
	bad := event.New("a", words.View()).Of(collection.NewRecord(words))
	noID, noType, noData, noText := message(), message(), message(), message()
	noID.ID, noType.Type, noData.Data, noText.Key = "", "", nil, "\xff"
	for _, c := range []struct {
		name, source string
		m            event.Message
	}{
		{"an error of the message", source, bad},
		{"no source", "", message()},
		{"a source that is no URI", "a b", message()},
		{"no ID", source, noID},
		{"no type", source, noType},
		{"no data", source, noData},
		{"no UTF-8", source, noText},
	} {
		if body, err := cloudevents.Structured(c.source, c.m); err == nil || body != nil {
			t.Errorf("%s: %s", c.name, body)
		}
		h := http.Header{}
		if err := cloudevents.Binary(c.source, c.m, h); err == nil || len(h) > 0 {
			t.Errorf("%s: %v", c.name, h)
		}
	}
}

func TestParseStructured(t *testing.T) {
	const least = `"specversion":"1.0","id":"a","source":"/","type":"b"`
	for _, c := range []struct{ body, want string }{
		{`{` + least + `,"data":1}`, ""},
		{`{"data":1,` + least + `}`, ""},
		{`{` + least + `,"data":null,"more":true,"other":1,"comexample":"x","subject":null}`, ""},
		{`{` + least + `,"data_base64":"MQ=="}`, ""},
		{`{` + least + `,"data":1,"datacontenttype":"application/geo+json; x=y"}`, ""},
		{`{` + least + `,"data":1,"sequence":"before"}`, ""},
		{`{` + least + `,"data_base64":"eA=="}`, "the data is not JSON"},
		{`{` + least + `,"data_base64":"!"}`, "not base64"},
		{`{` + least + `,"data":"x","datacontenttype":"text/plain"}`, "according to its content type"},
		{`{` + least + `,"data":"x","datacontenttype":""}`, "according to its content type"},
		{`{` + least + `}`, "has no data"},
		{`{` + least + `,"data":1,"time":"today"}`, "time is not a date-time"},
		{`{` + least + `,"data":1,"subject":1}`, "subject is not a text"},
		{`{"specversion":"0.3","id":"a","source":"/","type":"b","data":1}`, "specversion is not 1.0"},
		{`{"id":"a","source":"/","type":"b","data":1}`, "specversion is not 1.0"},
		{`{"specversion":"1.0","source":"/","type":"b","data":1}`, "id is missing"},
		{`{"specversion":"1.0","id":"a","type":"b","data":1}`, "source is missing"},
		{`{"specversion":"1.0","id":"a","source":"/","data":1}`, "type is missing"},
		{`{"specversion":1.0,"id":"a","source":"/","type":"b","data":1}`, "specversion is not a text"},
		{`[]`, "not a JSON object"},
		{``, "malformed JSON"},
		{`{` + least + `,"data":1`, "malformed JSON"},
		{`{` + least + `,"data":1,"id":"b"}`, "malformed JSON"},
	} {
		from, m, err := cloudevents.ParseStructured([]byte(c.body))
		if c.want == "" {
			if err != nil || m.ID != "a" || m.Type != "b" || from != "/" || m.Data == nil {
				t.Errorf("%s: %+v %v", c.body, m, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) || m.ID != "" || from != "" {
			t.Errorf("%s: %v, want %s", c.body, err, c.want)
		}
	}
}

func TestParseBinary(t *testing.T) {
	least := []string{"ce-specversion: 1.0", "CE-ID: a", "Ce-Source: /", "ce-type: b"}
	for _, c := range []struct {
		header []string
		body   string
		want   string
		key    string
	}{
		{least, "1", "", ""},
		{append(least, "Content-Type: application/json;charset=utf-8", "ce-other: x", "X-Ce-Id: z"), "1", "", ""},
		{append(least, `ce-subject: "a \"b\" %C3%A9"`), "1", "", `a "b" é`},
		{append(least, "ce-subject:  %e2%82%ac%25 "), "1", "", "€%"},
		{append(least, "ce-subject: 50%"), "1", "ce-subject has a percent sign", ""},
		{append(least, "ce-subject: %zz"), "1", "ce-subject has a percent sign", ""},
		{append(least, "ce-subject: %ff"), "1", "ce-subject is not valid UTF-8", ""},
		{append(least, "ce-id: b"), "1", "repeated", ""},
		{append(least, "ce-time: x"), "1", "time is not a date-time", ""},
		{append(least, "Content-Type: text/plain"), "1", "according to its content type", ""},
		{least, "x", "the data is not JSON", ""},
		{least, "", "has no data", ""},
		{least[:3], "1", "type is missing", ""},
		{nil, "1", "specversion", ""},
	} {
		h := http.Header{}
		for _, line := range c.header {
			name, value, _ := strings.Cut(line, ": ")
			h.Add(name, value)
		}
		from, m, err := cloudevents.ParseBinary(h, []byte(c.body))
		if c.want == "" {
			if err != nil || m.ID != "a" || m.Type != "b" || from != "/" || m.Key != c.key {
				t.Errorf("%s: %+v %v", c.header, m, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) || m.ID != "" {
			t.Errorf("%s: %v, want %s", c.header, err, c.want)
		}
	}
	// Names of other protocols are in lower case.
	if _, m, err := cloudevents.ParseBinary(http.Header{"ce-specversion": {"1.0"}, "ce-id": {"a"}, "ce-source": {"/"}, "ce-type": {"b"}}, []byte("1")); err != nil || m.ID != "a" {
		t.Error(m, err)
	}
	for _, mode := range []string{"application/cloudevents-batch+json", "application/cloudevents+avro"} {
		if _, _, err := cloudevents.Parse(http.Header{"Content-Type": {mode}}, []byte("[]")); err == nil {
			t.Errorf("%s is read", mode)
		}
	}
}
