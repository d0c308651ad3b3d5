package codec

import "github.com/tenon-go/tenon/internal/jsonx"

// Decoder reads a JSON document and collects its violations. The zero value is ready after
// Reset. A decoder can be reused.
type Decoder struct {
	jsonx.Reader
	Report

	trials *trials // of cases of unions; nil if there was none
}

// Reset starts a document and keeps the violations so far.
func (d *Decoder) Reset(doc []byte, lim jsonx.Limits) {
	d.Reader.Reset(doc, lim)
	d.trials = nil
}

// Open starts a document.
func (d *Decoder) Open(doc []byte, lim jsonx.Limits) {
	d.Reset(doc, lim)
	d.Report.Reset()
}

// Close releases the document.
func (d *Decoder) Close() { d.Open(nil, jsonx.Limits{}) }

// rejectType reports that the next value has the wrong type, and skips it.
func (d *Decoder) rejectType(expected *Issue) {
	switch d.Kind() {
	case jsonx.Invalid: // a syntax error; see Err
	case jsonx.Null:
		d.Add(issueNull)
	default:
		d.Add(expected)
	}
	d.Skip()
}
