package delivery_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/sqltx"
)

// A program with SQLite: its tables, an event, and the delivery of its message.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "shop.db")+"?_pragma=journal_mode(wal)&_pragma=busy_timeout(20000)&_txlock=immediate")
	if err != nil {
		panic(err)
	}
	defer db.Close()

	var received event.Memory // in a program: webhooks, or NATS
	deliveries, err := delivery.New(db, outbox.SQLite, delivery.To("memory", &received))
	if err != nil {
		panic(err)
	}
	box, err := outbox.New(db, outbox.SQLite, outbox.Table("shop_events"), outbox.To(deliveries))
	if err != nil {
		panic(err)
	}

	ctx, stop := context.WithCancel(context.Background())
	if _, err := db.ExecContext(ctx, box.Schema()+delivery.SchemaOf(box)); err != nil { // once, in a migration
		panic(err)
	}
	if err := delivery.Migrate(ctx, db, outbox.SQLite); err != nil {
		panic(err)
	}
	var running sync.WaitGroup
	running.Go(func() { box.Run(ctx) })
	running.Go(func() { fmt.Println("stopped:", deliveries.Run(ctx, box)) })

	name := prop.String("name")
	products := collection.New("Product", name)
	created := event.New("product.created", products.View()).Key(name)
	saw := collection.NewRecord(products)
	name.Set(saw, "Saw")
	err = sqltx.Do(ctx, db, func(tx *sql.Tx) error { return box.Emit(ctx, tx, created.Of(saw)) })
	fmt.Println("emitted:", err)

	for len(received.Messages()) == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	running.Wait()
	for _, m := range received.Messages() {
		fmt.Println(m.Sequence, m.Type, m.Key, string(m.Data))
	}
	// Output:
	// emitted: <nil>
	// stopped: <nil>
	// 1 product.created Saw {"name":"Saw"}
}
