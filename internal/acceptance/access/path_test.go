package access_test

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
)

// separators are the spellings of a slash that does not end a segment, and of one that does.
var separators = []string{"/", "%2F", "%2f", "%5C", `\`, "%252F", "%2F%2F", "/%2F", "%2F%2E%2F", "/%2E/", `%5C.%5C`, "/x%2F..%2F", "%2Fx%2F%2E%2E/"}

// filesAPI has a public and a protected route. Each sends the file that it reads: the values of
// its parameters and the text between them.
func filesAPI(public, protected string) tenon.API {
	read := func(template string) route.Member {
		below := strings.TrimPrefix(template, "/files/")
		var params []prop.Prop
		var texts []func(*route.Call) string
		for below != "" {
			text, after, _ := strings.Cut(below, "{")
			name, rest, _ := strings.Cut(after, "}")
			texts = append(texts, func(*route.Call) string { return text })
			if name != "" {
				p := prop.String(strings.TrimSuffix(name, "..."))
				params = append(params, p)
				texts = append(texts, func(c *route.Call) string { return p.Get(c) })
			}
			below = rest
		}
		r := route.Get(template, collection.ValueOf(prop.String("file")).View()).Path(params...)
		if template == public {
			r = r.Public()
		}
		return r.Handle(func(c *route.Call) (string, error) {
			file := ""
			for _, text := range texts {
				file += text(c)
			}
			return file, nil
		})
	}
	return tenon.New("Files", "1").Authenticate(kit.APIKey).Add(read(public), read(protected))
}

// A path has one reading: the public route does not serve what the protected route serves, however
// the path is spelled, and whichever router searches.
func TestNoSpellingOfAPathPassesTheAccessOfAnotherRoute(t *testing.T) {
	public := []string{"/files/{path...}", "/files/{name}", "/files/{dir}/{name}", "/files/{dir}/{path...}", "/files/{a}-{b}", "/files/{a}.txt", "/files/{dir}/{a}.txt", "/files/{dir...}/{name}", "/files/{dir...}/x"}
	protected := []string{
		"/files/private", "/files/private/", "/files/private/x-1.txt", "/files/private/{id}", "/files/{kind}/{id}", "/files/private/{rest...}",
		"/files/{c}vate/{id}", "/files/private/{x}-{y}.txt", "/files/private/x/{id}", "/files/private/{sub}/{rest...}", "/files/{up...}/x-1.txt", "/files/private/{up...}/x-1.txt", "/files/{up...}/x/{file}",
	}
	files := [][]string{{"private"}, {"private", ""}, {"private", "x"}, {"private", "x-1.txt"}, {"private", "x", "x-1.txt"}}
	served := 0
	for _, public := range public {
		for _, protected := range protected {
			app, err := filesAPI(public, protected).Build()
			if err != nil {
				continue // the two overlap, and nothing decides
			}
			t.Cleanup(func() { app.Close() })
			routers := map[string]http.Handler{"App": app}
			if m := muxOf(app); m != nil {
				routers["net/http"] = m
			}
			if !strings.Contains(public+protected, "...") {
				r := mux.NewRouter().UseEncodedPath()
				gorilla.Register(r, app)
				routers["gorilla"] = r
			}
			for name, h := range routers {
				for _, file := range files {
					for _, first := range separators {
						for _, second := range separators {
							target := "/files/" + file[0]
							for i, segment := range file[1:] {
								target += []string{first, second}[i%2] + segment
							}
							got := kit.Send(t, h, "GET", target, "")
							if got.Status != 200 {
								continue
							}
							served++
							var read string
							fmt.Sscanf(got.Body, `{"data":%q`, &read)
							for _, plain := range []string{read, path.Clean(strings.ReplaceAll(read, `\`, "/"))} {
								plain = (&url.URL{Path: "/files/" + plain}).EscapedPath()
								if want := kit.Send(t, app, "GET", plain, ""); want.Status == 401 {
									t.Errorf("%s: %s public, %s protected: %s has the file %q, and %s is %d", name, public, protected, target, read, plain, want.Status)
								}
							}
						}
					}
				}
			}
		}
	}
	if served < 1000 {
		t.Errorf("only %d requests were served", served)
	}
}

// muxOf serves the routes of an App by the patterns of net/http, which are those of the App.
// It is nil if net/http cannot decide between them.
func muxOf(app *tenon.App) (m *http.ServeMux) {
	defer func() {
		if recover() != nil {
			m = nil
		}
	}()
	m = http.NewServeMux()
	for r := range app.Routes() {
		pattern := r.Path
		if strings.ContainsAny(strings.NewReplacer("/{", "", "}/", "").Replace(pattern+"/"), "{}") {
			return nil // text beside a parameter
		}
		if strings.HasSuffix(pattern, "/") {
			pattern += "{$}"
		}
		m.Handle(r.Method+" "+pattern, r.Handler)
	}
	return m
}
