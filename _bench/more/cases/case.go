// Package cases has the cases of package more.
package cases

import (
	"bytes"
	"fmt"
	"strings"

	"bench/more"
	"bench/more/token"
	"bench/shop"
)

// Measured are the cases that are timed.
func Measured() []shop.Case {
	one := "/v1/products/" + shop.ID
	return []shop.Case{
		posted("20 names in ASCII", more.Names, more.People(more.ASCII)),
		posted("20 names in Cyrillic", more.Names, more.People(more.Cyrillic)),
		posted("20 names in Japanese", more.Names, more.People(more.Japanese)),
		posted("tree of depth 24", more.Tree, more.Root()),
		posted("60 members", more.Wide, more.Members()),
		posted("union of 12 cases", more.Shapes, more.Kinds()),
		{Name: "list of 1,000", API: more.Long, Method: "GET", Target: "/v1/products?limit=1000", Status: 200, Answer: paged(more.Thousand(), 1000)},
		{Name: "list of 20, guarded", API: more.Guarded, Method: "GET", Target: "/v1/products", Status: 200,
			Header: map[string]string{"Authorization": "Bearer " + more.Token}, Answer: paged(shop.Page, 20)},
		{Name: "get one, ES256", API: more.Signed, Method: "GET", Target: one, Status: 200,
			Header: map[string]string{"Authorization": "Bearer " + token.Keys().ES256}, Answer: enveloped(shop.One)},
		{Name: "get one, EdDSA", API: more.Signed, Method: "GET", Target: one, Status: 200,
			Header: map[string]string{"Authorization": "Bearer " + token.Keys().EdDSA}, Answer: enveloped(shop.One)},
		{Name: "get one, 64 limited clients", API: more.Limited, Method: "GET", Target: one, Status: 200, Clients: more.Clients, Answer: enveloped(shop.One)},
		{Name: "create, idempotent on SQLite", API: more.Keyed, Method: "POST", Target: "/v1/products", Body: shop.New, Keyed: true, Status: 201, Answer: enveloped(shop.One)},
		{Name: "get one, 304", API: more.Current, Method: "GET", Target: one, Status: 304, Header: map[string]string{"If-None-Match": `"` + more.Revision + `"`}},
	}
}

// posted is a case whose response is its request.
func posted(name, api string, content []byte) shop.Case {
	return shop.Case{Name: name, API: api, Method: "POST", Target: "/v1/" + api, Body: content, Status: 201, Answer: enveloped(content)}
}

func enveloped(data []byte) string { return `{"data":` + string(data) + `}` }

// paged is the only page of a list.
func paged(products []byte, n int) string {
	return fmt.Sprintf(`{"data":%s,"pagination":{"page":1,"page_size":%d,"has_more":false,"total_pages":1}}`, products, n)
}

// Refused are requests that the library and the limit reject with the same responses.
func Refused() (all []shop.Case) {
	for _, change := range []struct{ name, api, old, new string }{
		{"an empty name", more.Names, `"name":"` + more.ASCII.First(3, 36), `"name":"`},
		{"a name of 41 letters", more.Names, `"name":"`, `"name":"` + strings.Repeat("ж", 41)},
		{"no city", more.Names, `"city"`, `"town"`},
		{"notes of another type", more.Names, `"notes":"`, `"notes":1,"x":"`},
		{"people of another type", more.Names, `[`, `1,"x":[`},
		{"a deep name", more.Tree, `{"name":"a leaf","children":[]}]}`, `{"name":"","children":[]}]}`},
		{"no children", more.Tree, `{"name":"a leaf","children":[]}`, `{"name":"a leaf"}`},
		{"a long text", more.Wide, `"text07":"`, `"text07":"` + strings.Repeat("long", 10)},
		{"a great number", more.Wide, `"number19":`, `"number19":1000`},
		{"a flag of another type", more.Wide, `"flag03":true`, `"flag03":"true"`},
		{"no flag", more.Wide, `,"flag09":true`, ``},
		{"another member", more.Wide, `"flag09"`, `"flag10"`},
		{"a negative size", more.Shapes, `"size05":100`, `"size05":-100`},
		{"the size of another kind", more.Shapes, `"size05"`, `"size06"`},
		{"a shape without a name", more.Shapes, `"name":"shape number 3",`, ``},
	} {
		for _, c := range Measured() {
			if c.API != change.api || c.Name != "20 names in ASCII" && change.api == more.Names {
				continue
			}
			c.Name, c.Status, c.Answer = change.name, 0, ""
			c.Body = bytes.Replace(c.Body, []byte(change.old), []byte(change.new), 1)
			all = append(all, c)
		}
	}
	return all
}
