package access_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
	"github.com/tenon-go/tenon/tree"
)

// planted is a secret that no response and no line of the log may have.
const planted = "plAnt3d-s3cr3t"

// recorder sends requests and checks their responses and the log for the planted secret.
type recorder struct {
	app      http.Handler
	logged   *kit.Log
	requests int
	codes    map[int]int
	// accepts says that a success may repeat what was sent.
	accepts bool
}

func (s *recorder) send(t *testing.T, method, target, body string, header http.Header) {
	t.Helper()
	r := kit.Request(t, method, target, body)
	r.Header = header
	w := kit.Do(s.app, r)
	s.requests++
	s.codes[w.Status]++
	if s.accepts && w.Status < 400 {
		return
	}
	response := fmt.Sprint(w.Header, w.Body)
	for _, text := range []string{planted, "goroutine ", ".go:", "kit.Panic", base64.StdEncoding.EncodeToString([]byte("ann:" + planted))} {
		if strings.Contains(response, text) {
			t.Errorf("%s %s %s %v gets %s: %d %.2000s", method, target, body, header, text, w.Status, response)
		}
	}
}

// discreet fails where a secret has been logged, or what should be has not.
func (s *recorder) discreet(t *testing.T, wants ...string) {
	t.Helper()
	all := s.logged.String()
	for line := range strings.Lines(all) {
		if strings.Contains(line, planted) {
			t.Errorf("it is logged: %.2000s", line)
		}
	}
	for _, want := range wants {
		if !strings.Contains(all, want) {
			t.Errorf("the log has not %s", want)
		}
	}
}

// callersAPI has a security scheme of each kind. The credentials are planted.
func callersAPI(t *testing.T, logged *kit.Log) *tenon.App {
	t.Helper()
	known := authn.Keys(map[[32]byte]authn.Identity{authn.NewSecret(planted).Hash(): authn.New("ann").Scopes("read")})
	lookup := func(ctx context.Context, key authn.Secret) (authn.Identity, error) {
		who, err := known(ctx, key)
		if strings.HasPrefix(key.Reveal(), "down") {
			return who, authn.Unavailable(0, fmt.Errorf("no answer about %v, %s, %+v, %#v, %q", key, key, key, key, key))
		}
		return who, err
	}
	token := func(ctx context.Context, text string) (authn.Identity, error) {
		return known(ctx, authn.NewSecret(text))
	}
	schemes := []authn.Scheme{
		authn.Bearer("bearer", token),
		authn.Basic("basic", func(ctx context.Context, _ string, password authn.Secret) (authn.Identity, error) {
			return known(ctx, password)
		}),
		authn.APIKeyHeader("header", "X-Api-Key", lookup),
		authn.APIKeyAuthorization("word", "Token", lookup),
		authn.APIKeyQuery("query", "api_key", lookup),
		authn.APIKeyCookie("cookie", "session", lookup),
	}
	api := tenon.New("S", "1").RequestIDs().Observe(tenon.LogObserver(logged.Logger())).Logger(logged.Logger()).
		Locales(l10n.Builtin()).Authenticate(schemes...).
		Throttle(throttle.PerHour(100_000).ByHeader("X-Api-Key").Name("keys"), throttle.PerHour(100_000).ByIdentity().Name("people")).
		Add(
			route.Get("/any", kit.SubjectText).Query(prop.Int("n").Optional()).Handle(kit.ServeSubject),
			route.Get("/write", kit.SubjectText).Scopes("write").Handle(kit.ServeSubject),
			route.Get("/public", kit.SubjectText).Public().Handle(kit.ServeSubject),
			route.Get("/bearer", kit.SubjectText).Requires(schemes[0]).Handle(kit.ServeSubject),
			route.Get("/panic", kit.SubjectText).Handle(func(c *route.Call) (string, error) {
				kit.Panic(fmt.Sprint("of ", c.Identity()))
				return "", nil
			}),
			route.Get("/fail", kit.SubjectText).Handle(func(c *route.Call) (string, error) {
				return "", fmt.Errorf("of %+v %v", c.Identity(), c.Identity().LogValue())
			}),
			route.Post("/once", kit.Gadgets.Create(), kit.Gadgets.View()).Handle(func(_ *route.Call, g kit.Gadget) (kit.Gadget, error) { return g, nil }),
		)
	app := kit.Build(t, api)
	t.Cleanup(func() { _ = app.Close() })
	return app
}

