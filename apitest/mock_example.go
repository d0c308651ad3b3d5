package apitest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/internal/values"
	"github.com/tenon-go/tenon/tree"
)

// exampleVersion is the version of every example.
func (h *mockHandler) exampleVersion() codec.Version {
	v := codec.Version{Tag: "example"}
	for _, b := range []*tree.Body{h.op.Success.Body, h.op.Body} {
		if b == nil || v.View != nil {
			continue
		}
		if sets := tree.VisibilityOf(b.Prop).Sets; sets != nil {
			v.View = &codec.VisibleState{Sets: sets, Write: func(e *codec.Encoder) { e.B = append(e.B, v.Tag...) }}
		}
	}
	return v
}

// sendExample serves an operation that is not one on the entities of a resource.
func (h *mockHandler) sendExample(c *endpoint.Call) error {
	if s := h.above; s != nil {
		path := parameters(c)
		n := len(names(s.path))
		set := s.set(path[:n])
		if missing := h.problem(http.StatusNotFound); missing != nil && (set == nil || set.find(path[n]) < 0) {
			return missing
		}
	}
	if h.op.Conditional() && h.op.Method != http.MethodGet {
		if err := c.CheckVersion(h.exampleVersion()); err != nil {
			return err
		}
	}
	if err := h.setExample(c, &h.op.Success, nil, ""); err != nil {
		return err
	}
	if h.op.SendsVersions() {
		c.SetVersion(h.exampleVersion())
	}
	return h.setHeaders(c, nil)
}

// setExample sets an example of a success as its value; own is the response if it has a body of its own.
func (h *mockHandler) setExample(c *endpoint.Call, a *tree.Response, own *endpoint.Other, name string) error {
	b := h.bodyOf(a)
	if !a.Own && a.Status != h.op.Success.Status {
		c.SetStatus(a.Status)
	}
	to, body := c.Out(), h.out
	if own != nil {
		to, body = own.Type.New(), own.Body
		c.SetOther(own.ID, to)
	}
	if b.Empty() && b == nil {
		return nil
	}
	if b.Format == tree.Redirect {
		*place.To[string](to) = "/"
		return nil
	}
	content, ok := h.content(b, name)
	if !ok {
		return h.unexemplary(b, nil)
	}
	return receive(body, b, content, to)
}

// unexemplary returns the error of a body without a valid example.
func (h *mockHandler) unexemplary(b *tree.Body, cause error) error {
	what := "apitest: Mock finds no example of what " + h.op.name() + " sends"
	if b != nil && b.Prop != nil {
		what += "; declare one with Example of its properties"
	}
	return errors.Join(errors.New(what), cause)
}

// content returns an example of a body in its format.
func (h *mockHandler) content(b *tree.Body, name string) ([]byte, bool) {
	if b.Format == tree.Bytes || b.Format == tree.Download {
		return []byte("example"), true
	}
	text, ok := h.json(b, name)
	if !ok {
		return nil, false
	}
	if b.Format == tree.PlainText || b.Format == tree.Events && b.TextItems {
		v, _ := parse(text)
		s, _ := plain(v)
		text = []byte(s)
	}
	switch b.Format {
	case tree.Lines:
		return append(text, '\n'), true
	case tree.Events:
		var out []byte
		for line := range bytes.SplitSeq(text, []byte("\n")) {
			out = append(append(append(out, "data: "...), line...), '\n')
		}
		out = append(out, '\n')
		if b.End != "" {
			out = append(out, "data: "+b.End+"\n\n"...)
		}
		return out, true
	}
	return text, true
}

// json returns an example of the value of a body: the one with a name, the first one with any
// name, the example of the declaration, or a value that satisfies the rules.
func (h *mockHandler) json(b *tree.Body, name string) ([]byte, bool) {
	if b.Prop == nil {
		return []byte("null"), b.Format == tree.JSON
	}
	n := max(0, slices.IndexFunc(b.Examples, func(x tree.Example) bool { return x.Name == name }))
	if text := named(b, n); text != "" {
		return []byte(text), true
	}
	try := h.op.responses[b]
	for n := range 2 * tries {
		text, ok := samples.Of(b.Prop, b.Mode, n)
		if n >= tries {
			text, ok = values.New(h.seed, uint64(n)).Value(values.Site{Prop: b.Prop, Mode: b.SchemaMode()}).Append(nil), true
		}
		if !ok {
			continue
		}
		if v, ok := parse(text); ok { // examples lack what only some callers see
			text = completedIn(b.Prop, b.Mode, v, n, 0).append(nil)
		}
		if try == nil {
			return text, true
		}
		if _, err := try(text, true); err == nil {
			return text, true
		}
	}
	return nil, false
}

// receive reads the content of a response as a client does. The value at v is what the handler returns.
func receive(b media.Body, n *tree.Body, content []byte, v place.Addr) error {
	h := http.Header{}
	if len(n.Coded) > 0 { // the content is JSON
		b = media.Uncoded(b)
		n = b.Node()
	}
	if types := n.MediaTypes(); len(types) > 0 {
		h.Set("Content-Type", n.Sent(types[0]))
	}
	return media.ReceiverOf(b).Receive(&media.Response{
		Context:  context.Background(),
		HTTP:     &http.Response{Header: h, Body: io.NopCloser(bytes.NewReader(content)), ContentLength: int64(len(content))},
		Declared: &tree.Response{Status: http.StatusOK, Body: n},
		Max:      int64(len(content)) + 1,
	}, v)
}
