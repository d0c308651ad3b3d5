package preconditions_test

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

// Every precondition of a change. The entity changes exactly if the response says so.
func TestChangingIsConditional(t *testing.T) {
	const text = `{"text":"red"}`
	for _, test := range []struct {
		name   string
		id     string
		fields []string
		status int // of PATCH, PUT and DELETE
		put    int // of PUT, if it is another
	}{
		{"no condition", "a", nil, 200, 0},
		{"its version", "a", []string{"If-Match: " + leafTag}, 200, 0},
		{"its version among others", "a", []string{`If-Match: "x", "y"`, "If-Match: " + leafTag}, 200, 0},
		{"any version", "a", []string{"If-Match: *"}, 200, 0},
		{"another version", "a", []string{`If-Match: "x"`}, 412, 0},
		{"a weak tag never matches", "a", []string{"If-Match: W/" + leafTag}, 412, 0},
		{"no version", "a", []string{"If-Match: "}, 412, 0},
		{"a malformed list", "a", []string{"If-Match: r1"}, 400, 0},
		{"unchanged since", "a", []string{"If-Unmodified-Since: " + leafDate}, 200, 0},
		{"changed since", "a", []string{"If-Unmodified-Since: " + leafBefore}, 412, 0},
		{"no date", "a", []string{"If-Unmodified-Since: then"}, 200, 0},
		{"a date does not count beside a tag", "a", []string{"If-Match: " + leafTag, "If-Unmodified-Since: " + leafBefore}, 200, 0},
		{"only if it does not exist", "a", []string{"If-None-Match: *"}, 412, 0},
		{"only if it is another version", "a", []string{"If-None-Match: W/" + leafTag}, 412, 0},
		{"if it is another version", "a", []string{`If-None-Match: "x"`}, 200, 0},
		{"If-Modified-Since is for reading", "a", []string{"If-Modified-Since: " + leafAfter}, 200, 0},
		{"a tag of what has none", "dated", []string{"If-Match: " + leafTag}, 412, 0},
		{"a date of what has none", "tagged", []string{"If-Unmodified-Since: " + leafBefore}, 200, 0},
		{"what does not exist", "none", []string{`If-Match: "x"`}, 404, 412},
		{"any of what does not exist", "none", []string{"If-Match: *"}, 404, 412},
		{"only if it does not exist, and it does not", "none", []string{"If-None-Match: *"}, 404, 201},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, method := range []string{"PATCH", "PUT", "DELETE"} {
				store := newTree()
				server, logged := kit.Start(t, tenon.New("T", "1"), store.routes())
				content, status := text, test.status
				if method == "DELETE" {
					content = ""
				}
				if method == "PUT" && test.put != 0 {
					status = test.put
				}
				before, had := store.stored(test.id)
				a := server.Send(t, method, "/leaves/"+test.id, content, test.fields...)
				if a.Status != status {
					t.Errorf("%s: %d %s, want %d", method, a.Status, a.Body, status)
				}
				if status == 412 && (a.Code() != "precondition_failed" || a.Header.Get("Content-Type") != "application/problem+json") {
					t.Errorf("%s: %v %s", method, a.Header, a.Body)
				}
				after, has := store.stored(test.id)
				if changed := after != before || had != has; changed != (status < 300) {
					t.Errorf("%s: %d, and %+v is %+v", method, status, before, after)
				}
				logged.Empty(t)
			}
		})
	}
}

// Violations come before preconditions, and malformed preconditions before both.
func TestViolationsComeBeforePreconditions(t *testing.T) {
	store := newTree()
	server, _ := kit.Start(t, tenon.New("T", "1"), store.routes())
	for _, test := range []struct {
		method, id, content, field string
		status                     int
		code                       string
	}{
		{"PATCH", "a", `{"size":100}`, `If-Match: "x"`, 422, "invalid_request"},
		{"PUT", "a", `{"size":2}`, `If-Match: "x"`, 422, "invalid_request"},
		{"PATCH", "broken", `{"size":2}`, `If-Match: "x"`, 422, "invalid_request"}, // what is stored is not valid
		{"PATCH", "a", `{"size":100}`, `If-Match: x`, 400, "malformed_request"},
		{"PATCH", "a", `{"size"`, `If-Match: "x"`, 400, "malformed_request"},
		{"PUT", "a", `{"text":"x"}`, `If-Match: "x"`, 412, "precondition_failed"},
		{"POST", "", `{"text":"x"}`, `If-Match: x`, 201, ""}, // of what would be the version?
		{"POST", "", `{"text":"x"}`, `If-None-Match: *`, 201, ""},
	} {
		a := server.Send(t, test.method, strings.TrimSuffix("/leaves/"+test.id, "/"), test.content, test.field)
		if a.Status != test.status || a.Code() != test.code {
			t.Errorf("%s %s with %s: %d %s, want %d %s", test.method, test.content, test.field, a.Status, a.Body, test.status, test.code)
		}
	}
	if l, _ := store.stored("a"); l.Rev != 1 {
		t.Errorf("the leaf became %+v", l)
	}
}

// Of many requests that change one version, one succeeds.
func TestNoUpdateIsLost(t *testing.T) {
	const rounds, clients = 5, 200
	store := newTree()
	server, logged := kit.Start(t, tenon.New("T", "1"), store.routes())
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients, MaxConnsPerHost: 64}}
	t.Cleanup(client.CloseIdleConnections)
	for round := 1; round <= rounds; round++ {
		tag := fmt.Sprintf(`"r%%20%d"`, round)
		var wg sync.WaitGroup
		statuses, texts := make([]int, clients), make([]string, clients)
		for i := range clients {
			wg.Go(func() {
				r, _ := http.NewRequest("PATCH", server.URL+"/leaves/a", strings.NewReader(`{"text":"`+strconv.Itoa(i)+`"}`))
				r.Header.Set("Content-Type", "application/merge-patch+json")
				r.Header.Set("If-Match", tag)
				res, err := client.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				defer res.Body.Close()
				text, _ := io.ReadAll(res.Body)
				statuses[i], texts[i] = res.StatusCode, string(text)
			})
		}
		wg.Wait()
		winner := -1
		for i, status := range statuses {
			switch {
			case status == 200 && winner < 0:
				winner = i
			case status != 412:
				t.Errorf("round %d: client %d got %d %s", round, i, status, texts[i])
			}
		}
		if winner < 0 {
			t.Fatalf("round %d: nobody won", round)
		}
		if l, _ := store.stored("a"); l.Rev != round+1 || l.Text != strconv.Itoa(winner) {
			t.Errorf("round %d: client %d won, and the leaf is %+v", round, winner, l)
		}
	}
	logged.Empty(t)
}