// Credentials, valid or not, appear neither in a response nor in the log.
func TestCredentialsAreNotEchoedOrLogged(t *testing.T) {
	logged := new(kit.Log)
	s := &recorder{app: callersAPI(t, logged), logged: logged, codes: map[int]int{}}
	basic := func(text string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(text)) }
	for _, path := range []string{"/any", "/any?n=x", "/any?n=1&n=2", "/write", "/public", "/bearer", "/panic", "/fail", "/once", "/nothing"} {
		at := func(query string) string {
			if strings.Contains(path, "?") {
				return path + "&" + query
			}
			return path + "?" + query
		}
		for _, key := range []string{planted, planted + "x", "down" + planted, planted + `"\`, strings.Repeat(planted, 2000)} {
			for _, header := range []http.Header{
				{"Authorization": {"Bearer " + key}}, {"Authorization": {"Bearer " + key, "Bearer " + key}}, {"Authorization": {"Bearer " + key + " x"}},
				{"Authorization": {key}}, {"Authorization": {"Digest " + key}}, {"Authorization": {basic("ann:" + key)}}, {"Authorization": {basic(key)}},
				{"Authorization": {"Basic " + key}}, {"Authorization": {"Token " + key}}, {"X-Api-Key": {key}}, {"X-Api-Key": {key, key}}, {"Cookie": {"session=" + key}},
				{"Cookie": {"session=" + key + "; session=x"}}, {"X-Request-Id": {key + " "}, "X-Api-Key": {key}},
				{"Accept-Language": {key}, "X-Api-Key": {key}}, {"Accept": {key}, "X-Api-Key": {key}},
			} {
				for _, method := range []string{"GET", "POST", "DELETE"} {
					s.send(t, method, path, "", header)
				}
			}
			for _, query := range []string{"api_key=" + key, "api_key=" + key + "&api_key=x", "x=" + key, "api_key=" + key + ";x", "api_key=%zz" + key} {
				s.send(t, "GET", strings.NewReplacer(`"`, "%22", `\`, "%5C").Replace(at(query)), "", http.Header{})
			}
		}
	}
	for _, status := range []int{200, 400, 401, 403, 404, 405, 422, 431, 500, 503} {
		if s.codes[status] == 0 {
			t.Errorf("nothing gets %d: %v", status, s.codes)
		}
	}
	s.discreet(t, "kit.Panic", "of ann", "no answer about [secret], [secret]")
	t.Logf("%d requests: %v", s.requests, s.codes)
}

// Rejected values of any part of a request appear neither in a response nor in the log.
func TestRejectedValuesAreNotEchoedOrLogged(t *testing.T) {
	logged := new(kit.Log)
	app := kit.Build(t, everything.API().RequestIDs().Observe(tenon.LogObserver(logged.Logger())).Logger(logged.Logger()))
	defer app.Close()
	s := &recorder{app: app, logged: logged, codes: map[int]int{}, accepts: true}
	for _, op := range probe.Tree(app).Operations {
		path := strings.NewReplacer("{id}", planted, "{slug}", planted).Replace(op.Path)
		s.send(t, op.Method, path, "", http.Header{})
		for _, in := range op.Inputs {
			for _, text := range []string{planted, planted + "," + planted, "-" + planted, strings.Repeat(planted, 100), planted + "%00", "1&" + in.Prop.Name + "=" + planted} {
				switch in.In {
				case tree.InQuery:
					s.send(t, op.Method, path+"?"+in.Prop.Name+"="+text, "", http.Header{})
					s.send(t, op.Method, path+"?"+in.Prop.Name+"[x]="+text, "", http.Header{})
				case tree.InHeader:
					s.send(t, op.Method, path, "", http.Header{http.CanonicalHeaderKey(in.Prop.Name): {text}})
				case tree.InCookie:
					s.send(t, op.Method, path, "", http.Header{"Cookie": {in.Prop.Name + "=" + text}})
				}
			}
		}
		if op.Body == nil {
			continue
		}
		target := strings.ReplaceAll(path, planted, "123e4567-e89b-12d3-a456-426614174000")
		for _, mediaType := range append(op.Body.MediaTypes(), planted+"/x") {
			for _, body := range bodiesWith(op.Body, mediaType) {
				s.send(t, op.Method, target, body, http.Header{"Content-Type": {strings.Replace(mediaType, "form-data", "form-data; boundary=x", 1)}})
			}
		}
	}
	for _, status := range []int{400, 415, 422} {
		if s.codes[status] == 0 {
			t.Errorf("nothing gets %d: %v", status, s.codes)
		}
	}
	s.discreet(t, `"msg":"request"`)
	t.Logf("%d requests: %v", s.requests, s.codes)
}

// bodiesWith returns bodies that have the planted value in every place. Names of members are
// not values: a violation names its member.
func bodiesWith(b *tree.Body, mediaType string) (all []string) {
	const text = `"` + planted + `"`
	values := []string{
		text, "[" + text + "]", `{"zz":` + text + `}`, `[[` + text + `,` + text + `]]`, `"` + strings.Repeat(planted, 500) + `"`,
		text[:5], text + text, `"\u0000` + planted + `"`, planted,
	}
	names := []string{"zz"}
	if b.Prop != nil {
		if o, ok := b.Prop.Type.(tree.Object); ok {
			for _, m := range o.Of().Members {
				names = append(names, m.Prop.Name)
			}
		}
	}
	const part = "--x\r\nContent-Disposition: form-data; name=\""
	for _, name := range names {
		switch mediaType {
		case "application/x-www-form-urlencoded":
			all = append(all, name+"="+planted, name+"="+planted+"&"+name+"="+planted, name+"=%zz"+planted)
		case "multipart/form-data":
			all = append(all, part+name+"\"\r\n\r\n"+planted+"\r\n--x--\r\n", part+name+"\"\r\n"+planted,
				part+name+"\"; filename=\""+planted+"\"\r\nContent-Type: "+planted+"/x\r\n\r\n"+planted+"\r\n--x--\r\n")
		default:
			all = append(all, values...)
			for _, v := range values {
				all = append(all, `{"`+name+`":`+v+`}`)
			}
		}
	}
	return all
}
