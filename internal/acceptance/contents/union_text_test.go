package contents_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Unions of scalars, and of scalars and lists, as texts.
var (
	workflow = collection.OneOf("Workflow",
		collection.CaseOf[any](prop.Int("number").Min(1)),
		collection.CaseOf[any](prop.String("file").Pattern(`^[a-z.0-9]+$`))).Property().As("workflow")
	affects = collection.OneOf("Affects",
		collection.CaseOf[any](prop.String("one").MaxLen(5)),
		collection.CaseOf[any](prop.Array(prop.String("each").MaxLen(3)).MaxItems(2))).Property().As("affects").Optional()
	fee = collection.AnyOf("Fee",
		collection.CaseOf[any](prop.Const("none", "")),
		collection.CaseOf[any](prop.Int("cents").Max(99)),
		collection.CaseOf[any](prop.Bool("free"))).Property().As("fee").Optional()
	trace   = collection.OneOf("Trace", collection.CaseOf[any](prop.Int("n")), collection.CaseOf[any](prop.Bool("b"))).Property().As("X-Trace").Optional()
	feeForm = collection.New("FeeForm", fee)
)

func unionRoute() *route.WriteRoute[collection.Record, string] {
	return route.Post("/workflows/{workflow}", route.Form(feeForm.Create()), route.Text(prop.String("seen"))).
		Path(workflow).Query(affects).Header(trace)
}

func TestUnionsAsTexts(t *testing.T) {
	shown := unionRoute().Handle(func(c *route.Call, in collection.Record) (string, error) {
		return fmt.Sprintf("%T(%[1]v) %T(%[2]v) %T(%[3]v) %T(%[4]v)", workflow.Get(c), affects.Get(c), fee.Get(in), trace.Get(c)), nil
	})
	server, _ := kit.Start(t, tenon.New("Unions", "1"), shown)
	for _, tt := range []struct{ target, body, trace, want string }{
		{"/workflows/7", "", "", "int(7) <nil>(<nil>) <nil>(<nil>) <nil>(<nil>)"},
		{"/workflows/7.x", "", "", "string(7.x) <nil>(<nil>) <nil>(<nil>) <nil>(<nil>)"},
		{"/workflows/0", "", "", "string(0) <nil>(<nil>) <nil>(<nil>) <nil>(<nil>)"}, // no number, but a file
		{"/workflows/99999999999999999999", "", "", "string(99999999999999999999) <nil>(<nil>) <nil>(<nil>) <nil>(<nil>)"},
		{"/workflows/-7", "", "", "min path:workflow"},
		{"/workflows/A", "", "", "pattern path:workflow"},
		{"/workflows/a?affects=b", "", "", "string(a) string(b) <nil>(<nil>) <nil>(<nil>)"},
		{"/workflows/a?affects=b,c", "", "", "string(a) string(b,c) <nil>(<nil>) <nil>(<nil>)"},
		{"/workflows/a?affects=b&affects=c", "", "", "string(a) []string([b c]) <nil>(<nil>) <nil>(<nil>)"},
		{"/workflows/a?affects=b&affects=cccc&affects=d", "", "", "max_length query:affects/1, max_items query:affects"},
		{"/workflows/a?affects=bbbbbb", "", "", "max_length query:affects"},
		{"/workflows/a", "fee=5", "", "string(a) <nil>(<nil>) int(5) <nil>(<nil>)"},
		{"/workflows/a", "fee=", "", "string(a) <nil>(<nil>) string() <nil>(<nil>)"},
		{"/workflows/a", "fee=true", "", "string(a) <nil>(<nil>) bool(true) <nil>(<nil>)"},
		{"/workflows/a", "fee=100", "", "max #/fee"},
		{"/workflows/a", "fee=x", "", "one_of #/fee"},
		{"/workflows/a", "fee=1&fee=2", "", "repeated #/fee"},
		{"/workflows/a", "", "true", "string(a) <nil>(<nil>) <nil>(<nil>) bool(true)"},
		{"/workflows/a", "", "-0", "string(a) <nil>(<nil>) <nil>(<nil>) int(0)"},
		{"/workflows/a", "", "maybe", "type header:X-Trace"},
	} {
		got := server.Send(t, "POST", tt.target, tt.body, kit.Headers("Content-Type", "application/x-www-form-urlencoded", "X-Trace", tt.trace)...)
		if said := textOrViolations(t, got); said != tt.want {
			t.Errorf("%s %s %s: %s, want %s", tt.target, tt.body, tt.trace, said, tt.want)
		}
	}
	app := kit.Build(t, tenon.New("Unions", "1").Add(shown))
	for _, v := range oas.Versions() {
		doc, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(strings.Join(strings.Fields(string(doc)), ""), `"name":"affects"`)
		if !strings.HasPrefix(after, `,"in":"query","style":"form","explode":true,"schema":{`) {
			t.Errorf("%s: %.200s", v, after)
		}
	}
	// The client writes what the server reads.
	for _, tt := range []struct {
		inputs []prop.Arg
		body   any
		want   string
	}{
		{[]prop.Arg{workflow.Is(any(int(7))), affects.Is(any([]string{"b", "c"})), trace.Is(any(true))}, int(5), "int(7) []string([b c]) int(5) bool(true)"},
		{[]prop.Arg{workflow.Is(any("a.b")), affects.Is(any("b"))}, "", "string(a.b) string(b) string() <nil>(<nil>)"},
	} {
		in := collection.NewRecord(feeForm)
		fee.Set(&in, tt.body)
		got, err := unionRoute().Call(context.Background(), client.Local(app), in, tt.inputs...)
		if err != nil || got != tt.want {
			t.Errorf("the server reads %q, %v; want %q", got, err, tt.want)
		}
	}
}
