package guards_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A note is a response body that names its caller.
type note struct{ Owner, Secret string }

var (
	noteOwner = prop.String("owner")
	notes     = collection.Of("Note", func(n *note) collection.Fields {
		return collection.Fields{
			noteOwner.At(&n.Owner).Key(),
			prop.String("secret").At(&n.Secret).VisibleTo("secrets"),
		}
	}).Versioned(func(n *note) collection.Version { return collection.Version{Tag: "same"} })
	noteText = prop.String("text")
)

// subject matches the caller that a response was made for.
func subject(who authn.Identity) string { return "<" + who.Subject() + ">" }

func ownNote(c *route.Call) note {
	c.Header().Set("X-For", subject(c.Identity()))
	return note{subject(c.Identity()), "of " + subject(c.Identity())}
}

// lookup accepts every name that begins with "u".
func lookup(_ context.Context, s authn.Secret) (authn.Identity, error) {
	if !strings.HasPrefix(s.Reveal(), "u") {
		return authn.Identity{}, authn.Invalid("Nobody has this key.")
	}
	return authn.New(s.Reveal()).Scopes("secrets"), nil
}

// cachedApp has a route of each kind. All responses except /catalog depend on the caller.
func cachedApp(t *testing.T, calls *atomic.Int64) *tenon.App {
	t.Helper()
	hidden := render.NewProblem(404, "hidden", "Hidden.")
	plain := func(c *route.Call) (string, error) { return ownNote(c).Owner, nil }
	text := func(path string) *route.ReadRoute[string] { return route.Get(path, route.Text(noteText)) }
	app, err := tenon.New("Notes", "1").
		Logger(slog.New(slog.DiscardHandler)).
		CORS(cors.Origins("https://shop.example")).
		Authenticate(
			authn.Bearer("bearer", func(ctx context.Context, token string) (authn.Identity, error) {
				return lookup(ctx, authn.NewSecret(token))
			}),
			authn.APIKeyHeader("key", "X-Api-Key", lookup),
			authn.APIKeyCookie("session", "sid", lookup),
			authn.APIKeyQuery("query", "api_key", lookup),
		).
		Add(
			text("/text").Handle(plain),
			text("/public").Public().Handle(plain),
			text("/kept").Public().Cache(cache.Public(time.Hour)).Handle(plain),
			text("/own").Cache(cache.Private(time.Hour)).Handle(plain),
			text("/within").Use(func(next http.Handler) http.Handler { return next }).Handle(plain),
			text("/hidden").Fails(hidden).Handle(func(c *route.Call) (string, error) {
				return "", hidden.Detail("Of " + subject(c.Identity()) + ".")
			}),
			text("/problem").Public().Fails(hidden).Handle(func(c *route.Call) (string, error) {
				return "", hidden.Detail("Of " + subject(c.Identity()) + ".")
			}),
			route.Get("/note", notes.View()).Handle(func(c *route.Call) (note, error) { return ownNote(c), nil }),
			route.Get("/shown", notes.View()).Public().Handle(func(c *route.Call) (note, error) { return ownNote(c), nil }),
			route.List("/notes", notes.List(), paginate.ByPage()).Handle(func(c *route.Call, _ paginate.Query) (paginate.Result[note], error) {
				return paginate.Result[note]{Items: []note{ownNote(c)}}, nil
			}),
			route.Get("/file", route.Download("text/plain")).Handle(func(c *route.Call) (route.File, error) {
				return route.FileOf([]byte(ownNote(c).Owner)), nil
			}),
			route.Get("/lines", route.Lines(notes.View())).Handle(func(c *route.Call) (iter.Seq2[note, error], error) {
				n := ownNote(c)
				return func(yield func(note, error) bool) { yield(n, nil) }, nil
			}),
			route.Get("/moved", route.Redirect(301)).Handle(func(c *route.Call) (route.Location, error) {
				return route.Location("/of/" + strings.Trim(ownNote(c).Owner, "<>")), nil
			}),
			route.Post("/once", route.Text(noteText), route.Text(noteText)).Idempotent(time.Hour, idempotency.Memory()).
				Handle(func(c *route.Call, _ string) (string, error) { return ownNote(c).Owner, nil }),
			text("/catalog").Public().Cache(cache.Public(time.Hour)).Handle(func(*route.Call) (string, error) {
				calls.Add(1)
				return "for everybody", nil
			}),
		).Build()
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// freePort returns an unused port.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// launchProxy runs a program in front of a server until the test ends, and returns its URL
// when it forwards requests.
func launchProxy(t *testing.T, command func(port, backend, dir string) *exec.Cmd, server *httptest.Server) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "cache") // short, because some programs create sockets there
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for range 5 { // another program may take the port first
		port := freePort(t)
		proxy := command(port, server.Listener.Addr().String(), dir)
		var said strings.Builder
		proxy.Stdout, proxy.Stderr = &said, &said
		if err := proxy.Start(); err != nil {
			t.Fatalf("%v; apt-get install varnish nginx-light", err)
		}
		ended := make(chan struct{})
		go func() { _ = proxy.Wait(); close(ended) }()
		stop := func() { _ = proxy.Process.Signal(os.Interrupt); <-ended }
		for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(50 * time.Millisecond) {
			res, err := http.Get("http://127.0.0.1:" + port + "/nothing")
			if err == nil {
				res.Body.Close()
				if res.StatusCode == http.StatusNotFound {
					t.Cleanup(stop)
					return "http://127.0.0.1:" + port
				}
			}
			select {
			case <-ended:
				begin = time.Time{}
			default:
			}
		}
		select {
		case <-ended:
		default:
			stop()
		}
		t.Logf("the proxy does not respond: %s", said.String())
	}
	t.Fatal("the proxy did not start")
	return ""
}

