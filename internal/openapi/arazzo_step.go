package openapi

import (
	"strconv"

	"github.com/tenon-go/tenon/tree"
)

// arazzo writes an Arazzo document.
type arazzo struct {
	page
	api   *tree.API
	words translator
	made  *madeExamples

	keys    []string // the values of the parameters of a path, which are expressions
	version string   // the expression of the entity's version; "" if it is not known
}

// workflow writes the life of an entity.
func (w *arazzo) workflow(l *life) error {
	w.keys, w.version = nil, ""
	w.item()
	w.text("workflowId", l.name())
	w.text("summary", "The life of an entity below "+l.create.Path)
	w.inputs(l)
	w.list("steps")
	err := w.live(l)
	w.endList()
	w.end()
	return err
}

// inputs writes the credentials that the operations need.
func (w *arazzo) inputs(l *life) {
	seen := map[string]bool{}
	empty := w.mark()
	w.object("inputs")
	w.text("type", "object")
	w.object("properties")
	for ; l != nil; l = l.parent {
		for _, op := range []*tree.Operation{l.create, l.list, l.view, l.patch, l.put, l.remove} {
			for _, s := range schemesOf(op) {
				if name := identifier(s.Name); !seen[name] {
					seen[name] = true
					w.object(name)
					w.text("type", "string")
					w.end()
				}
			}
		}
	}
	w.end()
	w.end()
	if len(seen) == 0 {
		w.back(empty)
	}
}

// schemesOf returns the first alternative of the credentials that an operation needs.
func schemesOf(op *tree.Operation) []*tree.Scheme {
	if op == nil || !op.Security.Secured() || op.Security.Public() {
		return nil
	}
	return op.Security.Schemes[0]
}

// live writes the steps of a life, between the creation and the removal of its parent.
func (w *arazzo) live(l *life) error {
	ok, err := w.born(l)
	if !ok || err != nil {
		return err
	}
	for _, op := range []*tree.Operation{l.view, l.list, l.patch, l.put, l.remove} {
		if op == nil {
			continue
		}
		if ok, err := w.step(op, op.ID, op.Success.Status, l); !ok || err != nil {
			return err
		}
	}
	if l.remove != nil && l.view != nil {
		if ok, err := w.step(l.view, l.view.ID+"-gone", 404, l); !ok || err != nil {
			return err
		}
	}
	if l.remove == nil {
		return nil // an entity may be in use
	}
	for p := l.parent; p != nil && p.remove != nil; p = p.parent {
		w.keys, w.version = w.keys[:len(w.keys)-1], "*"
		if ok, err := w.step(p.remove, p.remove.ID, p.remove.Success.Status, p); !ok || err != nil {
			return err
		}
	}
	return nil
}

// born writes the creation of an entity, and of its parents.
func (w *arazzo) born(l *life) (ok bool, err error) {
	if l.parent != nil {
		if ok, err := w.born(l.parent); !ok || err != nil {
			return ok, err
		}
	}
	if ok, err := w.step(l.create, l.create.ID, l.create.Success.Status, l); !ok || err != nil {
		return ok, err
	}
	return true, nil
}

// step writes a step. It reports false if there is no example of its request.
func (w *arazzo) step(op *tree.Operation, id string, status int, l *life) (ok bool, err error) {
	body, err := w.payload(op.Body)
	if err != nil || body == "" && op.Body != nil && !op.Body.Empty() {
		return false, err
	}
	id = identifier(id)
	nothing := w.mark()
	w.item()
	w.text("stepId", id)
	w.some("description", w.words.of(op.Summary))
	w.text("operationId", op.ID)
	if !w.parameters(op) {
		w.back(nothing)
		return false, nil
	}
	if body != "" {
		w.object("requestBody")
		w.text("contentType", op.Body.MediaTypes()[0])
		w.key("payload")
		if err := w.raw(body); err != nil {
			return false, err
		}
		w.end()
	}
	w.list("successCriteria")
	w.item()
	w.text("condition", "$statusCode == "+strconv.Itoa(status))
	w.end()
	place := "$response.body#"
	if member := op.EnvelopeIn(w.api); member != "" {
		place += "/" + pointerToken(member)
	}
	if op == l.view && status == op.Success.Status {
		w.item()
		w.text("condition", place+"/"+pointerToken(l.member)+" == "+w.keys[len(w.keys)-1])
		w.end()
	}
	w.endList()
	empty := w.mark()
	w.object("outputs")
	if op == l.create {
		w.text("key", place+"/"+pointerToken(l.member))
		w.keys = append(w.keys, "$steps."+id+".outputs.key")
	}
	if w.version = ""; op.SendsVersion(op.Success) && status == op.Success.Status {
		w.text("version", "$response.header.ETag")
		w.version = "$steps." + id + ".outputs.version"
	}
	w.endOr(empty)
	w.end()
	return true, nil
}

// payload returns the first example of a request body, declared or made; "" if there is none.
func (w *arazzo) payload(b *tree.Body) (string, error) {
	if b == nil || b.Prop == nil {
		return "", nil
	}
	for _, x := range b.Examples {
		text, err := b.Prop.Write(x.Sample, b.Mode)
		return string(text), err
	}
	if all := w.made.bodies[sampleKey{b.Prop, b.Mode}]; len(all) > 0 {
		return all[0].text, nil
	}
	return "", nil
}

// parameters writes the parameters that the operation requires, its credentials and its precondition.
// It reports false if there is no example of one.
func (w *arazzo) parameters(op *tree.Operation) bool {
	empty := w.mark()
	w.list("parameters")
	one := func(name string, in tree.In, value string) {
		w.item()
		w.text("name", name)
		w.text("in", string(in))
		w.key("value")
		w.value(value)
		w.end()
	}
	for _, s := range schemesOf(op) {
		in, name := s.Location()
		value := "$inputs." + identifier(s.Name)
		switch word := s.Type().Challenge; {
		case in == "":
			continue // a client certificate
		case s.AuthScheme != "":
			value = s.AuthScheme + " {" + value + "}"
		case s.Kind != tree.APIKey && word != "":
			value = word + " {" + value + "}"
		}
		one(name, in, value)
	}
	for _, in := range op.AllInputs() {
		p := in.Prop
		at := -1
		if in.In == tree.InPath {
			at = index(op.Path, p.Name)
		}
		switch value := ""; {
		case at >= 0 && at < len(w.keys):
			one(p.Name, in.In, w.keys[at])
		case p.Name == tree.IfMatch && op.Conditional() && op.Method != "GET":
			if value = w.version; value == "" && op.RequirePrecondition {
				value = "*" // any version
			}
			if value != "" {
				one(p.Name, in.In, value)
			}
		case in.In == tree.InPath || !p.MayBeAbsent():
			text := w.made.inputs[p]
			if text == "" {
				return false
			}
			w.item()
			w.text("name", p.Name)
			w.text("in", string(in.In))
			w.key("value")
			if w.raw(text) != nil {
				return false
			}
			w.end()
		}
	}
	w.endListOr(empty)
	return true
}
