package floor

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bench/stacks/tagged"
)

// A problem is a response of RFC 9457.
type problem struct {
	Title  string     `json:"title"`
	Status int        `json:"status"`
	Detail string     `json:"detail"`
	Code   string     `json:"code"`
	Errors violations `json:"errors,omitempty"`
}

type violation struct {
	Code      string `json:"code"`
	Detail    string `json:"detail"`
	In        string `json:"in,omitempty"`
	Parameter string `json:"parameter,omitempty"`
	Pointer   string `json:"pointer,omitempty"`
	Params    any    `json:"params,omitempty"`
}

type violations []violation

type (
	atLeast struct {
		Min int64 `json:"min"`
	}
	atMost struct {
		Max int64 `json:"max"`
	}
	matching struct {
		Pattern string `json:"pattern"`
	}
	among struct {
		Values []string `json:"values"`
	}
)

func malformed(w http.ResponseWriter, err error) {
	send(w, http.StatusBadRequest, "application/problem+json",
		problem{Title: "Bad Request", Status: 400, Detail: err.Error(), Code: "malformed_request"})
}

// refuse responds with the violations, if there are any.
func (vs violations) refuse(w http.ResponseWriter) bool {
	if len(vs) == 0 {
		return false
	}
	send(w, http.StatusUnprocessableEntity, "application/problem+json", problem{
		Title: "Unprocessable Content", Status: 422, Detail: "The request is not valid; see errors.",
		Code: "invalid_request", Errors: vs,
	})
	return true
}

func (vs *violations) at(pointer, code, detail string) {
	*vs = append(*vs, violation{Code: code, Detail: detail, Pointer: pointer})
}

// query reads the parameters and rejects undeclared ones.
func (vs *violations) query(r *http.Request, names ...string) url.Values {
	if r.URL.RawQuery == "" {
		return nil
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		vs.at("", "query", "is malformed")
	}
	for name := range q {
		if !slices.Contains(names, name) {
			*vs = append(*vs, violation{Code: "unknown", Detail: "is not recognized", In: "query", Parameter: name})
		}
	}
	return q
}

func (vs *violations) integer(q url.Values, name string, absent, least, most int) int {
	if !q.Has(name) {
		return absent
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < least || n > most || len(q[name]) > 1 {
		*vs = append(*vs, violation{Code: "range", Detail: "must be an integer within bounds", In: "query", Parameter: name})
	}
	return n
}

func (vs *violations) choice(q url.Values, name string, values ...string) {
	if q.Has(name) && (!slices.Contains(values, q.Get(name)) || len(q[name]) > 1) {
		*vs = append(*vs, violation{Code: "one_of", Detail: "must be one of " + strings.Join(values, ", "), In: "query",
			Parameter: name, Params: among{values}})
	}
}

var (
	sku      = regexp.MustCompile(tagged.SKU)
	tag      = regexp.MustCompile(tagged.Tag)
	uuid     = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	statuses = []string{"draft", "active", "retired"}
)

func isUUID(s string) bool { return uuid.MatchString(s) }

func (vs *violations) product(at string, p *tagged.Fields) {
	vs.pattern(at, "/sku", p.SKU, sku)
	vs.length(at, "/name", &p.Name, 1, 64)
	vs.length(at, "/description", p.Description, 0, 1000)
	vs.bounds(at, "/price", p.Price, 0, 100_000_000)
	if !slices.Contains(statuses, p.Status) {
		*vs = append(*vs, violation{Code: "one_of", Detail: "must be one of draft, active, retired", Pointer: at + "/status", Params: among{statuses}})
	}
	if p.Tags == nil || len(p.Tags) > 10 {
		vs.at(at+"/tags", "max_items", "must have at most 10 items")
	}
	for i, t := range p.Tags {
		if !tag.MatchString(t) || len(t) > 20 {
			vs.at(at+"/tags/"+strconv.Itoa(i), "pattern", "must match the pattern "+tagged.Tag)
		}
	}
	for _, side := range []struct {
		name string
		n    int
	}{{"/size/width", p.Size.Width}, {"/size/height", p.Size.Height}, {"/size/depth", p.Size.Depth}} {
		n := int64(side.n)
		vs.bounds(at, side.name, &n, 1, 10_000)
	}
	if p.Variants == nil || len(p.Variants) > 20 {
		vs.at(at+"/variants", "max_items", "must have at most 20 items")
	}
	for i := range p.Variants {
		vs.variant(at, i, &p.Variants[i])
	}
	if p.Weight == nil || *p.Weight < 0 || *p.Weight > 1000 {
		vs.at(at+"/weight", "max", "must be from 0 to 1000")
	}
	if p.Released == nil {
		vs.at(at+"/released", "required", "is required")
	}
	if p.Note != nil {
		vs.length(at, "/note", p.Note, 0, 500)
	}
}

func (vs *violations) variant(at string, i int, v *tagged.Variant) {
	var found violations
	found.pattern("", "/sku", v.SKU, sku)
	found.length("", "/color", &v.Color, 1, 30)
	var stock *int64
	if v.Stock != nil {
		n := int64(*v.Stock)
		stock = &n
	}
	found.bounds("", "/stock", stock, 0, 1<<62)
	for _, f := range found {
		f.Pointer = at + "/variants/" + strconv.Itoa(i) + f.Pointer
		*vs = append(*vs, f)
	}
}

func (vs *violations) pattern(at, name, s string, re *regexp.Regexp) {
	if !re.MatchString(s) {
		*vs = append(*vs, violation{Code: "pattern", Detail: "must match the pattern " + re.String(), Pointer: at + name, Params: matching{re.String()}})
	}
}

func (vs *violations) length(at, name string, s *string, least, most int) {
	switch {
	case s == nil:
		vs.at(at+name, "required", "is required")
	case utf8.RuneCountInString(*s) < least:
		*vs = append(*vs, violation{Code: "min_length", Detail: "must have at least " + strconv.Itoa(least) + " character",
			Pointer: at + name, Params: atLeast{int64(least)}})
	case utf8.RuneCountInString(*s) > most:
		*vs = append(*vs, violation{Code: "max_length", Detail: "must have at most " + strconv.Itoa(most) + " characters",
			Pointer: at + name, Params: atMost{int64(most)}})
	}
}

func (vs *violations) bounds(at, name string, n *int64, least, most int64) {
	switch {
	case n == nil:
		vs.at(at+name, "required", "is required")
	case *n < least:
		*vs = append(*vs, violation{Code: "min", Detail: "must be at least " + strconv.FormatInt(least, 10),
			Pointer: at + name, Params: atLeast{least}})
	case *n > most:
		*vs = append(*vs, violation{Code: "max", Detail: "must be at most " + strconv.FormatInt(most, 10),
			Pointer: at + name, Params: atMost{most}})
	}
}
