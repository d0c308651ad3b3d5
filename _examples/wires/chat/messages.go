package chat

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A Message is a part of a chat, by its role.
type (
	Message interface{ message() }
	System  struct{ Content string }
	Asked   struct{ Content Content }
	Said    struct {
		Content *string
		Calls   *[]ToolCall
	}
	Told struct {
		Content Content
		Call    string
	}
)

func (System) message() {}
func (Asked) message()  {}
func (Said) message()   {}
func (Told) message()   {}

// Content is a text, or a list of parts.
type Content struct {
	Text  string
	Parts []Part
}

// A Part of a content is a text or an image.
type (
	Part  interface{ part() }
	Text  struct{ Text string }
	Image struct{ URL, Detail string }
)

func (Text) part()  {}
func (Image) part() {}

// A ToolCall is a function that the assistant wants to call.
type (
	ToolCall struct {
		ID       string
		Function Called
	}
	Called struct{ Name, Arguments string }
)

func text(name string) *prop.StringProp[string] { return prop.String(name).MaxLen(100_000) }

var parts = collection.OneOf("ContentPart",
	collection.CaseOf[Part](collection.Of("TextPart", func(t *Text) collection.Fields {
		return collection.Fields{collection.Fixed(prop.Const("type", "text")), text("text").At(&t.Text)}
	})),
	collection.CaseOf[Part](collection.Of("ImagePart", func(i *Image) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("type", "image_url")),
			collection.Of("ImageURL", func(i *Image) collection.Fields {
				return collection.Fields{
					prop.URI("url").At(&i.URL),
					prop.Enum("detail", "auto", "low", "high").Default("auto").At(&i.Detail),
				}
			}).Object().As("image_url").At(i),
		}
	})),
).Tagged("type")

var contents = prop.Union(collection.OneOf("Content",
	collection.Case(text("text"), func(t string) Content { return Content{Text: t} }, func(c Content) (string, bool) { return c.Text, c.Parts == nil }),
	collection.Case(prop.Array(prop.Union(parts)).As("parts").MinItems(1).MaxItems(100), func(p []Part) Content { return Content{Parts: p} },
		func(c Content) ([]Part, bool) { return c.Parts, c.Parts != nil }),
)).As("content")

var toolCalls = collection.Of("ToolCall", func(t *ToolCall) collection.Fields {
	return collection.Fields{
		prop.String("id").MaxLen(64).At(&t.ID),
		collection.Fixed(prop.Const("type", "function")),
		collection.Of("CalledFunction", func(f *Called) collection.Fields {
			return collection.Fields{toolName.At(&f.Name), text("arguments").At(&f.Arguments)}
		}).Object().As("function").At(&t.Function),
	}
})

var said = collection.Of("AssistantMessage", func(m *Said) collection.Fields {
	return collection.Fields{
		collection.Fixed(prop.Const("role", "assistant")),
		prop.Nullable(text("content")).Optional().At(&m.Content),
		toolCalls.Array("tool_calls").MaxItems(128).Optional().AtOptional(&m.Calls),
	}
})

var messages = collection.OneOf("Message",
	collection.CaseOf[Message](collection.Of("SystemMessage", func(m *System) collection.Fields {
		return collection.Fields{collection.Fixed(prop.Const("role", "system")), text("content").At(&m.Content)}
	})),
	collection.CaseOf[Message](collection.Of("UserMessage", func(m *Asked) collection.Fields {
		return collection.Fields{collection.Fixed(prop.Const("role", "user")), contents.At(&m.Content)}
	})),
	collection.CaseOf[Message](said),
	collection.CaseOf[Message](collection.Of("ToolMessage", func(m *Told) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("role", "tool")),
			contents.At(&m.Content),
			prop.String("tool_call_id").MaxLen(64).At(&m.Call),
		}
	})),
).Tagged("role")

// A Tool is a function that the assistant may call. Its parameters are a JSON Schema.
type Tool struct {
	Name        string
	Description *string
	Parameters  *map[string]prop.JSON
}

// Choice is what the assistant does with its tools: a word, or the name of one.
type Choice struct{ Word, Name string }

var toolName = prop.String("name").Pattern("^[0-9A-Za-z_-]{1,64}$")

var tools = collection.Of("Tool", func(t *Tool) collection.Fields {
	return collection.Fields{
		collection.Fixed(prop.Const("type", "function")),
		collection.Of("Function", func(t *Tool) collection.Fields {
			return collection.Fields{
				toolName.At(&t.Name),
				prop.String("description").MaxLen(1024).Optional().AtOptional(&t.Description),
				prop.Map(prop.Any("parameters")).MaxProperties(100).Optional().AtOptional(&t.Parameters),
			}
		}).Object().As("function").At(t),
	}
})

var choices = collection.OneOf("ToolChoice",
	collection.Case(prop.Enum("word", "none", "auto", "required"), func(w string) Choice { return Choice{Word: w} },
		func(c Choice) (string, bool) { return c.Word, c.Word != "" }),
	collection.Case(collection.Of("NamedToolChoice", func(c *Choice) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("type", "function")),
			collection.Of("NamedFunction", func(c *Choice) collection.Fields { return collection.Fields{toolName.At(&c.Name)} }).
				Object().As("function").At(c),
		}
	}), func(c Choice) Choice { return c }, func(c Choice) (Choice, bool) { return c, c.Word == "" }),
)
