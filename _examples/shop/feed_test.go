package main

import (
	"context"
	"testing"
	"testing/synctest"
)

func TestListenersGetLaterChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var feed Feed
		feed.Publish(Change{ID: "0"}) // without listeners
		ctx, leave := context.WithCancel(t.Context())
		one, two := feed.Listen(ctx), feed.Listen(t.Context())
		feed.Publish(Change{ID: "1"})
		equal(t, []Change{{ID: "1"}}, []Change{<-one})

		leave()
		synctest.Wait()
		feed.Publish(Change{ID: "2"})
		equal(t, 0, len(heard(one)))
		feed.Close()
		equal(t, []Change{{ID: "1"}, {ID: "2"}}, heard(two))
		equal(t, 0, len(heard(feed.Listen(t.Context()))))
		feed.Publish(Change{ID: "3"})
		feed.Close()
	})
}

func TestLaggingListenerIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var feed Feed
		slow, quick := feed.Listen(t.Context()), feed.Listen(t.Context())
		for range backlog + 1 {
			feed.Publish(Change{ID: "1"})
			<-quick
		}
		equal(t, backlog, len(heard(slow)))
		feed.Publish(Change{ID: "2"})
		equal(t, Change{ID: "2"}, <-quick)
	})
}

// heard returns the remaining changes in a closed channel.
func heard(l <-chan Change) (list []Change) {
	for c := range l {
		list = append(list, c)
	}
	return list
}
