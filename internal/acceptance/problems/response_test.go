package problems_test

import (
	"math"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// node can contain itself, which no type system forbids.
type node struct {
	Name  string
	Ratio float64
	Next  *node
}

func nodes() *collection.Collection[node] {
	return collection.Of("Node", func(n *node) collection.Fields {
		return collection.Fields{
			prop.String("name").At(&n.Name),
			prop.Float64("ratio").At(&n.Ratio),
			prop.Lazy("next", nodes).Optional().AtOptional(&n.Next),
		}
	})
}

// The log has the place in the value.
func TestAValueWithoutJSONIsA500(t *testing.T) {
	itself := &node{Name: "a"}
	itself.Next = itself
	tests := []struct {
		name   string
		value  node
		logged []string
	}{
		{"NaN", node{Ratio: math.NaN()}, []string{": ratio: ", "GET /node", "finite"}},
		{"an infinity further down", node{Next: &node{Next: &node{Ratio: math.Inf(-1)}}}, []string{": next.next.ratio: ", "finite"}},
		{"text that is not UTF-8", node{Next: &node{Name: kit.Password + "\xff"}}, []string{"next.name: ", "UTF-8"}},
		{"a value that contains itself", *itself, []string{"next.next.next.next", "…: ", "contain itself"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tag := prop.String("ETag")
			get := route.Get("/node", nodes().View()).ResponseHeader(tag).
				Handle(func(c *route.Call) (node, error) { tag.Set(c, `"1"`); return tt.value, nil })
			server, logged := kit.Start(t, tenon.New("N", "1").CheckResponses(tenon.Never), get)
			conn := server.Dial(t)
			got := conn.Get(t, "/node")
			if got.Status != 500 || got.Body != kit.InternalError {
				t.Errorf("%d %.300s", got.Status, got.Body)
			}
			if got.Header.Get("ETag") != "" {
				t.Error("the failure has the tag of the success")
			}
			logged.Has(t, tt.logged...)
			if got := conn.Get(t, "/fine"); got.Status != 200 {
				t.Errorf("the next request: %d", got.Status)
			}
		})
	}
}

func TestUndeclaredStatusesAndHeadersAreA500(t *testing.T) {
	count := prop.Int("X-Count").Min(1)
	note := prop.String("X-Note").Optional()
	tests := []struct {
		name   string
		do     func(c *route.Call)
		status int
		header map[string]string
		logged []string
	}{
		{"the usual status", func(c *route.Call) { count.Set(c, 3) }, 201, map[string]string{"X-Count": "3", "X-Note": ""}, nil},
		{"the usual status by name", func(c *route.Call) { c.Status(201); count.Set(c, 3) }, 201, map[string]string{"X-Count": "3"}, nil},
		{"another that is declared", func(c *route.Call) { c.Status(202); count.Set(c, 3); note.Set(c, "n") }, 202,
			map[string]string{"X-Count": "3", "X-Note": "n"}, nil},
		{"one without content", func(c *route.Call) { c.Status(204); count.Set(c, 3) }, 204,
			map[string]string{"X-Count": "3", "Content-Type": "", "Content-Length": ""}, nil},
		{"a status that is not declared", func(c *route.Call) { c.Status(203); count.Set(c, 3) }, 500,
			map[string]string{"X-Count": ""}, []string{"status 203", "Also(203", "POST /things"}},
		{"a failure is no status", func(c *route.Call) { c.Status(404); count.Set(c, 3) }, 500, nil, []string{"status 404"}},
		{"a header that is missing", func(*route.Call) {}, 500, map[string]string{"X-Count": ""},
			[]string{"did not set header X-Count"}},
		{"a header that breaks its rule", func(c *route.Call) { note.Set(c, "n"); count.Set(c, 0) }, 500,
			map[string]string{"X-Count": "", "X-Note": ""}, []string{"header X-Count", "at least 1"}},
		{"a header that is not UTF-8", func(c *route.Call) { count.Set(c, 1); note.Set(c, kit.Password+"\xff") }, 500,
			map[string]string{"X-Count": "", "X-Note": ""}, []string{"header X-Note"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			post := route.Post("/things", collection.NoContent(), kit.Seen.View()).
				Also(202, "Later.").Also(204, "Nothing.").ResponseHeader(count, note).
				Handle(func(c *route.Call, _ collection.Empty) (collection.Record, error) { tt.do(c); return kit.Saw("x"), nil })
			server, logged := kit.Start(t, tenon.New("D", "1"), post)
			got := server.Exchange(t, "POST", []byte("POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"))
			if got.Status != tt.status || tt.status == 500 && got.Body != kit.InternalError {
				t.Errorf("%d %s", got.Status, got.Body)
			}
			for name, want := range tt.header {
				if got.Header.Get(name) != want {
					t.Errorf("%s: %q, want %q", name, got.Header.Get(name), want)
				}
			}
			if tt.logged == nil {
				logged.Empty(t)
			} else {
				logged.Has(t, tt.logged...)
			}
		})
	}
}
