package codec

import "github.com/tenon-go/tenon/internal/jsonx"

// Decoder reads one JSON document and notes what is wrong with it. The zero
// value is ready after Reset; a decoder may be reused.
type Decoder struct {
	jsonx.Reader
	Report

	trials *trials // of cases of unions; nil where none was needed
}

// Reset starts on a document, and keeps what has been noted.
func (d *Decoder) Reset(doc []byte, lim jsonx.Limits) {
	d.Reader.Reset(doc, lim)
	d.trials = nil
}

// Open starts on a document.
func (d *Decoder) Open(doc []byte, lim jsonx.Limits) {
	d.Reset(doc, lim)
	d.Report.Reset()
}

// Close lets go of the document.
func (d *Decoder) Close() { d.Open(nil, jsonx.Limits{}) }

// rejectType notes that the next value has the wrong type, and passes over it.
func (d *Decoder) rejectType(expected *Issue) {
	switch d.Kind() {
	case jsonx.Invalid: // the document is broken, which its error says
	case jsonx.Null:
		d.Add(issueNull)
	default:
		d.Add(expected)
	}
	d.Skip()
}
