package ir

import (
	"iter"
	"slices"
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

// The media types of formats, which must not change. The slices are full, so that an append
// copies them.
var (
	jsonTypes      = []string{"application/json"}
	patchTypes     = []string{"application/merge-patch+json", "application/json"}
	formTypes      = []string{"application/x-www-form-urlencoded"}
	multipartTypes = []string{"multipart/form-data"}
	textTypes      = []string{"text/plain"}
	eventTypes     = []string{"text/event-stream"}
	lineTypes      = []string{"application/jsonl"}
)

func (b *Body) own() []string {
	switch b.Format {
	case JSON:
		if len(b.Types) > 0 {
			return slices.Compact(slices.Clone(b.Types))
		}
		if b.Mode == Update {
			return patchTypes
		}
		return jsonTypes
	case Form:
		return formTypes
	case Multipart:
		return multipartTypes
	case PlainText:
		return textTypes
	case Events:
		return eventTypes
	case Lines:
		return lineTypes
	case Bytes, Download:
		return slices.Compact(slices.Clone(b.Types))
	}
	return nil
}

// Empty reports whether the body has no content.
func (b *Body) Empty() bool { return b == nil || b.Prop == nil && b.Format == JSON }

// Streams reports whether the body, in any of its formats, is a stream.
func (b *Body) Streams() bool {
	return b != nil && (b.Arriving || b.Format == Events || b.Format == Lines || slices.ContainsFunc(b.Others, (*Body).Streams))
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
