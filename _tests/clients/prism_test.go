package clients_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A prism is a Prism proxy in front of a server that replays responses.
type prism struct {
	url      string
	upstream *upstream
}

// A violation is a part of an exchange that Prism rejects.
type violation struct {
	Location []string
	Code     any // a name, or a status
	Message  string
}

func (v violation) String() string {
	return fmt.Sprintf("%s: %v: %s", strings.Join(v.Location, "."), v.Code, v.Message)
}

// upstream replays the response of the n-th exchange.
type upstream struct {
	mu      sync.Mutex
	waiting map[string]exchange
	n       int
}

// exchangeHeader identifies the exchange of a request that Prism forwards.
const exchangeHeader = "X-Exchange"

// expect registers an exchange for replay and returns its ID.
func (u *upstream) expect(e exchange) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.n++
	name := strconv.Itoa(u.n)
	u.waiting[name] = e
	return name
}

// forget reports whether an exchange was never requested.
func (u *upstream) forget(name string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, waits := u.waiting[name]
	delete(u.waiting, name)
	return waits
}

func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u.mu.Lock()
	name := r.Header.Get(exchangeHeader)
	e, ok := u.waiting[name]
	delete(u.waiting, name)
	u.mu.Unlock()
	if _, err := io.Copy(io.Discard, r.Body); err != nil || !ok {
		panic(http.ErrAbortHandler)
	}
	for name, values := range e.answerHeader {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(e.status)
	_, _ = w.Write(e.answerContent)
}

// newPrism starts Prism with a document.
func newPrism(t *testing.T, document string) prism {
	t.Helper()
	u := &upstream{waiting: map[string]exchange{}}
	server := httptest.NewServer(u)
	t.Cleanup(server.Close)
	return prism{startPrism(t, document, server.URL), u}
}

// startPrism starts Prism in front of a server and returns its address.
func startPrism(t *testing.T, document, upstream string, args ...string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	_, port, _ := net.SplitHostPort(address)
	cmd := exec.CommandContext(t.Context(), "node", append([]string{
		"node_modules/@stoplight/prism-cli/dist/index.js", "proxy", document, upstream, "--port", port, "--cors=false", "--verboseLevel=silent",
	}, args...)...)
	cmd.Dir, cmd.Stderr = "node", os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return "http://" + address
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("Prism does not start")
		}
	}
}

// A verdict is the result of an exchange through Prism.
type verdict struct {
	violations []violation
	refused    bool // by Prism itself, without forwarding the request
}

// judge sends an exchange through Prism.
func (p prism) judge(e exchange) (v verdict, err error) {
	r, err := http.NewRequest(e.method, p.url+e.target, bytes.NewReader(e.content))
	if err != nil {
		return v, err
	}
	r.Header = e.header.Clone()
	name := p.upstream.expect(e)
	r.Header.Set(exchangeHeader, name)
	r.Close = true // Prism may close an idle connection
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return v, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return v, err
	}
	v.refused = p.upstream.forget(name)
	if !v.refused && res.StatusCode != e.status {
		return v, fmt.Errorf("Prism makes %d of it: %.300s", res.StatusCode, text)
	}
	v.violations, err = violationsOf(res)
	return v, err
}

// violationsOf returns the violations in the response header of Prism.
func violationsOf(res *http.Response) (all []violation, err error) {
	if list := res.Header.Get("Sl-Violations"); list != "" {
		err = json.Unmarshal([]byte(list), &all)
	}
	return all, err
}

func (v violation) ofRequest() bool { return v.Location[0] == "request" }

// unmatched reports whether the document has no such operation.
func (v violation) unmatched() bool { return v.Message == "Selected route not found" }
