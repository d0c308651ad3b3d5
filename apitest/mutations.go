package apitest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// mutation is a kind of bug.
type mutation struct {
	bug   string
	in    spot
	plant func(mutant, http.Handler) http.Handler
}

// mutations returns the kinds of bugs: those of handlers and stores, and of what is in front of them.
func mutations() []mutation {
	return slices.Concat(writeMutations(), readMutations(), headerMutations())
}

// allOperations is the name of what a bug in all operations is about.
const allOperations = "*"

// spot returns where a resource can have a bug: the operation, or nil, and the name of what the bug is about.
type spot func(*resource) (o *operation, name string)

// The operations of a resource.
func creates(r *resource) *operation  { return r.create }
func views(r *resource) *operation    { return r.view }
func lists(r *resource) *operation    { return r.list }
func patches(r *resource) *operation  { return r.patch }
func replaces(r *resource) *operation { return r.put }

// in returns where a bug is in an operation, if is says so.
func in(of func(*resource) *operation, is func(*resource, *operation) bool) spot {
	return func(r *resource) (*operation, string) {
		if o := of(r); o != nil && is(r, o) {
			return o, ""
		}
		return nil, ""
	}
}

func always(*resource, *operation) bool          { return true }
func viewed(r *resource, _ *operation) bool      { return r.view != nil }
func conditional(_ *resource, o *operation) bool { return o.Conditional() }
func protected(_ *resource, o *operation) bool   { return o.Security.Secured() && !o.Security.Public() }

// sending returns where a bug is in a member of a request.
func sending(of func(*resource) *operation, is func(*tree.Member) bool) spot {
	return func(r *resource) (*operation, string) {
		if o := of(r); o != nil && o.sent() != nil && !isForm(o.Body) {
			for _, m := range o.sent().In(o.Body.Mode) {
				if is(m) && m.Prop.Name != r.key {
					return o, m.Prop.Name
				}
			}
		}
		return nil, ""
	}
}

func every(*tree.Member) bool       { return true }
func spared(m *tree.Member) bool    { return m.Prop.MayBeAbsent() }
func numbers(m *tree.Member) bool   { _, is := m.Prop.Type.(tree.Integer); return is }
func lose(m mutant, v value) value  { return v.without(m.name) }
func alter(m mutant, v value) value { return altered(m.name, v) }

// texts reports whether a member is a text that stays valid if it is changed.
func texts(m *tree.Member) bool {
	t, is := m.Prop.Type.(tree.Text)
	return is && t.Format == "" && !slices.ContainsFunc(m.Prop.Rules, func(r tree.Rule) bool { _, is := r.(tree.Pattern); return is })
}

// altered gives a member another value.
func altered(name string, v value) value {
	if old, has := v.get(name); has {
		v = v.with(name, other(old))
	}
	return v
}

func writeMutations() []mutation {
	return []mutation{
		{"a create loses a member", sending(creates, spared), inBody(lose)},
		{"a create changes a text", sending(creates, texts), inBody(alter)},
		{"a create changes a number", sending(creates, numbers), inBody(alter)},
		{"a create makes two", in(creates, always), makesTwo},
		{"a create is not stored", in(creates, func(r *resource, _ *operation) bool { return r.remove != nil }), notStored},
		{"a patch loses a member", sending(patches, every), inBody(lose)},
		{"a patch changes a text", sending(patches, texts), inBody(alter)},
		{"a patch ignores null", sending(patches, func(m *tree.Member) bool { return m.Nullable(tree.Update) || m.Omittable }), inBody(func(_ mutant, v value) value {
			return only(v, func(_ string, v value) bool { return !v.null() })
		})},
		{"a patch is not stored", in(patches, viewed), answered},
		{"a replacement loses a member", sending(replaces, spared), inBody(lose)},
		{"a replacement is not stored", in(replaces, viewed), answered},
		{"a delete is not done", func(r *resource) (*operation, string) {
			o, _ := in(func(r *resource) *operation { return r.remove }, viewed)(r)
			if o != nil && !o.Success.Body.Empty() {
				return o, "content"
			}
			return o, ""
		}, notDeleted},
		{"an undeclared member is accepted", func(r *resource) (*operation, string) {
			o := r.create
			if o.sent() == nil || o.sent().Rest != nil {
				return nil, ""
			}
			var names []string
			for _, m := range o.sent().In(o.Body.Mode) {
				names = append(names, m.Prop.Name)
			}
			return o, strings.Join(names, "\t")
		}, inBody(func(m mutant, v value) value {
			return only(v, func(name string, _ value) bool { return slices.Contains(strings.Split(m.name, "\t"), name) })
		})},
	}
}

// only returns an object with some of its members.
func only(v value, keep func(name string, member value) bool) value {
	out := value{kind: v.kind}
	for i, name := range v.names {
		if keep(name, v.items[i]) {
			out = out.with(name, v.items[i])
		}
	}
	return out
}

