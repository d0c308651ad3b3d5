package openapi

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/tree"
)

// AsyncAPI implements oas.AsyncAPI.
func AsyncAPI(app probe.Opener, options ...Option) ([]byte, error) {
	set := optionsOf(options)
	if set.fault != nil {
		return nil, fmt.Errorf("oas: %w", set.fault)
	}
	api := probe.Tree(app)
	if set.info.title != "" {
		changed := *api
		changed.Title, changed.Version = set.info.title, set.info.version
		api = &changed
	}
	if api.Title == "" || api.Version == "" {
		return nil, errors.New("oas: an API needs a title and a version")
	}
	var events []*tree.Event
	c := newComponents(schemaRef)
	var errs []error
	for _, e := range api.Events {
		if !e.Hidden && set.may(e.Audiences) {
			events = append(events, e)
			errs = append(errs, c.find(e.Data.Prop))
		}
	}
	if len(events) == 0 {
		return nil, errors.New("oas: the API declares no events for the document")
	}
	c.compare()
	if err := errors.Join(append(errs, c.clashes()...)...); err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	w := &asyncWriter{writer{
		api: api, version: V31, dialect: draft07{}, words: set.words, components: c, may: set.may, undiscriminated: true,
		downgrades: map[string]bool{}, sampled: map[sampleKey]sampled{}, defaults: map[*tree.Prop]string{},
	}}
	if err := w.events(events); err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	if w.wrong {
		return nil, fmt.Errorf("oas: the text %q is not valid UTF-8", w.mistaken)
	}
	return append(w.b, '\n'), nil
}

// asyncWriter writes the events of an API.
type asyncWriter struct{ writer }

func (w *asyncWriter) events(events []*tree.Event) error {
	w.open('{')
	w.text("asyncapi", "3.0.0")
	w.asyncInfo()
	w.text("defaultContentType", "application/json")
	w.object("channels")
	for _, e := range events {
		w.channel(e)
	}
	w.end()
	w.object("operations")
	for _, e := range events {
		w.sends(e)
	}
	w.end()
	w.object("components")
	w.object("messages")
	for _, e := range events {
		if err := w.message(e); err != nil {
			return faultAt(e.At, "event %q: %w", e.Name, err)
		}
	}
	w.end()
	empty := w.mark()
	w.object("schemas")
	if err := w.queued(nil); err != nil {
		return err
	}
	w.endOr(empty)
	w.end()
	w.end()
	return nil
}

// asyncInfo writes what AsyncAPI has of the description of an API. A license has no identifier
// there.
func (w *asyncWriter) asyncInfo() {
	w.object("info")
	w.translated("title", w.api.Title)
	w.text("version", w.api.Version)
	w.translated("description", w.api.Doc)
	w.some("termsOfService", w.api.Terms)
	if c := w.api.Contact; c != (tree.Contact{}) {
		w.object("contact")
		w.some("name", c.Name)
		w.some("url", c.URL)
		w.some("email", c.Email)
		w.end()
	}
	if l := w.api.License; l.Name != "" {
		w.object("license")
		w.text("name", l.Name)
		w.some("url", l.URL)
		w.end()
	}
	w.external(w.api.ExternalDocs)
	w.end()
}

func (w *asyncWriter) channel(e *tree.Event) {
	w.named(e.Name)
	w.text("address", e.Name)
	w.object("messages")
	w.name(e.Name)
	w.ref("#/components/messages/" + e.Name)
	w.end()
	w.end()
}

// sends writes the operation. The API sends what others receive.
func (w *asyncWriter) sends(e *tree.Event) {
	w.named("send." + e.Name)
	w.text("action", "send")
	w.key("channel")
	w.ref("#/channels/" + e.Name)
	w.translated("summary", e.Summary)
	w.translated("description", e.Doc)
	w.asyncTags(e)
	w.list("messages")
	w.line()
	w.ref("#/channels/" + e.Name + "/messages/" + e.Name)
	w.endList()
	w.end()
}

func (w *asyncWriter) asyncTags(e *tree.Event) {
	if len(e.Tags) == 0 {
		return
	}
	w.list("tags")
	for _, tag := range e.Tags {
		w.item()
		w.text("name", tag)
		w.end()
	}
	w.endList()
}

func (w *asyncWriter) message(e *tree.Event) error {
	w.named(e.Name)
	w.text("name", e.Name)
	w.translated("title", e.Summary)
	w.translated("description", e.Doc)
	w.asyncTags(e)
	w.external(e.ExternalDocs)
	w.text("contentType", "application/json")
	w.object("correlationId")
	w.translated("description", "The ID of the message, which is the same each time it is delivered.")
	w.text("location", "$message.header#/ce-id")
	w.end()
	w.headersOf(e)
	w.key("payload")
	if err := w.schema(e.Data.Prop, site{mode: tree.View, nullable: e.Data.Prop.Nullable}); err != nil {
		return err
	}
	if e.Key != nil {
		w.text("x-key", "$message.payload#/"+e.Key.Name)
	}
	w.some("x-version", e.Version)
	w.flag("x-deprecated", e.Deprecated)
	if err := w.extensions(e.Extensions); err != nil {
		return err
	}
	w.end()
	return nil
}

// headersOf writes the attributes of CloudEvents in binary mode; see package cloudevents.
func (w *asyncWriter) headersOf(e *tree.Event) {
	header := func(name, format, value string) {
		w.named(name)
		w.text("type", "string")
		w.some("format", format)
		w.some("const", value)
		w.end()
	}
	required := []string{"ce-id", "ce-source", "ce-specversion", "ce-type", "ce-time"}
	w.object("headers")
	w.text("type", "object")
	w.object("properties")
	header("ce-id", "uuid", "")
	header("ce-source", "uri-reference", "")
	header("ce-specversion", "", "1.0")
	header("ce-type", "", e.Name)
	header("ce-time", "date-time", "")
	if e.Key != nil {
		header("ce-subject", "", "")
		required = append(required, "ce-subject")
	}
	if e.Version != "" {
		header("ce-dataversion", "", e.Version)
		required = append(required, "ce-dataversion")
	}
	header("ce-sequence", "", "")
	w.end()
	w.texts("required", required)
	w.end()
}

// draft07 is the schema object of AsyncAPI 3.0, which is a superset of JSON Schema draft-07.
type draft07 struct{ v31 }

// reference wraps the reference if there are other keywords, because siblings of $ref are
// ignored (draft-07 §8.3).
func (draft07) reference(p *page, ref string, nullable bool, beside func() error) error {
	p.open('{')
	if err := beside(); err != nil {
		return err
	}
	switch {
	case nullable:
		p.list("anyOf")
		p.item()
		p.text("$ref", ref)
		p.end()
		p.item()
		p.text("type", "null")
		p.end()
		p.endList()
	case p.fresh:
		p.text("$ref", ref)
	default:
		p.list("allOf")
		p.item()
		p.text("$ref", ref)
		p.end()
		p.endList()
	}
	p.end()
	return nil
}
