package oas

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"

	"github.com/tenon-go/tenon/internal/ir"
)

// Source is what a document is made of: the app that Build returns.
type Source interface {
	// API returns the description of what is served. It is for sibling packages.
	API(ir.Key) *ir.API
}

// Document returns the document as a model of libopenapi, which is the caller's
// to change. A bound that float64 cannot hold, such as the greatest int64, is
// not in Minimum or Maximum but among the Extensions of its schema, so that
// rendering keeps every digit.
//
// The errors are those of [JSON] and [YAML].
func Document(s Source, v Version) (*v3.Document, error) {
	d, err := v.dialect()
	if err != nil {
		return nil, err
	}
	api := s.API(ir.Key{})
	if api.Title == "" || api.Version == "" {
		return nil, errors.New("oas: an API needs a title and a version")
	}
	var ops []*ir.Operation
	for _, op := range api.Operations {
		if !op.Hidden {
			ops = append(ops, op)
		}
	}
	c, err := gather(ops)
	if err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	w := &writer{api: api, version: v, dialect: d, components: c, refusals: map[string]ir.Refusal{}}
	doc, err := w.document(v, ops)
	if err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	return doc, nil
}

// writer writes one API in one version.
type writer struct {
	api        *ir.API
	version    Version
	dialect    dialect
	components *components
	refusals   map[string]ir.Refusal // by the name of their component
}

func (w *writer) document(v Version, ops []*ir.Operation) (*v3.Document, error) {
	doc := &v3.Document{
		Version: v.String(),
		Info:    &base.Info{Title: w.api.Title, Version: w.api.Version, Description: w.api.Doc},
		Tags:    tags(w.api.Tags, ops),
	}
	if l := w.api.License; l.Name != "" {
		doc.Info.License = &base.License{Name: l.Name, URL: l.URL}
	}
	if c := w.api.Contact; c != (ir.Contact{}) {
		doc.Info.Contact = &base.Contact{Name: c.Name, URL: c.URL, Email: c.Email}
	}
	for _, s := range w.api.Servers {
		doc.Servers = append(doc.Servers, &v3.Server{URL: s.URL, Description: s.Doc})
	}
	if len(w.api.Schemes) == 0 { // nothing is asked of a client until an API says whom it lets in
		doc.Security = []*base.SecurityRequirement{{ContainsEmptyRequirement: true}}
	}
	if err := extensions(&doc.Extensions, w.api.Extensions); err != nil {
		return nil, err
	}
	var err error
	if doc.Paths, err = w.paths(ops); err != nil {
		return nil, err
	}
	if len(ops) == 0 {
		return doc, nil
	}
	doc.Components, err = w.written()
	return doc, err
}

// tags are the declared ones, and then the others that operations have.
func tags(declared []ir.Tag, ops []*ir.Operation) (out []*base.Tag) {
	seen := map[string]bool{}
	add := func(name, doc string) {
		if !seen[name] {
			seen[name] = true
			out = append(out, &base.Tag{Name: name, Description: doc})
		}
	}
	for _, t := range declared {
		add(t.Name, t.Doc)
	}
	for _, op := range ops {
		for _, name := range op.Tags {
			add(name, "")
		}
	}
	return out
}

// written returns the components that the paths refer to, and those that these
// refer to themselves.
func (w *writer) written() (*v3.Components, error) {
	schemas := problemSchemas(w.dialect)
	for c := w.components; len(c.queue) > 0; {
		next := c.queue[0]
		c.queue = c.queue[1:]
		s, err := w.component(next.component, next.mode)
		if err != nil {
			return nil, err
		}
		schemas.Set(next.name, s)
	}
	responses := orderedmap.New[string, *v3.Response]()
	for name, r := range w.refusals {
		responses.Set(name, w.refused(r))
	}
	return &v3.Components{
		Schemas:   orderedmap.SortAlpha(schemas),
		Responses: orderedmap.SortAlpha(responses),

		SecuritySchemes: w.schemes(),
	}, nil
}

func (w *writer) component(c *component, mode ir.Mode) (*base.SchemaProxy, error) {
	if c.union != nil {
		return w.alternatives(c.union, mode)
	}
	return w.object(c.collection, mode)
}

// operation writes what stands under a path and a method.
func (w *writer) operation(op *ir.Operation) (*v3.Operation, error) {
	out := &v3.Operation{
		OperationId: op.ID,
		Summary:     op.Summary,
		Description: paragraphs(op.Doc, needs(op.Security)),
		Tags:        slices.Clone(op.Tags),
		Security:    w.security(op.Security),
	}
	if op.Deprecated {
		out.Deprecated = yes()
	}
	var errs [4]error
	out.Parameters, errs[0] = w.parameters(op.AllInputs())
	if op.Body != nil {
		out.RequestBody, errs[1] = w.requestBody(op.Body)
	}
	out.Responses, errs[2] = w.responses(op)
	errs[3] = extensions(&out.Extensions, op.Extensions)
	return out, errors.Join(errs[:]...)
}

func statusKey(status int) string { return strconv.Itoa(status) }
