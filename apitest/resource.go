package apitest

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// resource is what the operations on a path and on the items below it have in common.
type resource struct {
	path   string // of the collection of entities, such as /books
	parent *resource
	param  *tree.Input // the last parameter of items
	key    string      // the member of entities with its value; "" if there is none

	create, list, view, patch, put, remove *operation

	filters []filter     // of the list
	streams []*operation // of all entities
	uploads []upload     // of an entity
}

// resourcesOf finds the resources: a POST to a path, and operations on the path with one more
// parameter.
func resourcesOf(all []*operation) (found []*resource) {
	at := map[string]map[string]*operation{}
	for _, o := range all {
		if at[o.Path] == nil {
			at[o.Path] = map[string]*operation{}
		}
		at[o.Path][o.Method] = o
	}
	for _, o := range all {
		if o.Method != "POST" || o.sent() == nil || o.Success.Status != 201 && o.Success.Status != 200 {
			continue
		}
		for path, methods := range at {
			below, ok := strings.CutPrefix(path, strings.TrimSuffix(o.Path, "/")+"/{")
			if !ok || !strings.HasSuffix(below, "}") || strings.ContainsAny(strings.TrimSuffix(below, "}"), "/{}.") {
				continue
			}
			r := &resource{path: o.Path, create: o, list: at[o.Path]["GET"], view: methods["GET"], patch: methods["PATCH"], put: methods["PUT"], remove: methods["DELETE"]}
			if r.complete(strings.TrimSuffix(below, "}")) {
				r.findStreams(all)
				r.findUploads(all)
				found = append(found, r)
			}
		}
	}
	slices.SortFunc(found, func(a, b *resource) int { return strings.Compare(a.path, b.path) })
	for _, r := range found {
		for _, other := range found {
			if rest, ok := strings.CutPrefix(r.path, other.path+"/{"); ok && (r.parent == nil || len(other.path) > len(r.parent.path)) {
				if _, tail, more := strings.Cut(rest, "}/"); more && !strings.Contains(tail, "{") {
					r.parent = other
				}
			}
		}
	}
	return found
}

// complete drops what is not about the entity, and finds its key. It reports whether histories
// of the resource have a meaning.
func (r *resource) complete(param string) bool {
	if r.list != nil && r.list.items() == nil {
		r.list = nil
	}
	if r.view != nil && r.view.entity() == nil {
		r.view = nil
	}
	if r.patch != nil && (r.patch.sent() == nil || r.patch.Body.Mode != tree.Update) {
		r.patch = nil
	}
	if r.put != nil && r.put.sent() == nil {
		r.put = nil
	}
	for _, o := range []*operation{r.view, r.patch, r.put, r.remove} {
		if o == nil {
			continue
		}
		for i, in := range o.inputs {
			if in.In == tree.InPath && in.Prop.Name == param {
				r.param = &o.inputs[i]
			}
		}
	}
	if r.param == nil {
		return false
	}
	if c := r.create.entity(); c != nil {
		r.key = keyOf(c, r.param.Prop)
	}
	r.findFilters()
	return r.view != nil || r.list != nil
}

// keyOf returns the member whose value is in the path of an item.
func keyOf(c *tree.Collection, param *tree.Prop) string {
	key := ""
	for _, m := range c.Members {
		switch {
		case m.Prop.ID == param.ID:
			return m.Prop.Name
		case m.Key, key == "" && m.Prop.Name == param.Name:
			key = m.Prop.Name
		}
	}
	return key
}
