package event

import (
	"errors"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// keyFault returns why a property cannot be the key of messages with the data, or "".
func keyFault(data, key *tree.Prop) string {
	switch t := data.Type.(type) {
	case tree.Object:
		return memberFault(t.Of(), key)
	case tree.Alternatives:
		for _, c := range t.Of().Cases {
			if what := keyFault(c, key); what != "" {
				return "case " + c.Name + ": " + what
			}
		}
		return ""
	}
	return "the data is not a collection, which has members"
}

func memberFault(c *tree.Collection, key *tree.Prop) string {
	for _, m := range c.Members {
		switch {
		case m.Prop.ID != key.ID:
		case !m.Has(tree.View):
			return "the member is not in view mode"
		case m.Guarded():
			return "the member has a restricted visibility, and the key of a message is visible to all its receivers"
		case m.Omittable:
			return "the member may be absent"
		case m.Prop.Nullable:
			return "the member may be null"
		case m.Prop.Name != key.Name:
			return "the member has another name"
		case !orders(m.Prop.Type):
			return "the member is not a text, an integer or an enumeration of them"
		default:
			return ""
		}
	}
	return "it is not a member of " + c.Name
}

func orders(t tree.Type) bool {
	switch t := t.(type) {
	case tree.Text, tree.Integer:
		return true
	case tree.Enum:
		return t.Of == "" || t.Of == "integer"
	}
	return false
}

var errKey = errors.New("the key is empty, or has U+0000")

// keyOf returns the text of the key in encoded data.
func keyOf(name string, data []byte) (string, error) {
	var r jsonx.Reader
	r.Reset(data, jsonx.Limits{})
	r.Object()
	for {
		found, ok := r.Member()
		if !ok {
			return "", errKey
		}
		if found != name {
			r.Skip()
			continue
		}
		text := ""
		if r.Kind() == jsonx.String {
			text = r.Text()
		} else {
			text = r.Literal()
		}
		if text == "" || strings.Contains(text, "\x00") {
			return "", errKey
		}
		return text, nil
	}
}
