package route

import (
	"io"
	"iter"

	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
)

func eventSequence[T any]() media.Sequence {
	return media.Sequence{
		Range: func(v place.Addr, yield func(media.Event, place.Addr, error) bool) {
			seq := *place.To[iter.Seq2[Event[T], error]](v)
			if seq == nil {
				return
			}
			for e, err := range seq {
				if !yield(media.Event{ID: e.ID, Name: e.Name, Retry: e.Retry, NoData: e.NoData, Hidden: emit.HiddenIn(&e.partial), Logged: emit.IsLogged(&e.partial)}, place.Of(&e.Data), err) {
					return
				}
			}
		},
		Receive: func(v place.Addr, in *media.ItemReader) {
			*place.To[iter.Seq2[Event[T], error]](v) = received(in, func(e *Event[T]) error {
				head, err := in.Next(place.Of(&e.Data))
				e.ID, e.Name, e.Retry = head.ID, head.Name, head.Retry
				return err
			})
		},
	}
}

func lineSequence[T any]() media.Sequence {
	return media.Sequence{
		Range: func(v place.Addr, yield func(media.Event, place.Addr, error) bool) {
			seq := *place.To[iter.Seq2[T, error]](v)
			if seq == nil {
				return
			}
			for item, err := range seq {
				if !yield(media.Event{}, place.Of(&item), err) {
					return
				}
			}
		},
		Receive: func(v place.Addr, in *media.ItemReader) {
			*place.To[iter.Seq2[T, error]](v) = received(in, func(item *T) error {
				_, err := in.Next(place.Of(item))
				return err
			})
		},
	}
}

// received returns the sequence of the items of a response.
func received[F any](in *media.ItemReader, next func(*F) error) iter.Seq2[F, error] {
	return func(yield func(F, error) bool) {
		defer in.Close()
		for {
			var item F
			switch err := next(&item); {
			case err == io.EOF:
				return
			case err != nil:
				yield(*new(F), err)
				return
			case !yield(item, nil):
				return
			}
		}
	}
}