// makesTwo serves a request twice.
func makesTwo(m mutant, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.meet()
		body, _ := io.ReadAll(r.Body)
		again := r.Clone(r.Context())
		again.Header.Del(tree.IdempotencyKey)
		resend(again, body)
		serve(next, again)
		resend(r, body)
		next.ServeHTTP(w, r)
	})
}

// notStored deletes what a request has created. A router that serves each operation apart does not let it.
func notStored(m mutant, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := serve(next, r)
		if at := x.header.Get("Location"); x.status == http.StatusCreated && at != "" {
			if instead(next, r, http.MethodDelete, at).status < 300 {
				m.meet()
			}
		}
		x.write(w)
	})
}

// instead returns the response to another request of the same caller.
func instead(next http.Handler, r *http.Request, method, target string) *recorded {
	other := httptest.NewRequestWithContext(r.Context(), method, target, nil)
	other.Header, other.RemoteAddr = r.Header.Clone(), r.RemoteAddr
	for _, name := range []string{"Content-Type", "Content-Length", "If-Match", "If-None-Match", tree.IdempotencyKey} {
		other.Header.Del(name)
	}
	return serve(next, other)
}

// answered responds to a patch or a replacement as if it were stored.
func answered(m mutant, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		resend(r, body)
		sent, ok := parse(body)
		if m.wrapper != "" {
			sent, ok = sent.get(m.wrapper)
		}
		x := instead(next, r, http.MethodGet, r.URL.RequestURI())
		v, _ := parse(x.body)
		entity := v
		if m.envelope != "" {
			entity, _ = v.get(m.envelope)
		}
		if !ok || x.status != http.StatusOK || entity.kind != jsonx.Object {
			next.ServeHTTP(w, r)
			return
		}
		m.meet()
		for i, name := range sent.names {
			entity = entity.with(name, sent.items[i])
		}
		if x.body = entity.append(nil); m.envelope != "" {
			x.body = v.with(m.envelope, entity).append(nil)
		}
		x.write(w)
	})
}

// notDeleted responds to a DELETE as if it were done. m.name is "" if the response has no content.
func notDeleted(m mutant, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := instead(next, r, http.MethodGet, r.URL.RequestURI())
		if x.status != http.StatusOK {
			next.ServeHTTP(w, r)
			return
		}
		m.meet()
		if m.name == "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		x.write(w)
	})
}

func readMutations() []mutation {
	items := func(change func([]value) []value) func(mutant, http.Handler) http.Handler {
		return inContent(func(_ mutant, v value) value {
			v.items = change(v.items)
			return v
		})
	}
	showing := func(r *resource) (*operation, string) {
		if r.view != nil {
			for _, m := range r.view.entity().In(tree.View) {
				if m.Prop.Name != r.key && !m.Guarded() {
					return r.view, m.Prop.Name
				}
			}
		}
		return nil, ""
	}
	parameter := func(of func(*resource) string) spot {
		return func(r *resource) (*operation, string) {
			if r.list == nil || of(r) == "" {
				return nil, ""
			}
			return r.list, of(r)
		}
	}
	dropped := inRequest(func(m mutant, r *http.Request) {
		q := r.URL.Query()
		q.Del(m.name)
		r.URL.RawQuery = q.Encode()
	})
	order := parameter(func(r *resource) string { name, _ := r.list.sorts(); return name })
	return []mutation{
		{"a view loses a member", showing, inContent(lose)},
		{"a view shows another value", showing, inContent(alter)},
		{"a view is remembered", in(views, always), remembered},
		{"a list lacks its last entity", in(lists, always), items(func(all []value) []value { return all[:max(len(all)-1, 0)] })},
		{"a list has an entity twice", in(lists, always), items(func(all []value) []value { return append(all, all[:min(len(all), 1)]...) })},
		{"a list is reversed", in(lists, always), items(func(all []value) []value {
			all = slices.Clone(all)
			slices.Reverse(all)
			return all
		})},
		{"a filter is ignored", parameter(func(r *resource) string {
			if len(r.filters) == 0 {
				return ""
			}
			return r.filters[0].parameter
		}), dropped},
		{"another filter is ignored", parameter(func(r *resource) string {
			if len(r.filters) < 2 {
				return ""
			}
			return r.filters[len(r.filters)-1].parameter
		}), dropped},
		{"an order is ignored", order, dropped},
		{"the limit is ignored", parameter(func(r *resource) string { return r.list.limit() }), dropped},
		{"the position of a page is ignored", parameter(func(r *resource) string {
			if position, _ := r.list.paging(); position != nil {
				return position.Prop.Name
			}
			return ""
		}), dropped},
		{"a total is one less", func(r *resource) (*operation, string) {
			if r.list != nil && r.list.Success.Body.Beside != nil && !r.list.Success.Body.Inline {
				for _, m := range r.list.Success.Body.PageMembers {
					if m.Says == tree.TotalItems || m.Says == tree.TotalPages {
						return r.list, r.list.Success.Body.Beside.Name + "/" + m.Name
					}
				}
			}
			return nil, ""
		}, inResponse(func(m mutant, _ *http.Request, x *recorded) {
			object, name, _ := strings.Cut(m.name, "/")
			v, ok := parse(x.body)
			if inner, has := v.get(object); ok && has {
				x.body = v.with(object, altered(name, inner)).append(nil)
			}
		})},
		{"a stream lacks its last line", in(func(r *resource) *operation {
			if len(r.streams) == 0 {
				return nil
			}
			return r.streams[0]
		}, always), inResponse(func(_ mutant, _ *http.Request, x *recorded) {
			lines := slices.Collect(strings.Lines(string(x.body)))
			x.body = []byte(strings.Join(lines[:max(len(lines)-1, 0)], ""))
		})},
	}
}

