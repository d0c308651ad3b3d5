package oas

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// YAML returns the document as YAML, indented by two spaces. It says what [JSON]
// says, in the same order, and the same API always gives the same bytes.
//
// The errors are those of [JSON].
func YAML(s Source, v Version, options ...Option) ([]byte, error) {
	text, err := JSON(s, v, options...)
	if err != nil {
		return nil, err
	}
	cache := askedBy(options).cache
	if cache == nil {
		return yamlOf(text)
	}
	// The text is all that the tree says in this version: no better fingerprint.
	sum := sha256.Sum256(text)
	key := "openapi.yaml 1 " + hex.EncodeToString(sum[:])
	if out, ok := cache.Get(context.Background(), key); ok {
		return out, nil
	}
	out, err := yamlOf(text)
	if err == nil {
		_ = cache.Put(context.Background(), key, out) // the document is there all the same
	}
	return out, err
}

func yamlOf(text []byte) ([]byte, error) {
	var r jsonx.Reader
	r.Reset(text, jsonx.Limits{Depth: 9_999, Members: len(text)})
	n := node(&r)
	if err := r.End(); err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	return dump(n)
}

// node turns JSON text into a node. Numbers keep their spelling.
func node(r *jsonx.Reader) *yaml.Node {
	switch r.Kind() {
	case jsonx.Object:
		n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		r.Object()
		for name, ok := r.Member(); ok; name, ok = r.Member() {
			n.Content = append(n.Content, textNode(name, true), node(r))
		}
		return n
	case jsonx.Array:
		n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for r.Array(); r.Item(); {
			n.Content = append(n.Content, node(r))
		}
		return n
	case jsonx.String:
		return textNode(r.Text(), false)
	default: // a number, null, true, false
		return &yaml.Node{Kind: yaml.ScalarNode, Value: r.Raw()}
	}
}

// textNode puts quotes around texts that YAML 1.1 takes for something else, such
// as no, and around those that would be written over several lines as keys or
// with characters that editors do not show.
func textNode(s string, key bool) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	if old(s) || hidden(s) || key && strings.Contains(s, "\n") {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

func dump(n *yaml.Node) ([]byte, error) {
	var b bytes.Buffer
	d, err := yaml.NewDumper(&b, yaml.WithV3Defaults(), yaml.WithIndent(2), yaml.WithLineWidth(-1))
	if err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	if err := d.Dump(n); err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	if err := d.Close(); err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	return b.Bytes(), nil
}

// old reports whether YAML 1.1 takes s for something else than text: a boolean,
// a number with : or _, a date, or the key = and <<.
func old(s string) bool {
	if slices.Contains([]string{"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<"}, strings.ToLower(s)) {
		return true
	}
	return s != "" && strings.IndexByte("+-.0123456789", s[0]) >= 0 && strings.Trim(s, "+-.0123456789abcdefABCDEFxXoO_:tTzZ ") == ""
}

// hidden reports whether s has a character that is no letter, mark, digit or
// sign on paper. A line break or a tab is not hidden.
func hidden(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		switch {
		case r == '\n' || r == '\t':
			return false
		case r < ' ' || r >= 0x7f && r <= 0xa0, r == '\u2028', r == '\u2029', r == '\ufeff':
			return true
		}
		return false
	})
}
