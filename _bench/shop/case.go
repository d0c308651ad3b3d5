package shop

import "encoding/json"

// A Case is a request and its correct response.
type Case struct {
	Name   string
	Method string
	Target string
	Body   []byte
	Status int    // 0: any 4xx
	Answer string // JSON; "" without a body, or if it depends on the stack
	Routes int    // 0 for the shop, otherwise the number of routes

	// API is that of package more which serves the case; "" for the shop.
	API    string
	Header map[string]string // beside Accept and Content-Type
	// Keyed requests have an Idempotency-Key of their own.
	Keyed bool
	// Clients is how many clients send requests at the same time; 0: one.
	Clients int
}

// Routes is the default number of routes of a routed case.
const Routes = 500

// Measured are the cases that are timed.
func Measured() []Case {
	return []Case{
		{Name: "get one", Method: "GET", Target: "/v1/products/" + ID, Status: 200, Answer: enveloped(One)},
		{Name: "list of 20, five parameters", Method: "GET",
			Target: "/v1/products?page=2&limit=20&order_by=-price&status=active&min_price=1000", Status: 200, Answer: paged()},
		{Name: "create, 1 KB valid", Method: "POST", Target: "/v1/products", Body: New, Status: 201, Answer: enveloped(One)},
		{Name: "create, six violations", Method: "POST", Target: "/v1/products", Body: Wrong},
		{Name: "batch of 1,000 (250 KB)", Method: "POST", Target: "/v1/products/batch", Body: Batch, Status: 200, Answer: `{"data":{"created":1000}}`},
		{Name: "last of 500 routes", Method: "DELETE", Target: "/v1/r499/7/things/42", Status: 204, Routes: Routes},
		{Name: "last of 5,000 routes", Method: "DELETE", Target: "/v1/r4999/7/things/42", Status: 204, Routes: 10 * Routes},
	}
}

// Refused are requests that every stack must reject, with one error each.
func Refused() []Case {
	all := []Case{
		{Name: "an id that is no UUID", Method: "GET", Target: "/v1/products/x"},
		{Name: "page 0", Method: "GET", Target: "/v1/products?page=0"},
		{Name: "page that is no number", Method: "GET", Target: "/v1/products?page=x"},
		{Name: "limit 101", Method: "GET", Target: "/v1/products?limit=101"},
		{Name: "order by what is not there", Method: "GET", Target: "/v1/products?order_by=weight"},
		{Name: "a status that is not there", Method: "GET", Target: "/v1/products?status=gone"},
		{Name: "min_price -1", Method: "GET", Target: "/v1/products?min_price=-1"},
		{Name: "area 0", Method: "DELETE", Target: "/v1/r499/0/things/42", Routes: Routes},
		{Name: "a thing that is no number", Method: "DELETE", Target: "/v1/r499/7/things/x", Routes: Routes},
		{Name: "no such route", Method: "DELETE", Target: "/v1/r500/7/things/42", Routes: Routes},
	}
	for _, change := range []struct{ name, old, new string }{
		{"sku", `"KEY-0042"`, `"KEY-42"`},
		{"name", `"Tenkeyless keyboard"`, `""`},
		{"description of another type", `"description":"`, `"description":1,"x":"`},
		{"price", `8900`, `100000001`},
		{"price of another type", `8900`, `"8900"`},
		{"status", `"active"`, `"gone"`},
		{"tag", `"usb-c"`, `"USB"`},
		{"width", `"width":359`, `"width":0`},
		{"depth", `"depth":128`, `"depth":10001`},
		{"no depth", `,"depth":128`, ``},
		{"sku of a variant", `"KEY-0044"`, `"0044"`},
		{"color of a variant", `"silver"`, `""`},
		{"stock of a variant", `"stock":12}`, `"stock":-1}`},
		{"weight", `0.85`, `1000.5`},
		{"released", `2026-01-02T03:04:05Z`, `2026-01-02`},
		{"no comma", `8900,`, `8900`},
	} {
		all = append(all, Case{Name: change.name, Method: "POST", Target: "/v1/products", Body: replace(New, change.old, change.new)})
	}
	return all
}

// Strict are requests that the library and the stacks by hand reject, but not every peer.
func Strict() []Case {
	return []Case{
		{Name: "a member that is not there", Method: "POST", Target: "/v1/products", Body: replace(New, `"price"`, `"zz":1,"price"`)},
		{Name: "no note, and more behind", Method: "POST", Target: "/v1/products", Body: append(New[:len(New):len(New)], " 1"...)},
		{Name: "a parameter that is not there", Method: "GET", Target: "/v1/products?zz=1"},
	}
}

// Violations returns the locations of the violations in a response of the library.
func Violations(answer []byte) (at []string, err error) {
	var p struct {
		Errors []struct{ Pointer string }
	}
	err = json.Unmarshal(answer, &p)
	for _, e := range p.Errors {
		at = append(at, e.Pointer)
	}
	return at, err
}
