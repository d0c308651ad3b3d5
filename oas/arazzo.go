package oas

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/ir"
)

// Arazzo returns an Arazzo 1.0.1 document as JSON text: a workflow for each resource, which creates
// an entity, shows, lists, changes, replaces and deletes it, as far as the API has these operations.
// source is the URL of the API's OpenAPI document, also relative to that of this one:
//
//	text, err := oas.Arazzo(app, "openapi.json")
//
// A resource is a POST to a path that responds with an entity, and operations on the path with one
// more parameter, which is a member of the entity: the same property, its key, or one of the same name. A resource below another one begins with the
// creation of that. Requests have the first declared example, or one made from the rules, as
// [RequestExamples] makes them; a request for which there is none ends the workflow. Credentials are inputs, by
// the names of the security schemes.
//
// The workflows need operation IDs. Programs execute them as tests, such as Redocly's respect. The
// same API always gives the same bytes. Options select operations, as for [JSON].
func Arazzo(app *tenon.App, source string, options ...Option) ([]byte, error) {
	set := optionsOf(options)
	if set.fault != nil {
		return nil, fmt.Errorf("oas: %w", set.fault)
	}
	api := ir.APIOf(app)
	if set.info.title != "" {
		changed := *api
		changed.Title, changed.Version = set.info.title, set.info.version
		api = &changed
	}
	w := &arazzo{api: api, words: set.words, maker: newExampleMaker(app)}
	w.open('{')
	w.text("arazzo", "1.0.1")
	w.object("info")
	w.text("title", w.words.of(api.Title))
	w.some("description", w.words.of(api.Doc))
	w.text("version", api.Version)
	w.end()
	w.list("sourceDescriptions")
	w.item()
	w.text("name", "api")
	w.text("url", source)
	w.text("type", "openapi")
	w.end()
	w.endList()
	w.list("workflows")
	all := lifesOf(set.operations(api.Operations))
	if len(all) == 0 {
		return nil, errors.New("oas: the API has no resource with operation IDs, so that there is no workflow")
	}
	for _, l := range all {
		if err := w.workflow(l); err != nil {
			return nil, fmt.Errorf("oas: workflow %q: %w", l.name(), err)
		}
	}
	w.endList()
	w.end()
	if w.wrong {
		return nil, fmt.Errorf("oas: the text %q is not valid UTF-8", w.mistaken)
	}
	return append(w.b, '\n'), nil
}
