package pairs

import (
	"bytes"
	"mime"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A description is a served document.
type description struct {
	name     string
	root     object
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by their pointer
	valid    map[string]bool               // validated bodies
	base     string                        // the prefix of its paths
	paths    map[string]string             // cached templates of paths
}

const documentURL = "https://pairs.invalid/openapi.json"

// document requests a document of an API: 3.0 for half of the pairs, and 3.1, with which bodies
// are validated, for the others.
func (h *trial) document() (*description, *exchange) {
	x, name := h.main, "/openapi-3.1.json"
	if len(h.pair.String())%2 == 0 {
		name = "/openapi.json"
	}
	in := httptest.NewRequest("GET", x.draft.mounted+name, nil)
	w := httptest.NewRecorder()
	x.handler.ServeHTTP(w, in)
	d := &description{name: name, schemas: map[string]*jsonschema.Schema{}, valid: map[string]bool{}, paths: map[string]string{}}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
	if err == nil && name == "/openapi-3.1.json" {
		d.compiler = jsonschema.NewCompiler()
		d.compiler.DefaultDraft(jsonschema.Draft2020)
		err = d.compiler.AddResource(documentURL, doc)
	}
	if err != nil || w.Code != http.StatusOK {
		return nil, &exchange{in: x, asked: get(name, "document"), request: in, status: w.Code, header: w.Header(), body: w.Body.Bytes()}
	}
	d.root = doc.(object)
	d.base = d.server(x.draft)
	return d, nil
}

// server returns the prefix of the paths of a document: the path of its first server, unless the
// API declares servers.
func (d *description) server(of *draft) string {
	servers, _ := d.root["servers"].([]any)
	if len(servers) == 0 {
		return ""
	}
	if of.on["Servers"] {
		return of.mounted
	}
	url, _ := servers[0].(object)["url"].(string)
	if i := strings.Index(url, "://"); i >= 0 {
		if slash := strings.IndexByte(url[i+3:], '/'); slash >= 0 {
			url = url[i+3+slash:]
		} else {
			url = ""
		}
	}
	return strings.TrimSuffix(url, "/")
}

// documented: the document has every response, with its status, media type, headers and body. apitest
// compares with the declaration; here it is the document that is served.
func documented(h *trial) {
	d, failed := h.document()
	if failed != nil {
		h.report(failed, "there is no document")
		return
	}
	for _, e := range h.main.trace {
		if e.request.Method == "OPTIONS" {
			continue
		}
		if what := d.check(e); what != "" {
			h.report(e, "%s: %s", d.name, what)
		}
	}
}

// check returns what the document lacks of an exchange, or "".
func (d *description) check(e *exchange) string {
	path, below := strings.CutPrefix(e.request.URL.EscapedPath(), d.base)
	template := d.template(path)
	if !below || template == "" {
		if e.status == http.StatusNotFound && !strings.Contains(string(e.body), "no_such_entity") {
			return ""
		}
		return "the path is not in it"
	}
	method := strings.ToLower(e.request.Method)
	switch item, _ := d.at("paths", template).(object); {
	case method == "head":
		method = "get"
	case method == "query" && item["x-query"] != nil:
		method = "x-query" // before OpenAPI 3.2
	}
	operation, ok := d.at("paths", template, method).(object)
	if !ok {
		if e.status == http.StatusMethodNotAllowed {
			return ""
		}
		return "the method is not in it"
	}
	var response object
	var where []string
	for _, status := range []string{strconv.Itoa(e.status), strconv.Itoa(e.status/100) + "XX", "default"} { // OpenAPI 3.1.1 §4.8.16
		if response, ok = operation["responses"].(object)[status].(object); ok {
			where = []string{"paths", template, method, "responses", status}
			break
		}
	}
	if !ok {
		return "the status " + strconv.Itoa(e.status) + " is not in it"
	}
	for ref, ok := response["$ref"].(string); ok; ref, ok = response["$ref"].(string) {
		where = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		response, _ = d.at(where...).(object)
	}
	declared, _ := response["headers"].(object)
	if what := d.headers(e, declared); what != "" {
		return what
	}
	content, _ := response["content"].(object)
	return d.content(e, content, append(where, "content"))
}

// unsaid are headers that documents do not have: those of HTTP itself and those of the edge.
var unsaid = map[string]bool{
	"Content-Type": true, "Content-Length": true, "Date": true, "X-Content-Type-Options": true, "Vary": true,
	"Cache-Control": true, "Connection": true, "Content-Language": true, "X-Request-Id": true, "Content-Disposition": true,
	"Strict-Transport-Security": true, "Content-Security-Policy": true, "Referrer-Policy": true, "Cross-Origin-Resource-Policy": true,
	"X-Frame-Options": true, "Access-Control-Allow-Origin": true, "Access-Control-Allow-Credentials": true, "Access-Control-Expose-Headers": true,
	"Access-Control-Max-Age": true, "Access-Control-Allow-Methods": true, "Access-Control-Allow-Headers": true, "X-Accel-Buffering": true,
}

func (d *description) headers(e *exchange, declared object) string {
	for name := range e.header {
		if unsaid[name] || slices.ContainsFunc(keys(declared), func(n string) bool { return strings.EqualFold(n, name) }) {
			continue
		}
		return "the header " + name + " is not in it"
	}
	for name, v := range declared {
		header := v.(object)
		if ref, ok := header["$ref"].(string); ok {
			header, _ = d.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...).(object)
		}
		if header["required"] == true && e.header.Values(name) == nil {
			return "the header " + name + ", which it requires, is not sent"
		}
	}
	return ""
}

