package ir

// Serving learns what the bodies of an operation need beyond the usual. Bodies with such needs call
// it, so that other programs do not link what its methods refer to.
type Serving interface {
	// Versions prepares for an entity with versions.
	Versions()
	// Streams prepares for a stream.
	Streams()
}

// NeedVersions is Needs of an entity with versions, and NeedStreams that of a stream.
func NeedVersions(s Serving) { s.Versions() }
func NeedStreams(s Serving)  { s.Streams() }

// ReportNeeds reports to what serves the operation what the bodies of the operation need.
func (o *Operation) ReportNeeds(s Serving) {
	o.Body.reportNeeds(s)
	for a := range o.Responses() {
		a.Body.reportNeeds(s)
	}
}

func (b *Body) reportNeeds(s Serving) {
	for b := range b.Ways() {
		if b.Needs != nil {
			b.Needs(s)
		}
	}
}
