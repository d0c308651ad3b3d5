package main

import (
	"context"
	"database/sql"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	natsio "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/nats"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/webhook"
	subscriptions "github.com/tenon-go/tenon/webhook/sqlstore"
)

// kept is how long events stay in the log, for streams and for deliveries.
const kept = 7 * 24 * time.Hour

// emit adds an event to the log, in the transaction of the change that it reports.
func (s *Store) emit(ctx context.Context, tx *sql.Tx, m event.Message) error {
	if s.silent {
		return event.Declared(ctx, m)
	}
	return s.Events.Emit(ctx, tx, m)
}

// hooks is the name of the publisher of webhooks.
const hooks = "webhooks"

// openEvents opens the log of events, which publishers and webhooks get.
func (s *Store) openEvents(senders []webhook.Option, publishers ...delivery.Option) error {
	subscriptions, err := subscriptions.New(s.db, s.dialect.hooks)
	if err == nil {
		s.hooks, err = webhook.NewSender(subscriptions, senders...)
	}
	if err == nil {
		s.deliveries, err = delivery.New(s.db, s.dialect.events, append(publishers, delivery.To(hooks, s.hooks))...)
	}
	if err == nil {
		s.Events, err = outbox.New(s.db, s.dialect.events, outbox.To(s.deliveries),
			outbox.OnError(func(err error) { slog.Warn("events", "error", err) }))
	}
	return err
}

// unopened returns a store without a database, for the document.
func unopened() *Store {
	sender, err := webhook.NewSender(webhook.Memory())
	if err != nil {
		panic(err) // the default options are valid
	}
	return &Store{hooks: sender}
}

// startEvents delivers events beside the server until ctx is done.
func startEvents(ctx context.Context, s *Store, o options, beside *sync.WaitGroup) error {
	if o.events == "off" {
		s.silent = true
		return nil
	}
	var publishers []delivery.Option
	if o.nats != "" {
		p, disconnect, err := connectNATS(o.nats)
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, disconnect)
		publishers = append(publishers, delivery.To("nats", p))
	}
	var senders []webhook.Option
	if o.dev { // receivers on this machine
		senders = []webhook.Option{webhook.AllowHTTP(), webhook.AnyPort(),
			webhook.AllowNetworks(netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"))}
	}
	if err := s.openEvents(senders, publishers...); err != nil {
		return err
	}
	if err := s.migrateEvents(ctx); err != nil {
		return err
	}
	beside.Go(func() {
		if err := s.runEvents(ctx); err != nil {
			slog.Error("events", "error", err)
		}
	})
	return nil
}

// runEvents wakes streams and delivers events until ctx is done.
func (s *Store) runEvents(ctx context.Context) error {
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() { s.Events.Run(ctx) })
	return s.deliveries.Run(ctx, s.Events)
}

// migrateEvents updates the tables of deliveries of an earlier version. Other programs on PostgreSQL
// wait; those on SQLite are few.
func (s *Store) migrateEvents(ctx context.Context) error {
	if s.dialect.alone == "" {
		return delivery.Migrate(ctx, s.db, s.dialect.events)
	}
	return s.alone(ctx, func(*sql.Tx) error { return delivery.Migrate(ctx, s.db, s.dialect.events) })
}

// connectNATS returns a publisher for the JetStream of a server.
func connectNATS(url string) (_ *nats.Publisher, close func(), err error) {
	conn, err := natsio.Connect(url, natsio.Name("shop"), natsio.MaxReconnects(-1))
	if err != nil {
		return nil, nil, err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	p, err := nats.New(js, "/shop")
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	return p, conn.Close, nil
}
