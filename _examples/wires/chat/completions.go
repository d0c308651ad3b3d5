package chat

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A Request asks for the next message of a chat.
type Request struct {
	Model       string
	Messages    []Message
	Stream      bool
	Store       bool
	Temperature *float64
	Stop        *[]string
	Bias        *map[string]int
	Tools       *[]Tool
	Choice      *Choice
	Metadata    map[string]string
}

// A Completion is the next message of a chat.
type Completion struct {
	ID, Model string
	Created   time.Time
	Choices   []choice
	Usage     Usage
	Metadata  map[string]string

	asked []Line
}

// Usage is what a completion costs.
type Usage struct{ Prompt, Answer int }

// A Line is a message of a chat that has been stored.
type Line struct {
	ID      string
	Message Message
}

var (
	completionID = prop.String("id").MaxLen(64)
	model        = prop.Enum("model", "parrot-1", "parrot-1-mini")
	finish       = prop.Enum("finish_reason", "stop", "tool_calls")
	stop         = prop.Nullable(prop.Union(collection.OneOf("Stop",
		collection.Case(prop.String("text").MinLen(1).MaxLen(50), func(s string) []string { return []string{s} }, func(all []string) (string, bool) { return "", false }),
		collection.Case(prop.Array(prop.String("texts").MinLen(1).MaxLen(50)).MinItems(1).MaxItems(4), func(all []string) []string { return all },
			func(all []string) ([]string, bool) { return all, true }),
	))).As("stop").Optional()
)

var requests = collection.Of("CompletionRequest", func(r *Request) collection.Fields {
	return collection.Fields{
		model.At(&r.Model),
		prop.Array(prop.Union(messages)).As("messages").MinItems(1).MaxItems(2048).At(&r.Messages),
		prop.Bool("stream").Default(false).At(&r.Stream),
		prop.Bool("store").Default(false).At(&r.Store),
		prop.Float64("temperature").Min(0).Max(2).Optional().AtOptional(&r.Temperature),
		stop.At(&r.Stop),
		prop.Map(prop.Int("logit_bias").Min(-100).Max(100)).MaxProperties(300).Optional().AtOptional(&r.Bias),
		tools.Array("tools").MaxItems(128).Optional().AtOptional(&r.Tools),
		prop.Union(choices).As("tool_choice").Optional().AtOptional(&r.Choice),
		metadata.At(&r.Metadata),
	}
}).IgnoreUnknown()

var usages = collection.Of("Usage", func(u *Usage) collection.Fields {
	return collection.Fields{
		prop.Int("prompt_tokens").At(&u.Prompt), prop.Int("completion_tokens").At(&u.Answer),
		collection.Computed(prop.Int("total_tokens"), func(u *Usage) int { return u.Prompt + u.Answer }),
	}
})

// choice is the only element of choices.
type choice struct {
	Index  int
	Finish *string
	Said   Said
	Delta  delta
}

var answers = collection.Of("CompletionChoice", func(c *choice) collection.Fields {
	return collection.Fields{
		prop.Int("index").At(&c.Index), said.Object().As("message").At(&c.Said), prop.Nullable(finish).At(&c.Finish),
	}
})

var completions = collection.Of("Completion", func(c *Completion) collection.Fields {
	return collection.Fields{
		completionID.At(&c.ID).Key(),
		object("chat.completion"),
		created.At(&c.Created),
		prop.String("model").At(&c.Model),
		answers.Array("choices").At(&c.Choices),
		usages.Object().As("usage").At(&c.Usage),
		metadata.At(&c.Metadata),
	}
})

var goneCompletions = deleted("CompletionDeleted", "chat.completion.deleted",
	func(c *Completion) collection.Field { return completionID.At(&c.ID) })

// A chunk is a part of a completion, in a stream.
type chunk struct {
	ID, Model string
	Created   time.Time
	Choices   []choice
}

// delta is what a chunk adds to the message.
type delta struct{ Role, Content *string }

var deltas = collection.Of("ChunkChoice", func(c *choice) collection.Fields {
	return collection.Fields{
		prop.Int("index").At(&c.Index),
		collection.Of("Delta", func(d *delta) collection.Fields {
			return collection.Fields{
				prop.Enum("role", "assistant").Optional().AtOptional(&d.Role), text("content").Optional().AtOptional(&d.Content),
			}
		}).Object().As("delta").At(&c.Delta),
		prop.Nullable(finish).At(&c.Finish),
	}
})

var chunks = collection.Of("CompletionChunk", func(c *chunk) collection.Fields {
	return collection.Fields{
		completionID.At(&c.ID),
		object("chat.completion.chunk"),
		created.At(&c.Created),
		prop.String("model").At(&c.Model),
		deltas.Array("choices").At(&c.Choices),
	}
})

var lines = collection.Of("StoredMessage", func(l *Line) collection.Fields {
	return collection.Fields{completionID.At(&l.ID).Key(), prop.Union(messages).As("message").At(&l.Message)}
})

