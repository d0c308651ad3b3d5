package everything

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Signals is a union whose tag has several values in a case, one value in two cases, and is optional
// in a case.
var (
	Signals = collection.OneOf("Signal",
		collection.CaseOf[any](collection.New("SignalLevel", prop.Enum("kind", "above", "below"), prop.Float64("limit"))),
		collection.CaseOf[any](collection.New("SignalEvent", prop.Enum("kind", "seen", "below"), prop.String("name").MinLen(1))),
		collection.CaseOf[any](collection.New("SignalPulse", prop.Const("kind", "pulse").Optional(), prop.Int("every").Min(1))),
	).Tagged("kind")

	putSignal = route.Put("/signal", Signals.Create(), Signals.View()).ID("putSignal").Summary("Put a signal").
			Handle(func(_ *route.Call, in any) (any, error) { return in, nil })
)
