package openapi

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/tree"
)

// JSON implements oas.JSON.
func JSON(app probe.Opener, v Version, options ...Option) ([]byte, error) {
	w, err := write(app, v, options)
	if err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	return w.b, nil
}

// Downgrades implements oas.Downgrades.
func Downgrades(app probe.Opener, v Version, options ...Option) ([]string, error) {
	w, err := write(app, v, options)
	if err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	return inOrder(w.downgrades), nil
}

// ref writes a reference.
func (w *writer) ref(to string) {
	w.open('{')
	w.text("$ref", to)
	w.end()
}

// writer writes one API in one version.
type writer struct {
	page
	api        *tree.API
	version    Version
	dialect    dialect
	words      translator
	components *components
	targets    []target
	mount      string

	headers         map[string]builtinHeader // components by name
	builtinProblems map[string]problemSet    // components by name
	builtinRefs     map[problemsKey]string
	problemUsed     bool // some problem is RFC 9457
	downgrades      map[string]bool

	sampled      map[sampleKey]sampled
	defaults     map[*tree.Prop]string
	parametersAt map[parameterKey][2]int // the position of a parameter on the page
	chosen       chosenComponents
	contentsAt   map[contentKey][2]int // the same of a body
	builtinSets  []builtinProblems     // so far
	builtin      []tree.BuiltinProblem // of the current operation
	sets         []problemSet          // of the current operation
	successes    []tree.Response       // of the current operation

	made *madeExamples // nil: examples are those that are declared
	// envelope is that of the current operation; "" for none.
	envelope string
	request  bool // the current body or parameter is of a request to the API
	// may reports whether the document is for one of the audiences.
	may func(audiences []string) bool
	// undiscriminated unions have no discriminator: that of AsyncAPI is a text, without a mapping.
	undiscriminated bool
}

func write(app probe.Opener, v Version, options []Option) (*writer, error) {
	d, err := v.dialect()
	if err != nil {
		return nil, err
	}
	set := optionsOf(options)
	if set.fault != nil {
		return nil, set.fault
	}
	var made *madeExamples
	if set.makeExamples {
		made = makeExamples(app)
	}
	return writeAPI(probe.Tree(app), v, d, set, made)
}

func writeAPI(api *tree.API, v Version, d dialect, set options, made *madeExamples) (*writer, error) {
	if set.info.title != "" {
		changed := *api
		changed.Title, changed.Version = set.info.title, set.info.version
		api = &changed
	}
	if api.Title == "" || api.Version == "" {
		return nil, errors.New("an API needs a title and a version")
	}
	ops := set.operations(api.Operations)
	hooks := set.webhooks(api.Webhooks)
	c, err := gather(reached(ops, hooks))
	if err != nil {
		return nil, err
	}
	w := &writer{
		page: page{b: make([]byte, 0, 16<<10+5<<9*len(ops))},
		api:  api, version: v, dialect: d, words: set.words, mount: set.mount, components: c, targets: targets(ops),
		may: set.may, headers: map[string]builtinHeader{}, builtinProblems: map[string]problemSet{}, builtinRefs: map[problemsKey]string{}, downgrades: map[string]bool{},
		sampled: map[sampleKey]sampled{}, defaults: map[*tree.Prop]string{}, parametersAt: map[parameterKey][2]int{}, contentsAt: map[contentKey][2]int{},
	}
	w.made = made
	err = w.document(ops, hooks)
	switch {
	case err != nil:
		return nil, err
	case w.wrong:
		return nil, fmt.Errorf("the text %q is not valid UTF-8", w.mistaken)
	}
	if err := w.edit(); err != nil {
		return nil, err
	}
	w.b = append(w.b, '\n')
	return w, nil
}

// reached returns the operations, their callbacks and the webhooks.
func reached(ops []*tree.Operation, hooks []tree.Webhook) []*tree.Operation {
	all := slices.Clip(ops)
	for _, op := range ops {
		for _, c := range op.Callbacks {
			all = append(all, c.Operation)
		}
	}
	for _, h := range hooks {
		all = append(all, h.Operation)
	}
	return all
}

func (w *writer) document(ops []*tree.Operation, hooks []tree.Webhook) error {
	w.open('{')
	w.text("openapi", w.version.String())
	w.info()
	w.external(w.api.ExternalDocs)
	w.servers()
	if len(w.api.Schemes) == 0 { // clients need no credentials
		w.list("security")
		w.item()
		w.end()
		w.endList()
	}
	w.tags(ops)
	if err := w.paths(ops); err != nil {
		return err
	}
	if err := w.webhooks(hooks); err != nil {
		return err
	}
	if len(ops)+len(hooks) > 0 {
		if err := w.writeComponents(); err != nil {
			return err
		}
	}
	if err := w.extensions(w.api.Extensions); err != nil {
		return err
	}
	w.end()
	return nil
}

func (w *writer) info() {
	w.object("info")
	w.translated("title", w.api.Title)
	if w.api.Summary != "" {
		w.translated(w.since(V31, "summary"), w.api.Summary)
	}
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
		if w.api.SPDX != "" && l.URL == "" { // only one of them (3.1.1 §4.8.4.1)
			w.text(w.since(V31, "identifier"), w.api.SPDX)
		}
		w.some("url", l.URL)
		w.end()
	}
	w.text("version", w.api.Version)
	w.end()
}

