package openapi

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/internal/probe"
)

// Arazzo implements oas.Arazzo.
func Arazzo(app probe.Opener, source string, options ...Option) ([]byte, error) {
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
	w := &arazzo{api: api, words: set.words, made: makeExamples(app)}
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
