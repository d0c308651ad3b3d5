package nats_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsio "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/nats"
)

// start starts a server with JetStream and returns a client.
func start(t *testing.T) (jetstream.JetStream, *server.Server) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server is not ready")
	}
	conn, err := natsio.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js, s
}

func message(n int) event.Message {
	return event.Message{
		ID: "id" + strconv.Itoa(n), Type: "product.created", Version: "2", Key: "clé " + strconv.Itoa(n), Sequence: int64(n),
		Time: time.Date(2026, 11, 23, 10, 0, 0, 1000, time.UTC), Data: []byte(`{"n": ` + strconv.Itoa(n) + `}`),
	}
}

func TestMessagesAreCloudEventsInAStream(t *testing.T) {
	js, _ := start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "EVENTS", Subjects: []string{"events.>"}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := nats.New(js, "/shop")
	if err != nil {
		t.Fatal(err)
	}
	to, err := p.Destinations(ctx, message(1))
	if err != nil || len(to) != 1 {
		t.Fatal(to, err)
	}
	for _, n := range []int{1, 2, 2, 1, 3} { // some twice
		if err := p.Publish(ctx, to[0], message(n)); err != nil {
			t.Fatal(err)
		}
	}
	info, err := stream.Info(ctx)
	if err != nil || info.State.Msgs != 3 {
		t.Fatalf("%d messages, %v", info.State.Msgs, err)
	}
	got, err := stream.GetMsg(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got.Subject != "events.product.created" || string(got.Data) != `{"n": 2}` {
		t.Errorf("%s %s", got.Subject, got.Data)
	}
	for name, want := range map[string]string{
		"ce-id": "id2", "ce-specversion": "1.0", "ce-source": "/shop", "ce-type": "product.created",
		"ce-time": "2026-11-23T10:00:00.000001Z", "content-type": "application/json", "Nats-Msg-Id": "id2",
	} {
		if v := got.Header[name]; len(v) != 1 || v[0] != want {
			t.Errorf("%s: %q, want %q", name, v, want)
		}
	}
}

func TestAMessageThatNoStreamStoresIsAnError(t *testing.T) {
	js, s := start(t)
	p, err := nats.New(js, "/shop", nats.Prefix("a.b"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if err := p.Publish(ctx, "jetstream", message(1)); err == nil || event.IsPermanent(err) || !strings.Contains(err.Error(), "a.b.product.created") {
		t.Error(err)
	}
	s.Shutdown()
	if err := p.Publish(ctx, "jetstream", message(1)); err == nil || event.IsPermanent(err) {
		t.Error(err)
	}
}

func TestAMessageThatIsTooLargeIsPermanent(t *testing.T) {
	js, _ := start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "EVENTS", Subjects: []string{"events.>"}, MaxMsgSize: 10_000}); err != nil {
		t.Fatal(err)
	}
	p, err := nats.New(js, "/shop")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{20_000, 2 << 20} { // for the stream, for the server
		large := message(1)
		large.Data = []byte(`"` + strings.Repeat("x", size) + `"`)
		if err := p.Publish(ctx, "jetstream", large); !event.IsPermanent(err) {
			t.Errorf("%d bytes of data: %v", size, err)
		}
		key := message(2)
		key.Key = strings.Repeat("é", size/2)
		if err := p.Publish(ctx, "jetstream", key); !event.IsPermanent(err) {
			t.Errorf("%d bytes of a key: %v", size, err)
		}
	}
	if err := p.Publish(ctx, "jetstream", message(3)); err != nil {
		t.Error(err)
	}
}

func TestSubjectsAreChecked(t *testing.T) {
	js, _ := start(t)
	for _, prefix := range []string{"a b", "a..b", "a.*", ">", ".a"} {
		if _, err := nats.New(js, "/shop", nats.Prefix(prefix)); err == nil {
			t.Errorf("prefix %q", prefix)
		}
	}
	if _, err := nats.New(js, ""); err == nil {
		t.Error("no source")
	}
	if _, err := nats.New(nil, "/shop"); err == nil {
		t.Error("no JetStream")
	}
	p, err := nats.New(js, "/shop", nats.Subject(func(m event.Message) string { return m.Key }))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Publish(t.Context(), "jetstream", message(1)); !event.IsPermanent(err) {
		t.Error(err)
	}
}
