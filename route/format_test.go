package route_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// serve builds an API and serves it until the test ends.
func serve(t *testing.T, members ...route.Member) string {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	app, err := tenon.New("Formats", "1").Logger(log).Add(members...).Build()
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(app)
	t.Cleanup(s.Close)
	return s.URL
}

type answer struct {
	*http.Response
	body string
}

func send(t *testing.T, method, url, contentType, body string, headers ...string) answer {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{a, string(text)}
}

type login struct {
	User  string
	Age   int
	Roles []string
}

var logins = collection.Of("Login", func(l *login) collection.Fields {
	return collection.Fields{
		prop.String("user").MinLen(2).At(&l.User),
		prop.Int("age").Min(18).Default(18).At(&l.Age),
		prop.Array(prop.String("roles").MinLen(1)).MaxItems(2).Default(nil).At(&l.Roles),
	}
})

func echo(_ *route.Call, in login) (string, error) {
	return fmt.Sprint(in.User, " ", in.Age, " ", strings.Join(in.Roles, "+")), nil
}

var told = prop.String("told")

func TestFormsAreReadLikeJSON(t *testing.T) {
	url := serve(t, route.Post("/login", route.AnyOf(logins.Create(), route.Form(logins.Create())), route.Text(told)).Status(200).Handle(echo))
	const form = "application/x-www-form-urlencoded"
	for _, test := range []struct {
		name, mediaType, body string
		status                int
		want                  string
	}{
		{"json", "application/json", `{"user":"ann","age":20}`, 200, "ann 20 "},
		{"form", form, "user=ann+b&age=20&roles=x&roles=y%26z", 200, "ann b 20 x+y&z"},
		{"defaults", form, "user=ann", 200, "ann 18 "},
		{"violations", form, "user=a&age=x&roles=&color=1&roles=a&roles=b", 422,
			`"errors":[{"code":"min_length","detail":"must have at least 2 characters","pointer":"#/user","params":{"min":2}},{"code":"type","detail":"must be an integer","pointer":"#/age","params":{"expected":"integer"}},{"code":"min_length","detail":"must have at least 1 character","pointer":"#/roles/0","params":{"min":1}},{"code":"max_items","detail":"must have at most 2 items","pointer":"#/roles","params":{"max":2}},{"code":"unknown","detail":"is not recognized","pointer":"#/color"}]`},
		{"twice", form, "user=ann&user=bob", 422, `{"code":"repeated","detail":"must be given only once","pointer":"#/user"}`},
		{"nothing", form, "", 422, `{"code":"required","detail":"is required","pointer":"#/user"}`},
		{"bad escape", form, "user=%zz", 400, "malformed_request"},
		{"semicolon", form, "user=ann;age=20", 400, "malformed_request"},
		{"another type", "text/csv", "ann", 415, "send application/json, application/x-www-form-urlencoded."},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := send(t, "POST", url+"/login", test.mediaType, test.body)
			if a.StatusCode != test.status || !strings.Contains(a.body, test.want) {
				t.Errorf("got  %d %s\nwant %d %s", a.StatusCode, a.body, test.status, test.want)
			}
		})
	}
}

type album struct {
	Title  string
	Cover  prop.Upload
	Photos []prop.Upload
	Login  login
}

var albums = collection.Of("Album", func(a *album) collection.Fields {
	return collection.Fields{
		prop.String("title").MinLen(1).At(&a.Title),
		prop.File("cover").MediaTypes("image/png").MaxBytes(100_000).At(&a.Cover),
		prop.Array(prop.File("photos")).MaxItems(2).Default(nil).At(&a.Photos),
		prop.Object(logins).At(&a.Login),
	}
})

const pngHead = "\x89PNG\x0D\x0A\x1A\x0A"

