package nats

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	natsio "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/cloudevents"
)

// Publisher publishes messages to JetStream. It is an [event.Publisher] with one destination.
type Publisher struct {
	js      jetstream.JetStream
	source  string
	prefix  string
	subject func(event.Message) string
}

var _ event.Publisher = (*Publisher)(nil)

// Option configures [New].
type Option func(*Publisher)

// Prefix sets the first tokens of subjects, without the last dot. The default is events; "" is for
// none.
func Prefix(tokens string) Option { return func(p *Publisher) { p.prefix = tokens } }

// Subject sets the function that returns the subject of a message, in place of the prefix and the
// name of the event.
func Subject(of func(event.Message) string) Option { return func(p *Publisher) { p.subject = of } }

// New returns a publisher. The source is that of the CloudEvents, a URI reference that identifies
// the API, such as https://api.example.com or /shop.
func New(js jetstream.JetStream, source string, options ...Option) (*Publisher, error) {
	p := &Publisher{js: js, source: source, prefix: "events"}
	for _, o := range options {
		o(p)
	}
	switch {
	case js == nil:
		return nil, errors.New("nats: the JetStream is nil")
	case source == "":
		return nil, errors.New("nats: CloudEvents have a source, such as the URL of the API")
	case p.prefix != "" && !isSubject(p.prefix):
		return nil, fmt.Errorf("nats: %q is not the beginning of a subject", p.prefix)
	}
	return p, nil
}

// Destinations implements [event.Publisher]: JetStream receives every message.
func (p *Publisher) Destinations(context.Context, event.Message) ([]string, error) {
	return []string{"jetstream"}, nil
}

// tooLarge is the error of a stream for a message above its MaxMsgSize.
const tooLarge jetstream.ErrorCode = 10054

// Publish implements [event.Publisher]. It returns once a stream has stored the message. A message that
// is too large for the server or the stream is an [event.Permanent] error.
func (p *Publisher) Publish(ctx context.Context, _ string, m event.Message) error {
	subject := m.Type
	switch {
	case p.subject != nil:
		subject = p.subject(m)
	case p.prefix != "":
		subject = p.prefix + "." + m.Type
	}
	if !isSubject(subject) {
		return event.Permanent(fmt.Errorf("nats: %q is not a subject (it must not have spaces, wildcards or empty tokens)", subject))
	}
	header := http.Header{}
	if err := cloudevents.Binary(p.source, m, header); err != nil {
		return event.Permanent(fmt.Errorf("nats: %w", err))
	}
	msg := natsio.NewMsg(subject)
	msg.Data = m.Data
	for name, values := range header {
		msg.Header[strings.ToLower(name)] = values // names in NATS are case-sensitive
	}
	if _, err := p.js.PublishMsg(ctx, msg, jetstream.WithMsgID(m.ID)); err != nil {
		api, ok := errors.AsType[*jetstream.APIError](err)
		large := errors.Is(err, natsio.ErrMaxPayload) || ok && api.ErrorCode == tooLarge
		if err = fmt.Errorf("nats: publish to %s: %w", subject, err); large {
			return event.Permanent(err)
		}
		return err
	}
	return nil
}

// isSubject reports whether a text is a subject that a message can be published to.
func isSubject(s string) bool {
	if strings.ContainsAny(s, " \t\r\n\x00*>") {
		return false
	}
	for token := range strings.SplitSeq(s, ".") {
		if token == "" {
			return false
		}
	}
	return true
}
