package openapi

import (
	"fmt"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// chosenComponents are the parameters and headers whose properties have chosen the names of their
// components, as they are written there.
type chosenComponents struct {
	parameters map[string]chosenParameter
	headers    map[string]chosenHeader
}

type chosenParameter struct {
	text    string
	request bool // its example may be made
}

type chosenHeader struct {
	text     string
	required bool
}

const (
	parameterRef = "#/components/parameters/"
	// componentDepth is that of a component on the page.
	componentDepth = 3
)

// aside returns what write writes, as it is among the components.
func (w *writer) aside(write func() error) (string, error) {
	before := w.mark()
	w.depth = componentDepth
	err := write()
	text := string(w.b[before.at:])
	w.back(before)
	return text, err
}

// chosenParameter writes a reference to the component of a parameter. It returns false for one without
// a name, for one that only some callers may send, and for one of an outgoing request, if the component
// is that of a request to the API, which may have another example.
func (w *writer) chosenParameter(in tree.Input, rest bool) (bool, error) {
	name := in.Prop.Component
	if name == "" || in.Scopes != nil {
		return false, nil
	}
	text, err := w.aside(func() error { return w.parameter(in, rest) })
	if err != nil {
		return true, err
	}
	p, known := w.chosen.parameters[name]
	if !known {
		p = chosenParameter{text, w.request}
		if w.chosen.parameters == nil {
			w.chosen.parameters = map[string]chosenParameter{}
		}
		w.chosen.parameters[name] = p
	}
	switch {
	case p.request != w.request:
		return false, nil
	case p.text != text:
		return true, fmt.Errorf("the component %q is another parameter elsewhere", name)
	}
	w.line()
	w.ref(parameterRef + name)
	return true, nil
}

// chosenHeader writes a reference to the component of a header. It returns false for one without a
// name, and where the component is always there and this header is not, or the other way around.
func (h *headers) chosenHeader(n *tree.Prop, required bool) (bool, error) {
	name := n.Component
	if name == "" {
		return false, nil
	}
	text, err := h.aside(func() error { return h.header(n, required) })
	if err != nil {
		return true, err
	}
	c, known := h.chosen.headers[name]
	if !known {
		c = chosenHeader{text, required}
		if h.chosen.headers == nil {
			h.chosen.headers = map[string]chosenHeader{}
		}
		h.chosen.headers[name] = c
	}
	switch {
	case c.required != required:
		return false, nil
	case c.text != text:
		return true, fmt.Errorf("the component %q is another header elsewhere", name)
	}
	h.key(n.Name)
	h.ref(headerRef + name)
	return true, nil
}

// chosenParameters writes the parameters that are components.
func (w *writer) chosenParameters() {
	empty := w.mark()
	w.object("parameters")
	for _, name := range inOrder(w.chosen.parameters) {
		w.key(name)
		w.b = append(w.b, w.chosen.parameters[name].text...)
	}
	w.endOr(empty)
}

// takesHeader reports whether a property has chosen a name, so that a header of the library cannot
// have it. Names of headers are the same in any case.
func (w *writer) takesHeader(name string) bool {
	for chosen := range w.chosen.headers {
		if strings.EqualFold(chosen, name) {
			return true
		}
	}
	return false
}
