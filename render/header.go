package render

import (
	"slices"

	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// ResponseHeader declares headers of the responses with the problem; [Problem.Header] sets them:
//
//	var retryAfter = prop.Int("Retry-After").Min(0)
//	var Busy = render.NewProblem(503, "busy", "The printer is busy.").ResponseHeader(retryAfter)
//
//	return Busy.Header(retryAfter.Is(30))
//
// A range declares the headers of each problem that it stands for. An occurrence without a header that is not optional is an internal error (500).
func (p *Problem) ResponseHeader(props ...prop.Prop) *Problem {
	none := tree.Faultf("problem %q: ResponseHeader has a nil header", p.Code())
	return p.edit(func(d *problem.Data) {
		if slices.Contains(props, nil) {
			d.Faults = append(d.Faults, none)
			return
		}
		for _, h := range props {
			d.Headers = append(slices.Clip(d.Headers), problem.NewHeader(h))
		}
	})
}

// Header sets headers of this occurrence, which the problem type declares. A value that violates
// its rules is an internal error (500).
func (p *Problem) Header(values ...prop.Arg) *Problem {
	return p.edit(func(d *problem.Data) {
		for _, v := range values {
			d.SetHeader(property.Arg(v))
		}
	})
}