func (d *description) content(e *exchange, content object, where []string) string {
	if len(e.body) == 0 || e.request.Method == "HEAD" {
		return ""
	}
	sent, _, _ := mime.ParseMediaType(e.header.Get("Content-Type"))
	if sent == "multipart/byteranges" {
		return "" // RFC 9110 §14.6: multipart/byteranges
	}
	media, ok := content[sent].(object)
	if !ok {
		return "the media type " + sent + " is not in it"
	}
	if media["schema"] == nil || d.compiler == nil || !strings.HasSuffix(sent, "json") {
		return ""
	}
	said := strings.Join(where, "/") + sent + string(e.body)
	if d.valid[said] {
		return ""
	}
	d.valid[said] = true
	pointer := pointerOf(append(slices.Clone(where), sent, "schema"))
	schema := d.schemas[pointer]
	if schema == nil {
		var err error
		if schema, err = d.compiler.Compile(documentURL + "#" + pointer); err != nil {
			return "the schema does not compile: " + err.Error()
		}
		d.schemas[pointer] = schema
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(e.body))
	if err == nil {
		err = schema.Validate(v)
	}
	if err != nil {
		return "the content is not what it says: " + err.Error()
	}
	return ""
}

var inPointer = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")

// pointerOf returns a JSON pointer as a fragment.
func pointerOf(where []string) string {
	var b strings.Builder
	for _, w := range where {
		b.WriteByte('/')
		_, _ = inPointer.WriteString(&b, w)
	}
	return b.String()
}

func (d *description) at(where ...string) any {
	var v any = d.root
	for _, w := range where {
		o, ok := v.(object)
		if !ok {
			return nil
		}
		v = o[w]
	}
	return v
}

// template returns the path template in the document that matches a path, with the fewest
// parameters (OpenAPI).
func (d *description) template(path string) string {
	t, met := d.paths[path]
	if !met {
		t = d.match(path)
		d.paths[path] = t
	}
	return t
}

func (d *description) match(path string) (best string) {
	parts, least := strings.Split(path, "/"), 99
	for _, t := range keys(d.root["paths"].(object)) {
		of := strings.Split(t, "/")
		if len(of) != len(parts) {
			continue
		}
		n := 0
		for i, p := range of {
			if strings.HasPrefix(p, "{") && parts[i] != "" {
				n++
			} else if p != parts[i] {
				n = 99
				break
			}
		}
		if n < least {
			best, least = t, n
		}
	}
	return best
}

func keys(o object) (all []string) {
	for k := range o {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}
