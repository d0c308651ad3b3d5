package tree

import (
	"iter"
	"slices"
	"strings"
)

// Format is the format of a body.
type Format uint8

// The formats.
const (
	JSON      Format = iota // application/json, or a merge patch in update mode
	Form                    // application/x-www-form-urlencoded
	Multipart               // multipart/form-data, with or without files
	PlainText               // text/plain
	Bytes                   // bytes of a declared media type
	Download                // a file, with range requests
	Events                  // text/event-stream, each event a value
	Lines                   // application/jsonl, each line a value
	Redirect                // no content, but a Location
)

// AllFormats returns every format.
func AllFormats() []Format {
	return []Format{JSON, Form, Multipart, PlainText, Bytes, Download, Events, Lines, Redirect}
}

// MediaTypes returns the media types of the body, the preferred one first; nil if it has no
// content.
func (b *Body) MediaTypes() []string {
	types := b.own()
	if len(b.Others) == 0 {
		return types
	}
	types = slices.Clone(types)
	for _, way := range b.Others {
		types = append(types, way.own()...)
	}
	return slices.Compact(types)
}

// Sent returns the media type of a message where the body declares a range, such as */*. A file names
// its own.
func (b *Body) Sent(declared string) string {
	switch {
	case !strings.HasSuffix(declared, "/*"):
	case b.Format == JSON:
		return "application/json"
	case b.Format == Bytes:
		return "application/octet-stream"
	}
	return declared
}

// JSONType returns the first media type of a body in JSON that is JSON; "" if codecs write all.
func (b *Body) JSONType() string {
	for _, t := range b.own() {
		if !slices.Contains(b.Coded, t) {
			return b.Sent(t)
		}
	}
	return ""
}

// The media types of formats, which must not change. The slices are full, so that an append
// copies them.
var (
	mediaTypes = [...][]string{
		JSON:      {"application/json"},
		Form:      {"application/x-www-form-urlencoded"},
		Multipart: {"multipart/form-data"},
		PlainText: {"text/plain"},
		Events:    {"text/event-stream"},
		Lines:     {"application/jsonl"},
		Redirect:  nil,
	}
	patchTypes = []string{"application/merge-patch+json", "application/json"}
)

func (b *Body) own() []string {
	switch {
	case b.Format == JSON && len(b.Types) > 0, b.Format == Bytes, b.Format == Download:
		return slices.Compact(slices.Clone(b.Types))
	case b.Format == JSON && b.Mode == Update:
		return patchTypes
	case int(b.Format) < len(mediaTypes):
		return mediaTypes[b.Format]
	}
	return nil
}

// Empty reports whether the body has no content.
func (b *Body) Empty() bool { return b == nil || b.Prop == nil && b.Format == JSON }

// Streams reports whether the body, in any of its formats, is a stream.
func (b *Body) Streams() bool {
	if b == nil {
		return false
	}
	for _, way := range b.Others {
		if way.Streams() {
			return true
		}
	}
	return b.Arriving || b.Format == Events || b.Format == Lines
}

// Ways ranges over the body in each of its formats.
func (b *Body) Ways() iter.Seq[*Body] {
	return func(yield func(*Body) bool) {
		if b == nil || !yield(b) {
			return
		}
		for _, way := range b.Others {
			if !yield(way) {
				return
			}
		}
	}
}

// HasMembers reports whether the body consists of properties in a format that may have members.
func (b *Body) HasMembers() bool {
	for way := range b.Ways() {
		if way.Prop != nil && way.Format != PlainText {
			return true
		}
	}
	return false
}

// Has reports whether way is the body in one of its formats.
func (b *Body) Has(way *Body) bool {
	return b != nil && (b == way || slices.Contains(b.Others, way))
}