// remembered responds to each caller with the first response.
func remembered(m mutant, next http.Handler) http.Handler {
	var mu sync.Mutex
	first := map[string]*recorded{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		key := r.Method + r.URL.String() + r.Header.Get("Authorization")
		if first[key] == nil {
			first[key] = serve(next, r)
		} else {
			m.meet()
		}
		first[key].write(w)
	})
}

func headerMutations() []mutation {
	ignores := func(name string) func(mutant, http.Handler) http.Handler {
		return inRequest(func(_ mutant, r *http.Request) { r.Header.Del(name) })
	}
	drops := func(name string, statuses ...int) func(mutant, http.Handler) http.Handler {
		return inResponse(func(_ mutant, _ *http.Request, x *recorded) {
			if len(statuses) == 0 || slices.Contains(statuses, x.status) {
				x.lost = append(x.lost, name)
			}
		})
	}
	everywhere := func(r *resource) (*operation, string) {
		o, _ := in(creates, protected)(r)
		return o, allOperations
	}
	return []mutation{
		{"If-Match is ignored", in(patches, conditional), ignores("If-Match")},
		{"If-None-Match is ignored", in(views, conditional), ignores("If-None-Match")},
		{"an entity tag stays", in(views, conditional), inResponse(func(_ mutant, _ *http.Request, x *recorded) {
			if x.header.Get("ETag") != "" {
				x.header.Set("ETag", `"1"`)
			}
		})},
		{"an entity tag is missing", in(views, conditional), drops("ETag")},
		{"Idempotency-Key is ignored", in(creates, func(_ *resource, o *operation) bool { return o.Idempotency != nil }), ignores(tree.IdempotencyKey)},
		{"Location is missing", in(creates, always), drops("Location")},
		{"201 is 200", in(creates, func(_ *resource, o *operation) bool { return o.Success.Status == http.StatusCreated }), status(201, 200)},
		{"404 is 400", in(views, always), status(404, 400)},
		{"422 is 400", in(creates, always), status(422, 400)},
		{"a problem has another code", in(creates, always), inResponse(func(_ mutant, _ *http.Request, x *recorded) {
			if v, ok := parse(x.body); ok && x.status >= 400 {
				x.body = altered("code", v).append(nil)
			}
		})},
		{"a problem names its first violation alone", in(creates, always), inResponse(func(_ mutant, _ *http.Request, x *recorded) {
			v, ok := parse(x.body)
			if all, has := v.get("errors"); ok && has && len(all.items) > 1 {
				all.items = all.items[:1]
				x.body = v.with("errors", all).append(nil)
			}
		})},
		{"the next page has no link", in(lists, always), drops("Link")},
		{"401 has no challenge", in(creates, protected), drops("WWW-Authenticate", 401)},
		{"requests without credentials are those of the last caller", everywhere, lastCaller},
		{"every caller is the first one", everywhere, firstCaller},
	}
}

// status replaces a status of responses.
func status(from, to int) func(mutant, http.Handler) http.Handler {
	return inResponse(func(_ mutant, _ *http.Request, x *recorded) {
		if x.status == from {
			x.status = to
		}
	})
}

// lastCaller gives requests without credentials those of the last one.
func lastCaller(m mutant, next http.Handler) http.Handler {
	var mu sync.Mutex
	last := ""
	return inRequest(func(_ mutant, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if own := r.Header.Get("Authorization"); own != "" {
			last = own
		} else if last != "" {
			r.Header.Set("Authorization", last)
		}
	})(m, next)
}

// firstCaller gives requests the credentials of the first one.
func firstCaller(m mutant, next http.Handler) http.Handler {
	var mu sync.Mutex
	first := ""
	return inRequest(func(_ mutant, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if first == "" {
			first = r.Header.Get("Authorization")
		} else if r.Header.Get("Authorization") != "" {
			r.Header.Set("Authorization", first)
		}
	})(m, next)
}