// streamed is the completion as events, which end with [DONE].
var streamed = route.NewResponse(200, route.EventsUntil("[DONE]", chunks.View())).Describe("The parts of the message, if `stream` is true.")

func (s *server) completions() route.Member {
	byID := completionID.As("completion_id")
	update := collection.New("CompletionChange", metadata)
	return route.Group("/chat/completions",
		route.Post("", requests.Create(), completions.View()).Status(200).Responses(streamed).
			ID("createChatCompletion").Summary("Create a completion").
			Handle(func(c *route.Call, in Request) (Completion, error) {
				out := s.complete(in)
				if in.Stream {
					streamed.Set(c, events(&out))
				}
				return out, nil
			}),
		route.List("", completions.List(), pages(completionID)).
			ID("listChatCompletions").Summary("List stored completions").Renderer(listed).
			DefaultOrder(paginate.Asc(created)).
			Filters(paginate.Equal(model)).
			Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Completion], error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				return mempage.Select(q, completions, s.stored)
			}),
		route.Group("/{completion_id}",
			route.Get("", completions.View()).
				ID("getChatCompletion").Summary("Get a stored completion").
				Handle(func(c *route.Call) (out Completion, _ error) {
					err := s.change(byID.Get(c), func(stored *Completion) { out = *stored })
					return out, err
				}),
			route.Post("", update.Create(), completions.View()).Status(200).
				ID("updateChatCompletion").Summary("Change the metadata of a stored completion").
				Handle(func(c *route.Call, in collection.Record) (out Completion, _ error) {
					err := s.change(byID.Get(c), func(stored *Completion) {
						stored.Metadata = metadata.Get(in)
						out = *stored
					})
					return out, err
				}),
			route.Delete("", goneCompletions.View()).
				ID("deleteChatCompletion").Summary("Delete a stored completion").
				Handle(func(c *route.Call) (out Completion, _ error) {
					err := s.change(byID.Get(c), func(stored *Completion) { out = *stored })
					s.mu.Lock()
					defer s.mu.Unlock()
					s.stored = slices.DeleteFunc(s.stored, func(c Completion) bool { return c.ID == out.ID })
					return out, err
				}),
			route.List("/messages", lines.List(), pages(completionID)).
				ID("getChatCompletionMessages").Summary("List the messages of a stored completion").Renderer(listed).
				Handle(func(c *route.Call, q paginate.Query) (page paginate.Result[Line], err error) {
					missing := s.change(byID.Get(c), func(stored *Completion) { page, err = mempage.Select(q, lines, stored.asked) })
					return page, cmp.Or(missing, err)
				}),
		).Path(byID).Fails(NotFound),
	).Tag("Chat")
}

// change calls use with the stored completion that has an ID.
func (s *server) change(id string, use func(*Completion)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.stored, func(c Completion) bool { return c.ID == id })
	if i < 0 {
		return NotFound
	}
	use(&s.stored[i])
	return nil
}

// complete answers with the last text of the user, like a parrot, or calls the tool that it must.
func (s *server) complete(in Request) Completion {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Completion{ID: s.next("chatcmpl-"), Model: in.Model, Created: s.clock(), Metadata: in.Metadata}
	last, end, said := "", "stop", Said{}
	for _, m := range in.Messages {
		out.asked = append(out.asked, Line{s.next("msg-"), m})
		if asked, ok := m.(Asked); ok {
			last = asked.Content.text()
		}
		out.Usage.Prompt += 4
	}
	if in.Tools != nil && in.Choice != nil && in.Choice.Word != "none" && in.Choice.Word != "auto" {
		name := cmp.Or(in.Choice.Name, (*in.Tools)[0].Name)
		said.Calls, end = &[]ToolCall{{s.next("call_"), Called{name, "{}"}}}, "tool_calls"
	} else {
		if in.Stop != nil {
			for _, word := range *in.Stop {
				last, _, _ = strings.Cut(last, word)
			}
		}
		said.Content = &last
	}
	out.Choices = []choice{{Finish: &end, Said: said}}
	out.Usage.Answer = len(strings.Fields(last))
	if in.Store {
		s.stored = append(s.stored, out)
	}
	return out
}

func (c Content) text() string {
	out := c.Text
	for _, p := range c.Parts {
		switch p := p.(type) {
		case Text:
			out += p.Text
		case Image:
			out += "[" + p.Detail + " image]"
		}
	}
	return out
}

// events returns a completion word by word.
func events(c *Completion) iter.Seq2[route.Event[chunk], error] {
	return func(yield func(route.Event[chunk], error) bool) {
		send := func(part choice) bool {
			return yield(route.Event[chunk]{Data: chunk{c.ID, c.Model, c.Created, []choice{part}}}, nil)
		}
		role := "assistant"
		if !send(choice{Delta: delta{Role: &role}}) {
			return
		}
		answer := c.Choices[0]
		if answer.Said.Content != nil {
			for word := range strings.SplitAfterSeq(*answer.Said.Content, " ") {
				if !send(choice{Delta: delta{Content: &word}}) {
					return
				}
			}
		}
		send(choice{Finish: answer.Finish})
	}
}
