package render_test

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/render"
)

var soldOut = render.NewProblem(409, "sold_out", "It is sold out.").Type("https://shop.example/problems/sold-out")

// A route declares a problem with Fails; a handler returns it, or a copy with details of the
// occurrence.
func Example() {
	err := error(soldOut.Detail("Two are left.").Extension("left", "2"))

	fmt.Println(errors.Is(err, soldOut))
	fmt.Println(string(render.ProblemOf(err).Append(nil)))
	// Output:
	// true
	// {"type":"https://shop.example/problems/sold-out","title":"It is sold out.","status":409,"detail":"Two are left.","code":"sold_out","left":2}
}
