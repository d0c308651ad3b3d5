package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// binder is a body with the types that forms support.
type binder struct {
	Name         string
	Words        []string
	Count        int
	Cover        prop.Upload
	ExternalDocs []prop.Upload
	Note         note
}

var (
	binderName  = collection.AtFunc(prop.String("name").MinLen(1), func(a *binder) *string { return &a.Name })
	binderWords = collection.AtFunc(prop.Array(prop.String("words")).Default(nil), func(a *binder) *[]string { return &a.Words })
	binderCount = collection.AtFunc(prop.Int("count"), func(a *binder) *int { return &a.Count })
	binders     = collection.Of("Binder", func(a *binder) collection.Fields {
		return collection.Fields{
			binderName, binderWords, binderCount,
			prop.File("cover").MediaTypes("image/png").MaxBytes(100).At(&a.Cover),
			prop.Array(prop.File("more")).Default(nil).At(&a.ExternalDocs),
			prop.Object(notes).At(&a.Note),
		}
	})
	plainBinders = collection.Of("PlainBinder", func(*binder) collection.Fields { return collection.Fields{binderName, binderWords, binderCount} })
	heard        = prop.String("heard")

	postForm      = route.Post("/form", route.Form(plainBinders.Create()), route.Text(heard)).Status(200)
	postEither    = route.Post("/either", route.AnyOf(plainBinders.Create(), route.Form(plainBinders.Create())), route.Text(heard)).Status(200)
	postMultipart = route.Post("/multipart", route.Multipart(binders.Create()), route.Text(heard)).Status(200)
	postText      = route.Post("/text", route.Text(prop.String("said").MaxLen(20)), route.Text(heard)).Status(200)
	postBytes     = route.Post("/bytes", route.Bytes("image/png", "image/gif"), route.Bytes("image/png")).Status(200)
	postStream    = route.Post("/stream", route.Stream("application/x-tar"), route.Text(heard)).Status(200)
	getFile       = route.Get("/file", route.Download("text/csv"))
	getLines      = route.Get("/lines", route.Lines(notes.View()))
	getEvents     = route.Get("/events", route.Events(notes.View()))
	goAway        = route.Get("/away", route.Redirect(303))
	patchNote     = route.Patch("/notes/{id}", notes.Update(), notes.View()).Path(noteID)
	putNote       = route.Put("/notes/{id}", notes.Replace(), notes.View()).Path(noteID)
	postMany      = route.Post("/many", collection.Many(notes.Create()), collection.Many(notes.View()))
)

func heardBinder(_ *route.Call, a binder) (string, error) {
	text := fmt.Sprintf("%q %q %d %d %q", a.Name, a.Words, a.Count, a.Note.ID, a.Note.Text)
	for _, u := range append([]prop.Upload{a.Cover}, a.ExternalDocs...) {
		if u.Name() == "" {
			continue
		}
		f, err := u.Open()
		if err != nil {
			return "", err
		}
		content, err := io.ReadAll(f)
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf(" %q %s %q", u.Name(), u.MediaType(), content)
	}
	return text, nil
}

func formatsApp() http.Handler {
	endless := func(yield func(route.Event[note], error) bool) {
		for i := 1; ; i++ {
			if !yield(route.Event[note]{ID: fmt.Sprint(i), Name: "noted", Retry: 2 * time.Second, Data: note{i, "a\nb"}}, nil) {
				return
			}
		}
	}
	return quiet().Limits(route.Limits{Body: 1 << 20}).Group("/v1",
		postForm.Handle(heardBinder), postEither.Handle(heardBinder), postMultipart.Handle(heardBinder),
		postText.Handle(func(_ *route.Call, s string) (string, error) { return "heard " + s, nil }),
		postBytes.Handle(func(_ *route.Call, b []byte) ([]byte, error) { return append(b, '!'), nil }),
		postStream.Handle(func(_ *route.Call, r io.Reader) (string, error) {
			n, err := io.Copy(io.Discard, r)
			return fmt.Sprint(n), err
		}),
		getFile.Handle(func(*route.Call) (route.File, error) {
			f := route.FileOf([]byte("a,b\n"))
			f.Name, f.ETag, f.ModTime = "ä b.csv", `"v1"`, time.Unix(1_700_000_000, 0)
			return f, nil
		}),
		getLines.Handle(func(*route.Call) (iter.Seq2[note, error], error) {
			return func(yield func(note, error) bool) {
				if yield(note{1, "a\nb"}, nil) && yield(note{2, "é"}, nil) {
					yield(note{}, errors.New("half of the lines"))
				}
			}, nil
		}),
		getEvents.Handle(func(*route.Call) (iter.Seq2[route.Event[note], error], error) { return endless, nil }),
		goAway.Handle(func(*route.Call) (route.Location, error) { return "lines?x=1", nil }),
		patchNote.Handle(func(c *route.Call, p collection.Patch[note]) (note, error) {
			n := note{noteID.Get(c), "before"}
			err := p.Apply(&n)
			return n, err
		}),
		putNote.Handle(func(c *route.Call, r collection.Replacement[note]) (note, error) {
			n := note{noteID.Get(c), "before"}
			err := r.Apply(&n)
			return n, err
		}),
		postMany.Handle(func(_ *route.Call, many []note) ([]note, error) {
			for i := range many {
				many[i].ID = i + 1
			}
			return many, nil
		}),
	).MustBuild()
}