// multipartBody writes parts; a name with a slash is name/file name.
func multipartBody(t *testing.T, parts ...string) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(parts); i += 3 {
		name, file, isFile := strings.Cut(parts[i], "/")
		h := textproto.MIMEHeader{}
		disposition := fmt.Sprintf("form-data; name=%q", name)
		if isFile {
			disposition += fmt.Sprintf("; filename=%q", file)
		}
		h.Set("Content-Disposition", disposition)
		if parts[i+1] != "" {
			h.Set("Content-Type", parts[i+1])
		}
		p, err := w.CreatePart(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(p, parts[i+2]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func TestMultipartFormsHaveFiles(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	url := serve(t, route.Post("/albums", route.Multipart(albums.Create()), route.Text(told)).
		Limits(route.Limits{Body: 300_000}).
		Handle(func(_ *route.Call, in album) (string, error) {
			f, err := in.Cover.Open()
			if err != nil {
				return "", err
			}
			defer f.Close()
			n, err := io.Copy(io.Discard, f)
			return fmt.Sprint(in.Title, " ", in.Cover.Name(), " ", in.Cover.MediaType(), " ", n, " ", len(in.Photos), " ", in.Login.User), err
		}))
	const user = `{"user":"ann"}`
	large := pngHead + strings.Repeat("x", 90_000)
	for _, test := range []struct {
		name   string
		parts  []string
		status int
		want   string
	}{
		{"small", []string{"title", "", "t", "cover/c.png", "image/png", pngHead, "login", "application/json", user}, 201, "t c.png image/png 8 0 ann"},
		{"on disk", []string{"title", "", "t", "cover/c.png", "image/png", large, "login", "application/json", user, "photos/1", "", "a", "photos/2", "", "b"}, 201, "t c.png image/png 90008 2 ann"},
		{"no file", []string{"title", "", "t", "cover", "", "x", "login", "application/json", user}, 422, `{"code":"type","detail":"must be a file","pointer":"#/cover","params":{"expected":"file"}}`},
		{"wrong declaration", []string{"title", "", "t", "cover/c", "image/gif", pngHead, "login", "application/json", user}, 422, `"code":"media_type"`},
		{"wrong bytes", []string{"title", "", "t", "cover/c", "image/png", "GIF89a.....", "login", "application/json", user}, 422, `"code":"media_type"`},
		{"file too large", []string{"title", "", "t", "cover/c", "image/png", pngHead + strings.Repeat("x", 100_000), "login", "application/json", user}, 422, `"code":"max_bytes"`},
		{"two files", []string{"title", "", "t", "cover/c", "image/png", pngHead, "cover/d", "image/png", pngHead, "login", "application/json", user}, 422, `{"code":"repeated","detail":"must be given only once","pointer":"#/cover"}`},
		{"too many files", []string{"title", "", "t", "cover/c", "image/png", pngHead, "photos/1", "", "a", "photos/2", "", "b", "photos/3", "", "c", "login", "application/json", user}, 422, `"code":"max_items"`},
		{"bad JSON part", []string{"title", "", "t", "cover/c", "image/png", pngHead, "login", "application/json", `{"user"`}, 422, `"pointer":"#/login"`},
		{"violation in a JSON part", []string{"title", "", "t", "cover/c", "image/png", pngHead, "login", "application/json", `{"user":"a"}`}, 422, `"pointer":"#/login/user"`},
		{"everything too large", []string{"title", "", strings.Repeat("x", 310_000)}, 413, "content_too_large"},
		{"unknown part", []string{"title", "", "t", "cover/c", "image/png", pngHead, "login", "application/json", user, "x", "", "y"}, 422, `{"code":"unknown","detail":"is not recognized","pointer":"#/x"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			body, contentType := multipartBody(t, test.parts...)
			a := send(t, "POST", url+"/albums", contentType, body)
			if a.StatusCode != test.status || !strings.Contains(a.body, test.want) {
				t.Errorf("got  %d %s\nwant %d %s", a.StatusCode, a.body, test.status, test.want)
			}
		})
	}
	if a := send(t, "POST", url+"/albums", "multipart/form-data; boundary=x", "--x\r\nno"); a.StatusCode != 400 {
		t.Errorf("a broken form: got %d %s", a.StatusCode, a.body)
	}
	if a := send(t, "POST", url+"/albums", "multipart/form-data", ""); a.StatusCode != 400 {
		t.Errorf("no boundary: got %d %s", a.StatusCode, a.body)
	}
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) != 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

func TestTextBytesAndStreamsAreRead(t *testing.T) {
	url := serve(t,
		route.Post("/text", route.Text(prop.Int("n").Min(1)), route.Text(told)).Status(200).
			Handle(func(_ *route.Call, n int) (string, error) { return fmt.Sprint(n + 1), nil }),
		route.Put("/bytes", route.Bytes("image/png", "image/gif"), route.Bytes("image/png")).
			Handle(func(_ *route.Call, b []byte) ([]byte, error) { return append(b, '!'), nil }),
		route.Put("/stream", route.Stream("application/octet-stream"), route.Text(told)).Limits(route.Limits{Body: 10}).
			Handle(func(_ *route.Call, r io.Reader) (string, error) {
				b, err := io.ReadAll(r)
				return fmt.Sprint(len(b)), err
			}),
	)
	for _, test := range []struct {
		method, path, mediaType, body string
		status                        int
		want, answered                string
	}{
		{"POST", "/text", "text/plain", "41", 200, "42", "text/plain; charset=utf-8"},
		{"POST", "/text", "text/plain; charset=utf-8", "0", 422, `{"code":"min","detail":"must be at least 1","pointer":"#","params":{"min":1}}`, "application/problem+json"},
		{"POST", "/text", "text/plain", "\xff", 400, "malformed_request", "application/problem+json"},
		{"PUT", "/bytes", "image/gif", "GIF", 200, "GIF!", "image/png"},
		{"PUT", "/bytes", "image/webp", "x", 415, "send image/png, image/gif", "application/problem+json"},
		{"PUT", "/stream", "application/octet-stream", "0123456789", 200, "10", "text/plain; charset=utf-8"},
		{"PUT", "/stream", "application/octet-stream", "0123456789a", 413, "content_too_large", "application/problem+json"},
	} {
		a := send(t, test.method, url+test.path, test.mediaType, test.body)
		if a.StatusCode != test.status || !strings.Contains(a.body, test.want) || a.Header.Get("Content-Type") != test.answered {
			t.Errorf("%s %q: got %d %s %s", test.path, test.body, a.StatusCode, a.Header.Get("Content-Type"), a.body)
		}
	}
	// The length of a stream is not always announced.
	r, err := http.NewRequest("PUT", url+"/stream", io.MultiReader(strings.NewReader("0123456789"), strings.NewReader("a")))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/octet-stream")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != 413 {
		t.Errorf("a stream past its limit: got %d", a.StatusCode)
	}
}

func TestDownloadsHaveRangesAndConditions(t *testing.T) {
	changed := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	url := serve(t, route.Get("/file", route.Download("text/csv")).Handle(func(*route.Call) (route.File, error) {
		f := route.FileOf([]byte("0123456789"))
		f.Name, f.ModTime, f.ETag = "a b.csv", changed, `"v1"`
		return f, nil
	}))
	for _, test := range []struct {
		name         string
		headers      []string
		status       int
		want, header string
		value        string
	}{
		{"whole", nil, 200, "0123456789", "Content-Disposition", `attachment; filename="a b.csv"`},
		{"range", []string{"Range", "bytes=2-4"}, 206, "234", "Content-Range", "bytes 2-4/10"},
		{"no such range", []string{"Range", "bytes=20-"}, 416, "range_not_satisfiable", "Content-Range", "bytes */10"},
		{"not modified", []string{"If-None-Match", `"v1"`}, 304, "", "Etag", `"v1"`},
		{"changed since", []string{"If-Modified-Since", changed.Format(http.TimeFormat)}, 304, "", "Etag", `"v1"`},
		{"another version", []string{"If-Match", `"v2"`}, 412, "precondition_failed", "Content-Type", "application/problem+json"},
		{"cannot be had", []string{"Accept", "image/png"}, 406, "not_acceptable", "Content-Type", "application/problem+json"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := send(t, "GET", url+"/file", "", "", test.headers...)
			if a.StatusCode != test.status || !strings.Contains(a.body, test.want) || a.Header.Get(test.header) != test.value {
				t.Errorf("got %d %s\n%v", a.StatusCode, a.body, a.Header)
			}
		})
	}
	if a := send(t, "HEAD", url+"/file", "", ""); a.StatusCode != 200 || a.body != "" || a.Header.Get("Content-Length") != "10" {
		t.Errorf("HEAD: got %d %q %v", a.StatusCode, a.body, a.Header)
	}
}

func TestRedirects(t *testing.T) {
	url := serve(t, route.Get("/old", route.Redirect(308)).Handle(func(*route.Call) (route.Location, error) { return "/new?x=1", nil }))
	a := send(t, "GET", url+"/old", "", "")
	if a.StatusCode != 308 || a.Header.Get("Location") != "/new?x=1" || a.body != "" {
		t.Errorf("got %d %v %q", a.StatusCode, a.Header, a.body)
	}
}

type tick struct{ N int }

var ticks = collection.Of("Tick", func(t *tick) collection.Fields { return collection.Fields{prop.Int("n").At(&t.N)} })

func TestEventsAreSentOneByOne(t *testing.T) {
	next, gone := make(chan int), make(chan struct{})
	url := serve(t, route.Get("/ticks", route.Events(ticks.View())).
		Handle(func(c *route.Call) (iter.Seq2[route.Event[tick], error], error) {
			done := c.Context().Done()
			return func(yield func(route.Event[tick], error) bool) {
				defer close(gone)
				for {
					select {
					case n := <-next:
						if !yield(route.Event[tick]{ID: fmt.Sprint(n), Name: "tick", Retry: time.Second, Data: tick{n}}, nil) {
							return
						}
					case <-done:
						return
					}
				}
			}, nil
		}))
	a, err := http.Get(url + "/ticks")
	if err != nil {
		t.Fatal(err)
	}
	if a.Header.Get("Content-Type") != "text/event-stream" || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("got %v", a.Header)
	}
	lines := bufio.NewScanner(a.Body)
	for _, n := range []int{7, 8} {
		next <- n
		var got []string
		for lines.Scan() && lines.Text() != "" {
			got = append(got, lines.Text())
		}
		want := fmt.Sprintf("id: %d|event: tick|retry: 1000|data: {\"n\":%d}", n, n)
		if strings.Join(got, "|") != want {
			t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
		}
	}
	a.Body.Close()
	select {
	case <-gone:
	case <-time.After(30 * time.Second):
		t.Error("the sequence did not learn that the client is gone")
	}
}

func TestLinesBreakOffWhereOneFails(t *testing.T) {
	lines := func(fail bool) func(*route.Call) (iter.Seq2[tick, error], error) {
		return func(*route.Call) (iter.Seq2[tick, error], error) {
			return func(yield func(tick, error) bool) {
				if yield(tick{1}, nil) && fail {
					yield(tick{}, errors.New("the database is gone"))
				}
			}, nil
		}
	}
	url := serve(t,
		route.Get("/whole", route.Lines(ticks.View())).Handle(lines(false)),
		route.Get("/half", route.Lines(ticks.View())).Handle(lines(true)))
	if a := send(t, "GET", url+"/whole", "", ""); a.body != "{\"n\":1}\n" || a.Header.Get("Content-Type") != "application/jsonl" {
		t.Errorf("got %q %v", a.body, a.Header)
	}
	a, err := http.Get(url + "/half")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if _, err := io.ReadAll(a.Body); err == nil {
		t.Error("half of the lines were taken for all")
	}
}
