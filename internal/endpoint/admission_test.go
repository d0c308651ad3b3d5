package endpoint

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/tree"
)

// An operation whose access was forgotten is a fault of Build, and does not compile.
func TestForgottenAccessIsClosed(t *testing.T) {
	for name, security := range map[string]*tree.Security{
		"none":      nil,
		"undecided": {},
	} {
		t.Run(name, func(t *testing.T) {
			o := New("GET", "/a")
			o.Node.Security = security
			v := verify.API{Node: new(tree.API), Operations: []*verify.Operation{{Node: o.Node, Handled: true}}}
			v.Check()
			if len(v.Faults) != 1 || v.Faults[0].Message != "GET /a: nothing decides who may call it" {
				t.Errorf("faults %q", v.Faults)
			}
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, "nothing has decided who may call GET /a") {
					t.Errorf("Compile panics with %q", text)
				}
			}()
			o.Prepare = func() *Work { return new(Work) }
			o.Compile(&Env{Limiters: new(Limiters)}, new(Slots), match.Template{})
		})
	}
}