func (w *writer) servers() {
	if len(w.api.Servers) == 0 {
		if w.mount != "" {
			w.list("servers")
			w.item()
			w.text("url", w.mount)
			w.end()
			w.endList()
		}
		return
	}
	w.list("servers")
	for _, s := range w.api.Servers {
		w.item()
		if url := s.URL; !s.At.Known() && !tree.HasPath(url) { // the base URL
			w.text("url", url+w.mount)
		} else {
			w.text("url", url)
		}
		w.translated("description", s.Doc)
		if s.Name != "" {
			w.text(w.since(V32, "name"), s.Name)
		}
		empty := w.mark()
		w.object("variables")
		for _, v := range s.Variables {
			w.named(v.Name)
			w.texts("enum", v.Values)
			w.text("default", v.Default)
			w.translated("description", v.Doc)
			w.end()
		}
		w.endOr(empty)
		w.end()
	}
	w.endList()
}

// tags writes the declared tags, and then other tags of operations.
func (w *writer) tags(ops []*tree.Operation) {
	seen := map[string]bool{}
	empty := w.mark()
	w.list("tags")
	add := func(t tree.Tag) {
		if seen[t.Name] {
			return
		}
		seen[t.Name] = true
		w.item()
		w.text("name", t.Name)
		later := func(word, text string) {
			if text != "" {
				w.translated(w.since(V32, word), text)
			}
		}
		later("summary", t.Summary)
		w.translated("description", t.Doc)
		w.external(t.ExternalDocs)
		later("parent", t.Parent)
		later("kind", t.Kind)
		w.end()
	}
	for _, t := range w.api.Tags {
		add(t)
	}
	for _, op := range ops {
		for _, name := range op.Tags {
			add(tree.Tag{Name: name})
		}
	}
	w.endListOr(empty)
}

// writeComponents writes the components that the paths refer to, and those that they refer
// to.
func (w *writer) writeComponents() error {
	w.object("components")
	if err := w.schemas(); err != nil {
		return err
	}
	w.object("responses")
	for _, name := range inOrder(w.builtinProblems) {
		w.key(name)
		if err := w.problemResponse(w.builtinProblems[name]); err != nil {
			return err
		}
	}
	w.end()
	w.chosenParameters()
	empty := w.mark()
	w.object("headers")
	for _, name := range inOrder(w.headers) {
		w.key(name)
		w.builtinHeader(w.headers[name])
	}
	for _, name := range inOrder(w.chosen.headers) {
		w.key(name)
		w.b = append(w.b, w.chosen.headers[name].text...)
	}
	w.endOr(empty)
	if err := w.schemes(); err != nil {
		return err
	}
	w.end()
	return nil
}

// schemas writes the schemas of the library and those of components.
func (w *writer) schemas() error {
	w.object("schemas")
	own := map[string]func(){}
	for _, set := range w.builtinProblems { // which are written later
		if set.format == nil {
			w.problemUsed = true
			continue
		}
		if set.format.Body == nil { // without content
			continue
		}
		before := w.mark()
		if err := w.content(set.format.Body); err != nil {
			return err
		}
		w.back(before)
	}
	if w.problemUsed && !w.api.CustomProblems {
		own[problemName], own[violationName] = w.problem, w.violation
	}
	err := w.queued(own)
	w.end()
	return err
}

// queued writes schemas of the library and those that references lead to, in the order of
// their names. Which there are is not known before the last is written.
func (w *writer) queued(own map[string]func()) error {
	start, parts, of := len(w.b), map[string][2]int{}, map[string]schemaKey{}
	part := func(name string, schema func() error) error {
		w.fresh = true // the comma before it depends on the order
		w.key(name)
		from := len(w.b) - len(name) - len(`"": `)
		err := schema()
		parts[name] = [2]int{from, len(w.b)}
		return err
	}
	var errs []error
	for _, name := range inOrder(own) {
		errs = append(errs, part(name, func() error { own[name](); return nil }))
	}
	for c := w.components; len(c.queue) > 0; {
		next := c.queue[0]
		c.queue = c.queue[1:]
		before, again := parts[next.name]
		errs = append(errs, part(next.name, func() error { return w.component(next.component, next.mode) }))
		if now := parts[next.name]; again && !bytes.Equal(w.b[before[0]:before[1]], w.b[now[0]:now[1]]) {
			other := of[next.name]
			if next.component.prop != nil {
				errs = append(errs, faultAt(next.component.at, "the component %q is another property at %s; rename one, or give them the same type, rules and texts", next.name, other.component.at))
				continue
			}
			errs = append(errs, faultAt(next.component.at, "%q in %s mode and %q (%s) in %s mode are both named %q, and their schemas differ",
				next.component.name, next.mode, other.component.name, other.component.at, other.mode, next.name))
		}
		of[next.name] = next.schemaKey
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	all := slices.Clone(w.b[start:])
	w.b, w.fresh = w.b[:start], true
	for _, name := range inOrder(parts) {
		w.line()
		at := parts[name]
		w.b = append(w.b, all[at[0]-start:at[1]-start]...)
	}
	return nil
}

func (w *writer) component(c *component, mode tree.Mode) error {
	if c.prop != nil {
		w.open('{')
		if err := w.keywords(c.prop, site{mode: mode}); err != nil {
			return err
		}
		w.end()
		return nil
	}
	if c.union != nil {
		return w.union(c.union, mode)
	}
	return w.collection(c.collection, mode)
}
