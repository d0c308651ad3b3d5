package ir

import "slices"

// Format is how content is written.
type Format uint8

// The formats.
const (
	JSON      Format = iota // application/json, or a merge patch in update mode
	Form                    // application/x-www-form-urlencoded
	Multipart               // multipart/form-data, which may have files
	PlainText               // text/plain
	Bytes                   // bytes of a declared type, as they are
	Download                // a file, which may be asked for in ranges
	Events                  // text/event-stream, each event a value
	Lines                   // application/jsonl, each line a value
	Redirect                // no content, but a place to go to
)

// AllFormats returns every format.
func AllFormats() []Format {
	return []Format{JSON, Form, Multipart, PlainText, Bytes, Download, Events, Lines, Redirect}
}

// MediaTypes returns what content of the body may be labelled as, the preferred
// one first; nil where there is no content.
func (b *Body) MediaTypes() []string {
	var types []string
	for _, way := range append([]*Body{b}, b.Others...) {
		types = append(types, way.own()...)
	}
	return slices.Compact(types)
}

func (b *Body) own() []string {
	switch b.Format {
	case JSON:
		if b.Mode == Update {
			return []string{"application/merge-patch+json", "application/json"}
		}
		return []string{"application/json"}
	case Form:
		return []string{"application/x-www-form-urlencoded"}
	case Multipart:
		return []string{"multipart/form-data"}
	case PlainText:
		return []string{"text/plain"}
	case Events:
		return []string{"text/event-stream"}
	case Lines:
		return []string{"application/jsonl"}
	case Bytes, Download:
		return b.Types
	}
	return nil
}

// Empty reports whether the body is no content at all.
func (b *Body) Empty() bool { return b == nil || b.Prop == nil && b.Format == JSON }

// Streams reports whether the content, or another way to write it, is handed on
// while it arrives or goes out.
func (b *Body) Streams() bool {
	return b != nil && (b.Arriving || b.Format == Events || b.Format == Lines || slices.ContainsFunc(b.Others, (*Body).Streams))
}