// varnish runs Varnish with its default configuration.
func varnish(port, backend, dir string) *exec.Cmd {
	return exec.Command("varnishd", "-F", "-n", filepath.Join(dir, "varnish-"+port), "-a", "127.0.0.1:"+port, "-b", backend, "-s", "malloc,64m", "-T", "none")
}

// nginx stores by path whatever it may, regardless of credentials.
func nginx(port, backend, dir string) *exec.Cmd {
	conf := filepath.Join(dir, "nginx-"+port+".conf")
	text := fmt.Sprintf(`daemon off; master_process off; pid %[3]s/pid-%[1]s; error_log stderr crit;
events {}
http {
	access_log off;
	client_body_temp_path %[3]s/b; proxy_temp_path %[3]s/p; fastcgi_temp_path %[3]s/f; uwsgi_temp_path %[3]s/u; scgi_temp_path %[3]s/s;
	proxy_cache_path %[3]s/cache-%[1]s keys_zone=all:10m;
	server {
		listen 127.0.0.1:%[1]s;
		location / { proxy_pass http://%[2]s; proxy_cache all; proxy_cache_valid any 10m; proxy_cache_key $request_uri; }
	}
}`, port, backend, dir)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		panic(err)
	}
	return exec.Command("nginx", "-p", dir, "-e", "stderr", "-c", conf)
}

// identified are the ways to send credentials.
var identified = []func(*http.Request, string){
	func(r *http.Request, name string) { r.Header.Set("X-Api-Key", name) },
	func(r *http.Request, name string) { r.Header.Set("Authorization", "Bearer "+name) },
	func(r *http.Request, name string) { r.AddCookie(&http.Cookie{Name: "sid", Value: name}) },
	func(r *http.Request, name string) { r.URL.RawQuery = "api_key=" + name },
}

var someSubject = regexp.MustCompile(`<(u\d*[ab]?)>|/of/(u\d+[ab])`)

// foreign returns the other caller whose response a caller got, or "".
func foreign(t *testing.T, url, target, caller string, way int) string {
	t.Helper()
	method, content := http.MethodGet, ""
	if target == "/once" {
		method, content = http.MethodPost, "x"
	}
	r, err := http.NewRequest(method, url+target, strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if content != "" {
		r.Header.Set("Content-Type", "text/plain")
		r.Header.Set("Idempotency-Key", "the-same")
	}
	if caller != "" {
		identified[way](r, caller)
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var head strings.Builder
	_ = res.Header.Write(&head)
	for _, found := range someSubject.FindAllStringSubmatch(head.String()+string(body), -1) {
		if name := found[1] + found[2]; name != caller {
			return name
		}
	}
	if caller != "" && res.StatusCode < 300 && target != "/catalog" && !strings.Contains(string(body), "<"+caller+">") {
		return "nobody" // a response for an anonymous caller
	}
	return ""
}

var cachedTargets = []string{"/text", "/public", "/kept", "/own", "/within", "/hidden", "/problem", "/note", "/shown", "/notes", "/file", "/lines", "/moved", "/once"}

// 200 pairs of callers and an anonymous one request every route through shared caches. No
// caller gets a response for another one.
func TestCachesKeepCallersApart(t *testing.T) {
	const pairs = 200
	for name, proxy := range map[string]func(port, backend, dir string) *exec.Cmd{"varnish": varnish, "nginx": nginx} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int64
			app := cachedApp(t, &calls)
			server := httptest.NewServer(app)
			t.Cleanup(server.Close)
			url := launchProxy(t, proxy, server)
			for i := range pairs {
				a, b, way := fmt.Sprintf("u%da", i), fmt.Sprintf("u%db", i), i%len(identified)
				for _, target := range cachedTargets {
					for _, caller := range []string{a, b, "", a} {
						if other := foreign(t, url, target, caller, way); other != "" {
							t.Fatalf("%s: %q got the response of %s", target, caller, other)
						}
					}
				}
				foreign(t, url, "/catalog", "", 0)
			}
			if n := calls.Load(); n < 1 || n > pairs/10 {
				t.Errorf("/catalog was called %d times for %d requests: the cache stored nothing", n, pairs)
			}

			// Without these headers, the caches mix up responses.
			silent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				app.ServeHTTP(silentWriter{w}, r)
			}))
			t.Cleanup(silent.Close)
			url = launchProxy(t, proxy, silent)
			if foreign(t, url, "/text", "u0a", 0) != "" || foreign(t, url, "/text", "u0b", 0) != "u0a" {
				t.Error("without Cache-Control and Vary nothing is mixed up: the test proves nothing")
			}
		})
	}
}

// silentWriter removes the headers that caches use.
type silentWriter struct{ http.ResponseWriter }

func (w silentWriter) WriteHeader(status int) {
	w.Header().Del("Cache-Control")
	w.Header().Del("Vary")
	w.ResponseWriter.WriteHeader(status)
}

func (w silentWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
