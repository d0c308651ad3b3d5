package pairs

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sort"
	"strconv"
	"strings"
)

// A request is a request without credentials.
type request struct {
	op     string // list, view, create, update, replace, delete, or the name of a feature's operation
	method string
	path   string // below the prefix of the group
	bare   bool   // the path is not in the group
	query  []string
	header http.Header
	body   string
	media  string
	status int      // the expected status; 0 if any
	marks  []string // the features that affect it
	broken bool     // has an invalid body: never 2xx
}

func get(path string, op string) *request {
	return &request{op: op, method: "GET", path: path, header: http.Header{}}
}

func send(method, path, op, body string) *request {
	r := &request{op: op, method: method, path: path, header: http.Header{}, body: body}
	if body != "" {
		r.media = "application/json"
	}
	return r
}

func post(path, body string) *request { return send("POST", path, "create", body) }
func patch(id int, body string) *request {
	return send("PATCH", itemPath(id), "update", body)
}
func put(id int, body string) *request { return send("PUT", itemPath(id), "replace", body) }

func itemPath(id int) string { return "/items/" + strconv.Itoa(id) }

// copied returns a copy of a request.
func (r *request) copied() *request {
	c := *r
	c.query = append([]string(nil), r.query...)
	c.header = r.header.Clone()
	c.marks = append([]string(nil), r.marks...)
	return &c
}

func (r *request) expecting(status int) *request { r.status = status; return r }
func (r *request) mark(features ...string) *request {
	r.marks = append(r.marks, features...)
	return r
}
func (r *request) root() *request                   { r.bare = true; return r }
func (r *request) refused() *request                { r.broken = true; return r }
func (r *request) with(name, value string) *request { r.header.Add(name, value); return r }
func (r *request) asking(name, value string) *request {
	r.query = append(r.query, url.QueryEscape(name)+"="+url.QueryEscape(value))
	return r
}
func (r *request) of(media, body string) *request { r.media, r.body = media, body; return r }

func (r *request) safe() bool {
	return r.method == "GET" || r.method == "HEAD" || r.method == "OPTIONS"
}

// http returns the request as an http.Request.
func (r *request) http(d *draft, from who, by signer) *http.Request {
	target := d.mounted + d.prefix + r.path
	if r.bare {
		target = d.mounted + r.path
	}
	if len(r.query) > 0 {
		target += "?" + strings.Join(r.query, "&")
	}
	var in *http.Request
	if r.body != "" || r.media != "" {
		in = httptest.NewRequest(r.method, target, strings.NewReader(r.body))
	} else {
		in = httptest.NewRequest(r.method, target, nil)
	}
	for name, values := range r.header {
		in.Header[name] = append([]string(nil), values...)
	}
	if r.media != "" {
		in.Header.Set("Content-Type", r.media)
	}
	in.RemoteAddr = from.address + ":4711"
	if from.name != "" && by.sign != nil {
		by.sign(in, from.name)
	}
	return in
}

// An alteration changes requests for a feature. It reports whether it applies to one.
type alteration struct {
	feature string
	name    string
	change  func(x *instance, from who, r *request) bool
}

// curl returns a request as a curl command.
func curl(r *http.Request, body string) string {
	var b strings.Builder
	b.WriteString("curl -i -X " + r.Method)
	var names []string
	for name := range r.Header {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		for _, v := range r.Header[name] {
			b.WriteString(" -H " + quoted(name+": "+v))
		}
	}
	if body != "" {
		b.WriteString(" -d " + quoted(shortened(body)))
	}
	b.WriteString(" " + quoted("http://"+r.Host+r.URL.RequestURI()))
	if r.TLS != nil {
		b.WriteString(" --cert " + r.TLS.PeerCertificates[0].Subject.CommonName)
	}
	return b.String()
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func shortened(s string) string {
	if len(s) > 600 {
		return s[:400] + " … " + strconv.Itoa(len(s)) + " bytes"
	}
	return s
}

// member adds a required member of creations.
func (d *draft) member(name, value string) { d.members[name] = json.RawMessage(value) }

// creation returns an item that every caller may create, as JSON.
func (d *draft) creation(seed int) object {
	e := object{"name": "made " + strconv.Itoa(seed), "price": 200 + seed, "tagline": "new"}
	for name, value := range d.members {
		e[name] = value
	}
	d.addValues(e, seed)
	for _, n := range d.nests {
		e[n.member()] = n.value(d.partJSON(seed, 0))
	}
	return e
}

// addValues adds the members of the types of properties.
func (d *draft) addValues(e object, seed int) {
	for _, v := range d.values {
		if v.presence != readOnly {
			e["v_"+v.name] = v.good[seed%len(v.good)]
		}
	}
}

// partJSON returns a part as a client sends it.
func (d *draft) partJSON(seed, depth int) any {
	p := object{"name": "part " + strconv.Itoa(seed), "count": 1 + seed}
	d.addValues(p, seed)
	for _, n := range d.nests {
		switch {
		case n.name == "object":
			p["object"] = object{"name": "leaf"}
		case depth < partDepth && !n.union:
			p[n.member()] = n.value(d.partJSON(seed+1, depth+1))
		}
	}
	return p
}

// entity returns a creation as text, with additional members given as names and JSON.
func (d *draft) entity(seed int, changes ...string) string {
	e := d.creation(seed)
	for i := 0; i+1 < len(changes); i += 2 {
		e[changes[i]] = json.RawMessage(changes[i+1])
	}
	return text(e)
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