// Requests and responses have every format.
func TestCallsUseEveryFormat(t *testing.T) {
	odd := `ü"&=;,+% x`
	a := binder{Name: odd, Words: []string{"", "a,b", odd}, Count: -7, Note: note{Text: "n"},
		Cover:        prop.UploadOf(`a "b" é.png`, "image/png", []byte("\x89PNG\r\n\x1a\nrest")),
		ExternalDocs: []prop.Upload{prop.UploadOf("x", "text/plain", []byte("1")), prop.UploadOf("y", "text/plain", nil)}}
	plain := a
	plain.Cover, plain.ExternalDocs, plain.Note = prop.Upload{}, nil, note{}
	plainText, _ := heardBinder(nil, plain)
	text, _ := heardBinder(nil, a)
	none := binder{Name: "x", Count: 1}
	noneText, _ := heardBinder(nil, none)
	update, err := notes.Update().Parse([]byte(`{"text":"after"}`))
	if err != nil {
		t.Fatal(err)
	}
	replacement, err := notes.Replace().Parse([]byte(`{"text":"instead"}`))
	if err != nil {
		t.Fatal(err)
	}
	both(t, formatsApp(), func(t *testing.T, c client.Client) {
		ctx := t.Context()
		tests := []struct {
			name string
			call func() (any, error)
			want any
		}{
			{"a form", func() (any, error) { return postForm.Call(ctx, c, plain) }, plainText},
			{"a form with an empty list", func() (any, error) { return postForm.Call(ctx, c, none) }, noneText},
			{"the first of two formats", func() (any, error) { return postEither.Call(ctx, c, plain) }, plainText},
			{"a form with parts", func() (any, error) { return postMultipart.Call(ctx, c, a) }, text},
			{"text", func() (any, error) { return postText.Call(ctx, c, odd) }, "heard " + odd},
			{"no text", func() (any, error) { return postText.Call(ctx, c, "") }, "heard "},
			{"bytes", func() (any, error) { return postBytes.Call(ctx, c, []byte{0, 255}) }, []byte{0, 255, '!'}},
			{"a stream", func() (any, error) { return postStream.Call(ctx, c, io.LimitReader(zeros{}, 100_000)) }, "100000"},
			{"a place", func() (any, error) { return goAway.Call(ctx, c) }, route.Location("lines?x=1")},
			{"a patch", func() (any, error) { return patchNote.Call(ctx, c, update, noteID.Is(3)) }, note{3, "after"}},
			{"no patch", func() (any, error) { return patchNote.Call(ctx, c, collection.Patch[note]{}, noteID.Is(3)) }, note{3, "before"}},
			{"a replacement", func() (any, error) { return putNote.Call(ctx, c, replacement, noteID.Is(3)) }, note{3, "instead"}},
			{"many", func() (any, error) { return postMany.Call(ctx, c, []note{{0, "a"}, {0, "b"}}) }, []note{{1, "a"}, {2, "b"}}},
		}
		for _, tt := range tests {
			if got, err := tt.call(); err != nil || cmp.Diff(tt.want, got) != "" {
				t.Errorf("%s: %v %v", tt.name, got, err)
			}
		}
		f, err := getFile.Call(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(f.Content)
		if string(content) != "a,b\n" || f.Name != "ä b.csv" || f.ETag != `"v1"` || f.ModTime.Unix() != 1_700_000_000 || f.MediaType != "text/csv" {
			t.Errorf("%q %+v", content, f)
		}
		_, err = postText.Call(ctx, c, strings.Repeat("x", 21))
		if vs, _ := errors.AsType[prop.Violations](err); len(vs) != 1 || vs[0].Code != "max_length" || vs[0].Pointer != "#" {
			t.Error(err)
		}
		_, err = postMultipart.Call(ctx, c, binder{Name: "x", Cover: prop.UploadOf("x", "image/gif", nil)})
		if vs, _ := errors.AsType[prop.Violations](err); len(vs) != 1 || vs[0].Code != "media_type" || vs[0].Pointer != "#/cover" {
			t.Error(err)
		}
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Streams are read as they arrive, and end when the caller stops.
func TestStreamsAreReadWhileTheyArrive(t *testing.T) {
	both(t, formatsApp(), func(t *testing.T, c client.Client) {
		lines, err := getLines.Call(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		var got []note
		for n, err := range lines {
			if err != nil {
				if bad, ok := errors.AsType[*client.UnexpectedResponseError](err); !ok || !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Error(err, bad)
				}
				got = append(got, note{Text: "an error"})
				continue
			}
			got = append(got, n)
		}
		if diff := cmp.Diff([]note{{1, "a\nb"}, {2, "é"}, {0, "an error"}}, got); diff != "" {
			t.Error(diff)
		}
		for _, err := range lines {
			if err == nil {
				t.Error("a stream is read twice")
			}
		}

		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		events, err := getEvents.Call(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for e, err := range events {
			n++
			want := route.Event[note]{ID: fmt.Sprint(n), Name: "noted", Retry: 2 * time.Second, Data: note{n, "a\nb"}}
			if err != nil || e != want {
				t.Fatal(e, err)
			}
			if n == 100 {
				break
			}
		}
		events, err = getEvents.Call(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range events {
			if err != nil {
				if !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				return
			}
			cancel()
		}
		t.Error("the events end without an error")
	})
}

// Streams are parsed as their formats define, whatever wrote them.
func TestStreamsAreParsed(t *testing.T) {
	long := strings.Repeat("x", 100)
	tests := []struct{ name, body, want string }{
		{"none", "", ""},
		{"one", "data: {\"id\":1,\"text\":\"x\"}\n\n", "{  0s {1 x}}"},
		{"other line ends", "id: 7\r\nevent: e\r\nretry: 10\r\ndata:{\"id\":1,\r\ndata: \"text\":\"x\"}\r\n\r\n", "{7 e 10ms {1 x}}"},
		{"comments, and what nobody knows", ":\n\n: x\nfoo: bar\nbaz\ndata: {\"id\":1,\"text\":\"x\"}\n\n", "{  0s {1 x}}"},
		{"the ID of an event without data is that of the next", "id: 3\nevent: e\n\ndata: {\"id\":1,\"text\":\"x\"}\n\n", "{3  0s {1 x}}"},
		{"one that breaks off", "data: {\"id\":1,\"text\":\"x\"}\n\ndata: {\"id\":2", "{  0s {1 x}}"},
		{"no JSON", "data: x\n\n", "malformed JSON at byte 0: syntax error"},
		{"a bound that a newer server may have loosened", "data: {\"id\":0,\"text\":\"x\"}\n\n", "{  0s {0 x}}"},
		{"a missing member", "data: {\"id\":0}\n\n", "it violates its rules:\n#/text: is required (required)"},
		{"too long a line", "data: " + long + "\n\n", "an item is longer than 60 bytes"},
		{"too long an event", strings.Repeat("data: "+long[:40]+"\n", 2) + "\n", "an event is longer than 60 bytes"},
	}
	for _, tt := range tests {
		c := client.Local(answering(200, map[string]string{"Content-Type": "text/event-stream"}, tt.body)).MaxBytes(60)
		events, err := getEvents.Call(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for e, err := range events {
			if err != nil {
				got = append(got, strings.TrimPrefix(err.Error(), "GET /events: unexpected response: 200 text/event-stream: "))
				continue
			}
			got = append(got, fmt.Sprint(struct {
				ID, Name string
				Retry    time.Duration
				Data     any
			}{e.ID, e.Name, e.Retry, e.Data}))
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
