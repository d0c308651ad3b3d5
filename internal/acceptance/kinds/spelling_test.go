package kinds_test

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

const (
	lowUUID = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"
	upUUID  = "018F3C1E-7C1A-7B9E-8F57-3C1A7B9E8F57"
)

// spelt serves a list of values, whose key is the value, and reads values in every place.
func spelt[V any](t *testing.T, p interface {
	prop.Of[V]
	At(*V) collection.Field
}, names prop.Prop, rows ...V) *tenon.App {
	type row struct {
		V    V
		List []V
		Map  map[string]int
	}
	of := collection.Of("Row", func(r *row) collection.Fields {
		fields := collection.Fields{p.At(&r.V).Key(), prop.Array[V](p).As("list").Unique().Default(nil).At(&r.List)}
		if names != nil {
			fields = append(fields, prop.Map(prop.Int("map")).PropertyNames(names).Default(nil).At(&r.Map))
		}
		return fields
	})
	var all []row
	for _, v := range rows {
		all = append(all, row{V: v})
	}
	table := sqlpage.From("rows", sqlpage.Column[V](p, "v").Stored(func(v V) any { return fmt.Sprint(v) }))
	return kit.Build(t, tenon.New("Spelt", "1").CheckResponses(tenon.Never).Add(
		route.Post("/rows", of.Create(), of.View()).Handle(func(_ *route.Call, r row) (row, error) { return r, nil }),
		route.Patch("/rows", of.Update(), of.View()).Handle(func(_ *route.Call, c collection.Patch[row]) (row, error) {
			r := row{V: rows[0], Map: map[string]int{fmt.Sprint(rows[0]): 1}}
			return r, c.Apply(&r)
		}),
		route.Get("/rows/{v}", route.Text(prop.String("seen"))).Path(p).Handle(func(c *route.Call) (string, error) { return kit.Given(c, prop.Of[V](p)), nil }),
		route.List("/rows", of.List(), paginate.ByKey(p)).Sorting(p).Filters(paginate.Equal[V](p), paginate.In[V](p).As("in")).
			Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[row], error) { return mempage.Select(q, of, all) }),
		route.List("/sql", of.List(), paginate.ByPage()).Sorting(p).Filters(paginate.Equal[V](p), paginate.In[V](p).As("in")).
			Handle(func(_ *route.Call, q paginate.Query) (r paginate.Result[row], err error) {
				s, err := table.Select(sqlpage.SQLite, "v", q)
				if err == nil && fmt.Sprint(s.Args[0]) != fmt.Sprint(rows[0]) {
					t.Errorf("SQL has %v", s.Args)
				}
				return r, err
			}),
	))
}

// Every spelling of a value is read as one.
func TestSpellings(t *testing.T) {
	for name, tt := range map[string]struct {
		app   *tenon.App
		one   string
		other []string
		keys  bool
	}{
		"UUID":     {spelt(t, prop.UUID("v"), prop.UUID("k"), lowUUID), lowUUID, []string{upUUID, "018F3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"}, true},
		"UUID 7":   {spelt(t, prop.UUID("v").Pattern("^.{14}7"), nil, lowUUID), lowUUID, []string{upUUID}, false},
		"hostname": {spelt(t, prop.Hostname("v"), prop.Hostname("k"), "a.example.com"), "a.example.com", []string{"A.Example.COM"}, true},
		"email":    {spelt(t, prop.Email("v"), prop.Email("k"), "Ann@example.com"), "Ann@example.com", []string{"Ann@EXAMPLE.com"}, true},
		"IPv6":     {spelt(t, prop.IP("v"), nil, netip.MustParseAddr("2001:db8::a")), "2001:db8::a", []string{"2001:DB8:0:0:0:0:0:A", "2001:0db8::0.0.0.10"}, false},
		"prefix":   {spelt(t, prop.IPPrefix("v"), nil, netip.MustParsePrefix("10.0.0.0/8")), "10.0.0.0/8", []string{"10.1.2.3/8"}, false},
		"stored":   {spelt(t, prop.UUID("v"), nil, upUUID), upUUID, []string{lowUUID}, false},
	} {
		t.Run(name, func(t *testing.T) {
			stored := name == "stored" // by a program that wrote another spelling: found, and shown as it is
			for _, other := range append(tt.other, tt.one) {
				for _, query := range []string{"v=", "in="} {
					if r := kit.Send(t, tt.app, "GET", "/rows?"+query+url.QueryEscape(other), ""); !strings.Contains(r.Body, `"v":"`+tt.one+`"`) {
						t.Errorf("%s%s finds %d %s", query, other, r.Status, r.Body)
					}
					if stored {
						continue
					}
					if r := kit.Send(t, tt.app, "GET", "/sql?"+query+url.QueryEscape(other), ""); r.Status != 200 {
						t.Errorf("%s%s: %d %s", query, other, r.Status, r.Body)
					}
				}
				if r := kit.Send(t, tt.app, "GET", "/rows?starting_after="+url.QueryEscape(other), ""); r.Status != 200 {
					t.Errorf("after %s: %d %s", other, r.Status, r.Body)
				}
				if stored {
					continue
				}
				if r := kit.Send(t, tt.app, "POST", "/rows", `{"v":"`+other+`"}`); !strings.Contains(r.Body, `"v":"`+tt.one+`"`) {
					t.Errorf("%s is stored as %s", other, r.Body)
				}
				if r := kit.Send(t, tt.app, "PATCH", "/rows", `{"v":"`+other+`"}`); !strings.Contains(r.Body, `"v":"`+tt.one+`"`) {
					t.Errorf("%s is changed to %s", other, r.Body)
				}
				if r := kit.Send(t, tt.app, "GET", "/rows/"+url.PathEscape(other), ""); !strings.Contains(r.Body, tt.one) {
					t.Errorf("the path has %s: %s", other, r.Body)
				}
				if r := kit.Send(t, tt.app, "POST", "/rows", `{"v":"`+tt.one+`","list":["`+tt.one+`","`+other+`"]}`); r.Code() != "invalid_request" {
					t.Errorf("two of a list: %d %s", r.Status, r.Body)
				}
				if !tt.keys {
					continue
				}
				if r := kit.Send(t, tt.app, "POST", "/rows", `{"v":"`+tt.one+`","map":{"`+other+`":1}}`); !strings.Contains(r.Body, `"map":{"`+tt.one+`":1}`) {
					t.Errorf("the name %s: %s", other, r.Body)
				}
				if r := kit.Send(t, tt.app, "POST", "/rows", `{"v":"`+tt.one+`","map":{"`+tt.one+`":1,"`+other+`":2}}`); r.Status != 400 {
					t.Errorf("two names: %d %s", r.Status, r.Body)
				}
			}
		})
	}
	r := kit.Send(t, spelt(t, prop.UUID("v"), prop.UUID("k"), lowUUID), "PATCH", "/rows", `{"map":{"`+upUUID+`":null}}`)
	if !strings.Contains(r.Body, `"map":{}`) {
		t.Errorf("a name that is removed: %s", r.Body)
	}
	// A rule that demands upper case keeps it.
	p := prop.UUID("v").Pattern("^[0-9A-F-]+$")
	if v, err := p.Parse([]byte(`"` + upUUID + `"`)); err != nil || v != upUUID {
		t.Errorf("%q, %v", v, err)
	}
}
