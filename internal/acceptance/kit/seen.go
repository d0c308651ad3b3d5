package kit

import (
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// Seen is what a handler has got, as text: "count=1 big=2".
var (
	seenText = prop.String("seen")
	Seen     = collection.New("Seen", seenText)
)

// Saw returns the record of a handler that has seen these parts, without the empty ones.
func Saw(parts ...string) collection.Record {
	rec := collection.NewRecord(Seen)
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	seenText.Set(rec, strings.Join(kept, " "))
	return rec
}
