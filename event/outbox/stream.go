package outbox

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// ErrGone reports that a stream cannot continue where it ended: messages after that are deleted,
// or more than [Replay] allows.
var ErrGone = errors.New("outbox: the messages after the last event ID are not available any more")

// LastEventID returns the header that a client sends when it reconnects to a stream
// (HTML §9.2.4): the sequence of the last message that it got.
func LastEventID() *prop.NumberProp[int64] {
	return prop.Int64("Last-Event-ID").Min(0).Optional().
		Describe("The ID of the last event that the client got. The stream continues after it.").Example(1042)
}

// Filter selects messages.
type Filter struct {
	Types     []string // the names of events; none: all
	Audiences []string // of the reader. A message for other audiences only is not selected.
	Match     func(event.Message) bool
}

// try is selects, but a panic of Match is an error.
func (f Filter) try(m event.Message) (selected bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			selected, err = false, fmt.Errorf("the filter panics: %v", p)
		}
	}()
	return f.selects(m), nil
}

func (f Filter) selects(m event.Message) bool {
	if len(f.Types) > 0 && !slices.Contains(f.Types, m.Type) {
		return false
	}
	if len(m.Audiences) > 0 && !slices.ContainsFunc(m.Audiences, func(a string) bool { return slices.Contains(f.Audiences, a) }) {
		return false
	}
	return f.Match == nil || f.Match(m)
}

// Last returns the sequence of the last message that [Outbox.Run] has seen.
func (o *Outbox) Last() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.window.last
}

// Messages returns the messages after a sequence: those of the log, and then those that are
// emitted until ctx is done. The error is [ErrGone], or that of the database. A message for which Match
// panics is left out, and [OnError] gets the panic.
func (o *Outbox) Messages(ctx context.Context, after int64, f Filter) (iter.Seq2[event.Message, error], error) {
	if _, err := o.begin(ctx, &after); err != nil {
		return nil, err
	}
	return func(yield func(event.Message, error) bool) {
		o.stream(ctx, after, f, func(s step) bool { return s.skipped || yield(s.message, s.err) })
	}, nil
}

// A step of a stream is a message, an error, or messages that the filter does not select.
type step struct {
	message event.Message
	err     error
	skipped bool // up to the sequence of the message
}

// maxSkipped is the number of messages after which a stream reports that it skips them.
const maxSkipped = 100

// stream calls yield until it returns false or ctx is done.
func (o *Outbox) stream(ctx context.Context, after int64, f Filter, yield func(step) bool) {
	o.listen(1)
	defer o.listen(-1)
	for reported := after; ; {
		list, more, changed, err := o.next(ctx, after)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			yield(step{err: err})
			return
		}
		for i, m := range list {
			list[i], after = event.Message{}, m.Sequence // its data may be much for a slow client
			selected, err := f.try(m)
			if err != nil {
				o.skipped(m, err)
			}
			if !selected && err == nil && after-reported < maxSkipped {
				continue
			}
			if reported = after; !yield(step{message: m, skipped: !selected}) {
				return
			}
		}
		if more {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
}

// skipped reports a message that a stream skips.
func (o *Outbox) skipped(m event.Message, err error) {
	o.failed(fmt.Errorf("outbox: a stream skips the message %s of %s with sequence %d: %w", m.ID, m.Type, m.Sequence, err))
}

// begin returns the sequence after which a stream begins; nil means now. The error reports that it
// cannot. What [Outbox.Run] has seen is not what "now" is: in a new process it has seen nothing.
func (o *Outbox) begin(ctx context.Context, after *int64) (sequence int64, err error) {
	var last, first int64
	var fresh bool
	if err := o.db.QueryRowContext(ctx, o.sql.look).Scan(&last, &fresh); err != nil {
		return 0, fmt.Errorf("outbox: look: %w", err)
	}
	if after == nil || *after == last {
		return last, nil
	}
	if err := o.db.QueryRowContext(ctx, o.sql.first).Scan(&first); err != nil {
		return 0, fmt.Errorf("outbox: look: %w", err)
	}
	if *after > last || *after < first-1 || *after < last-o.replay {
		return 0, ErrGone
	}
	return *after, nil
}

func (o *Outbox) listen(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.window.listeners += n
}

// pageBytes bounds the data of the messages that a stream holds, except for the last one. A slow
// client holds them until it has read them, or is disconnected.
const pageBytes = 64 << 10

// next returns messages after a sequence, and whether there may be more at once; otherwise
// changed is closed when there are.
func (o *Outbox) next(ctx context.Context, after int64) (list []event.Message, more bool, changed <-chan struct{}, err error) {
	o.mu.Lock()
	list, known := o.window.after(after)
	changed = o.window.changed
	o.mu.Unlock()
	if known {
		n, bytes := 0, 0
		for ; n < len(list) && bytes < pageBytes; n++ {
			bytes += len(list[n].Data)
		}
		return slices.Clone(list[:n]), n < len(list), changed, nil
	}
	const page = 200
	list, err = o.read(ctx, after, page, pageBytes)
	if err == nil && len(list) > 0 && list[0].Sequence != after+1 {
		return nil, false, nil, ErrGone
	}
	return list, len(list) > 0, changed, err
}

// declaration is an event of a stream.
type declaration[T any] struct {
	parse  func([]byte) (T, error)
	hidden *emit.Hidden
}

// Events returns messages of the given events as server-sent events, for [route.Events]. The ID of
// each is its sequence, so that a client that reconnects, to any server of the database,
// continues where it was. Without lastEventID, which [LastEventID] reads, the stream begins now,
// with an ID without data: a client that reconnects before the first event misses none. IDs
// without data also follow each 100 messages that the filter does not select. Members that a
// message does not have, because of their visibility, are left out for every reader.
// The error is [ErrGone], or that of the database.
func Events[T any](ctx context.Context, o *Outbox, lastEventID *int64, f Filter, types ...*event.Type[T]) (iter.Seq2[route.Event[T], error], error) {
	after, err := o.begin(ctx, lastEventID)
	if err != nil {
		return nil, err
	}
	declared := map[string]declaration[T]{}
	for _, t := range types {
		declared[t.Name()] = declaration[T]{t.Parse, emit.HiddenOf(event.Tree(t))}
	}
	match := f.Match
	f.Match = func(m event.Message) bool {
		return declared[m.Type].parse != nil && (match == nil || match(m))
	}
	return func(yield func(route.Event[T], error) bool) {
		if lastEventID == nil && !yield(route.Event[T]{ID: strconv.FormatInt(after, 10), NoData: true}, nil) {
			return
		}
		o.stream(ctx, after, f, func(s step) bool {
			if s.err != nil {
				yield(route.Event[T]{}, s.err)
				return false
			}
			e := route.Event[T]{ID: strconv.FormatInt(s.message.Sequence, 10), NoData: s.skipped}
			if !s.skipped {
				d := declared[s.message.Type]
				var err error
				if e.Data, err = d.read(s.message.Data); err != nil {
					o.skipped(s.message, err)
					e.NoData = true
				} else {
					e.Name = s.message.Type
					emit.Log(&e, d.hidden)
				}
			}
			return yield(e, nil)
		})
	}, nil
}

// read parses data, also if a function of its declaration panics.
func (d declaration[T]) read(data []byte) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			v, err = *new(T), fmt.Errorf("its declaration panics: %v", p)
		}
	}()
	return d.parse(data)
}
