package prop_test

import (
	"fmt"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A calendar shows appointments at their local times.
func ExampleDateTimeProp_KeepOffset() {
	type appointment struct{ Start time.Time }
	start := prop.DateTime("start").Fraction(0).KeepOffset()
	appointments := collection.Of("Appointment", func(a *appointment) collection.Fields {
		return collection.Fields{start.At(&a.Start)}
	})

	a, err := appointments.Create().Parse([]byte(`{"start": "2026-03-29T09:30:00+02:00"}`))
	text, _ := appointments.View().Append(nil, a)
	fmt.Println(a.Start.UTC(), err)
	fmt.Println(string(text))
	// Output:
	// 2026-03-29 07:30:00 +0000 UTC <nil>
	// {"start":"2026-03-29T09:30:00+02:00"}
}
