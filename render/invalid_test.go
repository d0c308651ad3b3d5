package render_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// account has a member that clients never see.
type account struct {
	Name  string
	Level int
}

var (
	accountName  = prop.String("name").MinLen(1).MaxLen(9)
	accountLevel = prop.Int("internal_level").Min(0)
	accounts     = collection.Of("Account", func(a *account) collection.Fields {
		return collection.Fields{
			accountName.At(&a.Name),
		}
	})
	// rows has accounts as a database stores them.
	rows = collection.Of("Row", func(a *account) collection.Fields {
		return collection.Fields{
			accountName.At(&a.Name),
			accountLevel.At(&a.Level),
		}
	})
)

const damaged = `{"name":"","internal_level":-1}`

// Invalid values from a store or another server are internal errors: the client learns nothing
// of them, and the log has everything.
func TestOnlyInputIsInvalid(t *testing.T) {
	read := func() (account, error) {
		a, err := rows.Create().Parse([]byte(damaged))
		if err != nil {
			err = fmt.Errorf("row 7: %w", err)
		}
		return a, err
	}
	other := func() error { // a call of another server, with a value that it rejects
		_, err := route.Post("/x", accounts.Create(), accounts.View()).Call(context.Background(), client.New("http://127.0.0.1:1"), account{})
		return err
	}
	stored := func() (collection.Patch[account], error) { return accounts.Update().Parse([]byte(`{"name":""}`)) }
	passes := func(next route.Handler) route.Handler {
		return func(c *route.Call) error {
			if err := next(c); err != nil {
				return fmt.Errorf("wrapped: %w", err)
			}
			return nil
		}
	}
	change := func(path string, f func(*route.Call, collection.Patch[account]) (account, error)) *route.Route {
		return route.Patch(path, accounts.Update(), accounts.View()).Wrap(passes).Handle(f)
	}
	var logged bytes.Buffer
	app := tenon.New("Accounts", "1").Logger(slog.New(slog.NewJSONHandler(&logged, nil))).Add(
		change("/row", func(*route.Call, collection.Patch[account]) (account, error) { return read() }),
		change("/joined", func(*route.Call, collection.Patch[account]) (account, error) {
			_, err := read()
			return account{}, errors.Join(errors.New("first"), err)
		}),
		change("/checked", func(*route.Call, collection.Patch[account]) (account, error) {
			return account{}, rows.Create().Check(account{Level: -1})
		}),
		change("/other", func(*route.Call, collection.Patch[account]) (account, error) { return account{}, other() }),
		change("/answer", func(*route.Call, collection.Patch[account]) (account, error) { return account{Name: ""}, nil }),
		change("/stored", func(*route.Call, collection.Patch[account]) (account, error) {
			_, err := stored()
			return account{}, err
		}),
		change("/applied", func(*route.Call, collection.Patch[account]) (account, error) {
			p, err := rows.Update().Parse([]byte(`{"internal_level":1}`))
			a := account{} // without its name
			if err == nil {
				err = p.Apply(&a)
			}
			return a, err
		}),
	).MustBuild()
	for _, path := range []string{"/row", "/joined", "/checked", "/other", "/answer", "/stored", "/applied"} {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, jsonRequest("PATCH", path, `{"name":"x"}`))
		if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "level") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if line := logged.String(); !strings.Contains(line, `"level":"ERROR"`) || !strings.Contains(line, path) || !strings.Contains(line, "#/name") {
			t.Errorf("%s: logged %q", path, line)
		}
		logged.Reset()
	}
}

// Violations of the request are sent to the client, in whatever way the handler returns them.
func TestInputIsInvalid(t *testing.T) {
	taken := prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/name"}}
	wrap := func(next route.Handler) route.Handler {
		return func(c *route.Call) error {
			err := next(c)
			if list, ok := errors.AsType[prop.Violations](err); !ok || len(list) != 1 {
				t.Errorf("a middleware finds %v", err)
			}
			return fmt.Errorf("wrapped: %w", errors.Join(errors.New("also"), err))
		}
	}
	var logged bytes.Buffer
	app := tenon.New("Accounts", "1").Logger(slog.New(slog.NewJSONHandler(&logged, nil))).Add(
		route.Patch("/patch", rows.Update(), rows.View()).Wrap(wrap).
			Handle(func(_ *route.Call, p collection.Patch[account]) (account, error) {
				a := account{Name: ""} // the patch must set the name
				return a, p.Apply(&a)
			}),
		route.Put("/put", rows.Replace(), rows.View()).Wrap(wrap).
			Handle(func(_ *route.Call, r collection.Replacement[account]) (account, error) {
				return account{}, render.Invalid(taken)
			}),
		route.Post("/post", accounts.Create(), accounts.View()).Wrap(wrap).
			Idempotent(time.Hour, idempotency.Memory()).
			Handle(func(_ *route.Call, a account) (account, error) {
				return account{}, render.Invalid(fmt.Errorf("unique: %w", taken))
			}),
	).MustBuild()
	for _, r := range []*http.Request{
		jsonRequest("PATCH", "/patch", `{"internal_level":1}`),
		jsonRequest("PUT", "/put", `{"name":"x","internal_level":1}`),
		withField(jsonRequest("POST", "/post", `{"name":"x"}`), "Idempotency-Key", "7"),
		withField(jsonRequest("POST", "/post", `{"name":"x"}`), "Idempotency-Key", "7"),
	} {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), `"pointer":"#/name"`) {
			t.Errorf("%s: %d %s", r.URL.Path, w.Code, w.Body)
		}
	}
	if logged.Len() > 0 {
		t.Errorf("logged:\n%s", &logged)
	}
	if err := render.Invalid(accounts.Create().Check(account{Name: "x"})); err != nil {
		t.Errorf("a check that succeeds: %v", err)
	}
	if err := render.Invalid(nil); err != nil {
		t.Errorf("nothing: %v", err)
	}
}

func withField(r *http.Request, name, value string) *http.Request {
	r.Header.Set(name, value)
	return r
}

func jsonRequest(method, target, body string) *http.Request {
	return withField(httptest.NewRequest(method, target, strings.NewReader(body)), "Content-Type", "application/json")
}
