package event

import (
	"context"
	"slices"
	"sync"
)

// Memory is a [Publisher] that keeps messages, for tests. It has one destination, "memory". The
// zero value is ready for use. It is safe for concurrent use.
type Memory struct {
	mu       sync.Mutex
	messages []Message
}

// Destinations implements [Publisher].
func (*Memory) Destinations(context.Context, Message) ([]string, error) {
	return []string{"memory"}, nil
}

// Publish implements [Publisher].
func (p *Memory) Publish(_ context.Context, _ string, m Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages = append(p.messages, m)
	return nil
}

// Messages returns the messages that were published, in their order.
func (p *Memory) Messages() []Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.messages)
}
