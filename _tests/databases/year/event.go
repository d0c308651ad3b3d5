package year

import (
	"container/heap"
	"testing/synctest"
	"time"
)

// event is something that happens at a time. Events of one time happen in the order in which they were
// planned.
type event struct {
	at time.Time
	n  int
	do func()
}

// agenda has the events to come.
type agenda struct {
	events []event
	n      int
}

func (a *agenda) Len() int { return len(a.events) }

func (a *agenda) Less(i, j int) bool {
	if !a.events[i].at.Equal(a.events[j].at) {
		return a.events[i].at.Before(a.events[j].at)
	}
	return a.events[i].n < a.events[j].n
}

func (a *agenda) Swap(i, j int) { a.events[i], a.events[j] = a.events[j], a.events[i] }

func (a *agenda) Push(e any) { a.events = append(a.events, e.(event)) }

func (a *agenda) Pop() any {
	last := len(a.events) - 1
	e := a.events[last]
	a.events = a.events[:last]
	return e
}

// at plans an event. Times are whole milliseconds, so that no event happens at the same time as the end
// of a handler; see [world.pause].
func (w *world) at(at time.Time, do func()) {
	at = at.Truncate(time.Millisecond)
	if now := time.Now(); at.Before(now) {
		at = now.Truncate(time.Millisecond).Add(time.Millisecond)
	}
	w.agenda.n++
	heap.Push(&w.agenda, event{at, w.agenda.n, do})
}

// after plans an event.
func (w *world) after(d time.Duration, do func()) { w.at(time.Now().Add(d), do) }

// every plans an event that recurs at random intervals of about d.
func (w *world) every(d time.Duration, do func()) {
	w.after(w.between(d/2, 3*d/2), func() {
		do()
		w.every(d, do)
	})
}

// between returns a random duration.
func (w *world) between(least, most time.Duration) time.Duration {
	return least + time.Duration(w.rng.Int64N(int64(most-least)+1)).Truncate(time.Millisecond)
}

// run lets everything happen until the end, or until something is wrong.
func (w *world) run(end time.Time) {
	for w.agenda.Len() > 0 && len(w.failures) == 0 {
		e := heap.Pop(&w.agenda).(event)
		if e.at.After(end) {
			return
		}
		time.Sleep(time.Until(e.at))
		synctest.Wait() // for what ends at the same time
		for _, s := range w.servers {
			if s.dead.Load() {
				w.crash(s)
			}
		}
		e.do()
	}
}
