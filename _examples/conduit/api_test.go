package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

// client calls the API as one user.
type client struct {
	t          *testing.T
	api, token string
}

// response is what the tests read of any response.
type response struct {
	Status int         `json:"-"`
	Body   string      `json:"-"`
	Header http.Header `json:"-"`

	Errors        struct{ Body []string }
	User          struct{ Username, Email, Bio, Token string }
	Profile       struct{ Following bool }
	Article       articleBody
	Articles      []articleBody
	ArticlesCount int
	Comment       struct{ ID int }
	Comments      []struct{ Body string }
	Tags          []string
}

type articleBody struct {
	Slug, Title, Description, Body, CreatedAt, UpdatedAt string
	TagList                                              []string
	Favorited                                            bool
	FavoritesCount                                       int
	Author                                               struct {
		Username  string
		Following bool
	}
}

func (c client) send(method, path, body string) (r response) {
	c.t.Helper()
	q, err := http.NewRequestWithContext(c.t.Context(), method, c.api+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if body != "" {
		q.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		q.Header.Set("Authorization", "Token "+c.token)
	}
	w, err := http.DefaultClient.Do(q)
	if err != nil {
		c.t.Fatal(err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &r); err != nil {
			c.t.Fatalf("%s: %v", text, err)
		}
	}
	r.Status, r.Body, r.Header = w.StatusCode, string(text), w.Header
	return r
}

// want sends a request whose response must have a status.
func (c client) want(status int, method, path, body string) response {
	c.t.Helper()
	r := c.send(method, path, body)
	if r.Status != status {
		c.t.Fatalf("%s %s %s: %d %s, want %d", method, path, body, r.Status, r.Body, status)
	}
	return r
}

// register returns the client of a new user.
func register(t *testing.T, api, name string) client {
	t.Helper()
	c := client{t: t, api: api}
	c.token = c.want(201, "POST", "/users", account(name, name+"@example.com", "correct horse")).User.Token
	return c
}

func account(name, email, password string) string {
	return fmt.Sprintf(`{"user": {"username": %q, "email": %q, "password": %q}}`, name, email, password)
}

func draft(title string, tags ...string) string {
	list, _ := json.Marshal(append([]string{}, tags...))
	return fmt.Sprintf(`{"article": {"title": %q, "description": "About.", "body": "Text.", "tagList": %s}}`, title, list)
}

func TestUsersRegisterAndLogIn(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		ann := register(t, api, "ann")
		anonymous := client{t: t, api: api}
		for _, c := range []struct{ body, want string }{
			{account("ANN", "other@example.com", "12345678"), "user/username has already been taken"},
			{account("other", "Ann@Example.com", "12345678"), "user/email has already been taken"},
			{account("", "x", ""), "user/username must have at least 1 character"},
			{account("bob", "bob@example.com", "1234567"), "user/password must have at least 8 characters"},
			{account("bob", "bob@example.com", strings.Repeat("é", 37)), "user/password must have at most 72 bytes"},
			{`{"user": {"username": "b\u0000b", "email": "bob@example.com", "password": "12345678"}}`, "user/username must not contain the character U+0000"},
			{`{"user": {`, "malformed JSON"},
			{`{}`, "user is required"},
		} {
			r := anonymous.want(422, "POST", "/users", c.body)
			if len(r.Errors.Body) == 0 || !strings.Contains(strings.Join(r.Errors.Body, "; "), c.want) {
				t.Errorf("%s: %v", c.body, r.Errors.Body)
			}
		}
		login := func(email, password string) response {
			return anonymous.send("POST", "/users/login", fmt.Sprintf(`{"user": {"email": %q, "password": %q}}`, email, password))
		}
		wrong, unknown := login("ann@example.com", "wrong"), login("nobody@example.com", "wrong")
		if wrong.Status != 401 || unknown.Status != 401 || wrong.Body != unknown.Body {
			t.Errorf("the responses tell which emails are known: %d %s, %d %s", wrong.Status, wrong.Body, unknown.Status, unknown.Body)
		}
		if r := login("ANN@example.com", "correct horse"); r.Status != 200 || r.User.Token == "" {
			t.Errorf("%d %s %v", r.Status, r.Body, r.Header)
		}

		r := ann.want(200, "PUT", "/user", `{"user": {"bio": "I write.", "password": "another horse", "token": "sent back", "mascot": "cat"}}`)
		if r.User.Bio != "I write." || r.User.Email != "ann@example.com" {
			t.Errorf("%+v", r.User)
		}
		if login("ann@example.com", "correct horse").Status != 401 || login("ann@example.com", "another horse").Status != 200 {
			t.Error("the password did not change")
		}
		register(t, api, "bob")
		ann.want(422, "PUT", "/user", `{"user": {"email": "bob@example.com"}}`)
		ann.want(422, "PUT", "/user", `{"user": {"email": null}}`)
		if got := ann.want(200, "GET", "/user", "").User; got.Email != "ann@example.com" {
			t.Errorf("%+v", got)
		}
	})
}

func TestTokensAreChecked(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		ann := register(t, api, "ann")
		others, err := newTokens(strings.Repeat("ab", 32))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(others.Close)
		forged, _ := others.Issue(1)
		ours, _ := newTokens(strings.Repeat("0f", 32))
		t.Cleanup(ours.Close)
		gone, _ := ours.Issue(4711)
		for _, token := range []string{"", "x", forged, gone, ann.token + "x"} {
			c := client{t, api, token}
			if r := c.want(401, "GET", "/user", ""); !strings.HasPrefix(r.Header.Get("WWW-Authenticate"), "Token ") {
				t.Errorf("%v", r.Header)
			}
			if token != "" {
				c.want(401, "GET", "/articles", "")
			}
		}
	})
}

func TestOnlyAuthorsChangeArticles(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		ann, bob := register(t, api, "ann"), register(t, api, "bob")
		article := ann.want(201, "POST", "/articles", draft("A day out", "sea", "air", "sea")).Article
		path := "/articles/" + article.Slug
		if article.Slug != "a-day-out" || !slices.Equal(article.TagList, []string{"air", "sea"}) || article.Author.Username != "ann" {
			t.Errorf("%+v", article)
		}
		comment := ann.want(200, "POST", path+"/comments", `{"comment": {"body": "First."}}`).Comment
		commentPath := fmt.Sprint(path, "/comments/", comment.ID)

		bob.want(403, "PUT", path, `{"article": {"body": "Mine."}}`)
		bob.want(403, "DELETE", path, "")
		bob.want(403, "DELETE", commentPath, "")
		bob.want(404, "DELETE", "/articles/none/comments/1", "")
		client{t: t, api: api}.want(401, "DELETE", path, "")
		if got := bob.want(200, "GET", path, "").Article; got.Body != "Text." || got.UpdatedAt != article.UpdatedAt {
			t.Errorf("%+v", got)
		}

		changed := ann.want(200, "PUT", path, `{"article": {"title": "A day in", "slug": "ignored", "author": {}}}`).Article
		if changed.Slug != "a-day-in" || changed.Body != "Text." || len(changed.TagList) != 2 || changed.CreatedAt != article.CreatedAt {
			t.Errorf("%+v", changed)
		}
		ann.want(422, "PUT", "/articles/a-day-in", `{"article": {"title": ""}}`)
		ann.want(404, "GET", path, "")
		path = "/articles/a-day-in"
		if all := bob.want(200, "GET", path+"/comments", "").Comments; len(all) != 1 || all[0].Body != "First." {
			t.Errorf("%+v", all)
		}
		ann.want(204, "DELETE", fmt.Sprint(path, "/comments/", comment.ID), "")
		ann.want(204, "DELETE", path, "")
		ann.want(404, "PUT", path, `{"article": {"body": "Late."}}`)
		ann.want(404, "POST", path+"/comments", `{"comment": {"body": "Late."}}`)
	})
}

func TestSlugsAreUnique(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		ann := register(t, api, "ann")
		const n = 20
		var (
			all     sync.WaitGroup
			results [n]response
		)
		for i := range n {
			all.Go(func() { results[i] = ann.send("POST", "/articles", draft("Same title!")) })
		}
		all.Wait()
		slugs := map[string]bool{}
		for _, r := range results {
			if r.Status != 201 || !strings.HasPrefix(r.Article.Slug, "same-title") {
				t.Errorf("%d %s", r.Status, r.Body)
			}
			slugs[r.Article.Slug] = true
		}
		if len(slugs) != n || !slugs["same-title"] {
			t.Errorf("%d slugs of %d articles: %v", len(slugs), n, slugs)
		}
		ann.want(201, "POST", "/articles", draft("Other"))
		if got := ann.want(200, "PUT", "/articles/other", `{"article": {"title": "Same title"}}`).Article.Slug; slugs[got] || !strings.HasPrefix(got, "same-title-") {
			t.Errorf("%q", got)
		}
		for title, want := range map[string]string{"Feed": "the-feed", "?!": "the-article", "Über München": "über-münchen"} {
			if got := ann.want(201, "POST", "/articles", draft(title)).Article.Slug; got != want {
				t.Errorf("%s: %s", title, got)
			}
		}
	})
}

func TestListsHaveFiltersAndPages(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		ann, bob := register(t, api, "ann"), register(t, api, "bob")
		anonymous := client{t: t, api: api}
		for i := range 5 {
			ann.want(201, "POST", "/articles", draft(fmt.Sprint("Ann ", i), fmt.Sprint("tag", i%2)))
		}
		bob.want(201, "POST", "/articles", draft("Bob", "tag0"))
		bob.want(200, "POST", "/articles/ann-3/favorite", "")
		for path, want := range map[string]struct {
			count int
			slugs []string
		}{
			"/articles?limit=2":                 {6, []string{"bob", "ann-4"}},
			"/articles?limit=2&offset=4":        {6, []string{"ann-1", "ann-0"}},
			"/articles?author=ANN&tag=tag1":     {2, []string{"ann-3", "ann-1"}},
			"/articles?favorited=bob":           {1, []string{"ann-3"}},
			"/articles?tag=none":                {0, nil},
			"/articles?author=x'%20OR%201=1--":  {0, nil},
			"/articles?tag=%27%3BDROP%20TABLE":  {0, nil},
			"/articles?favorited=%25&author=_%": {0, nil},
		} {
			if strings.HasSuffix(path, "_%") { // malformed percent-encoding
				anonymous.want(422, "GET", path, "")
				continue
			}
			r := anonymous.want(200, "GET", path, "")
			var slugs []string
			for _, a := range r.Articles {
				slugs = append(slugs, a.Slug)
				if a.Favorited || a.Author.Following || strings.Contains(r.Body, `"body"`) {
					t.Errorf("%s: %+v", path, a)
				}
			}
			if r.ArticlesCount != want.count || !slices.Equal(slugs, want.slugs) {
				t.Errorf("%s: %d %v, want %+v", path, r.ArticlesCount, slugs, want)
			}
		}
		for _, path := range []string{"/articles?limit=101", "/articles?limit=0", "/articles?offset=-1", "/articles?tag=%00", "/articles?author=%00", "/articles/%00", "/profiles/%00", "/articles?limit=x"} {
			anonymous.want(422, "GET", path, "")
		}

		if r := bob.want(200, "GET", "/articles/feed", ""); r.ArticlesCount != 0 || r.Articles == nil {
			t.Errorf("%s", r.Body)
		}
		for range 2 { // following twice is following
			if !bob.want(200, "POST", "/profiles/ann/follow", "").Profile.Following {
				t.Error("bob does not follow ann")
			}
		}
		r := bob.want(200, "GET", "/articles/feed?limit=3", "")
		if r.ArticlesCount != 5 || len(r.Articles) != 3 || !r.Articles[1].Favorited || !r.Articles[0].Author.Following {
			t.Errorf("%s", r.Body)
		}
		if bob.want(200, "DELETE", "/profiles/ann/follow", "").Profile.Following || bob.want(200, "GET", "/articles/feed", "").ArticlesCount != 0 {
			t.Error("bob still follows ann")
		}
		bob.want(404, "POST", "/profiles/nobody/follow", "")
		bob.want(404, "POST", "/articles/nothing/favorite", "")
		if tags := anonymous.want(200, "GET", "/tags", "").Tags; !slices.Equal(tags, []string{"tag0", "tag1"}) {
			t.Errorf("%v", tags)
		}
	})
}

func TestFavoritesCountReaders(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		ann, bob := register(t, api, "ann"), register(t, api, "bob")
		ann.want(201, "POST", "/articles", draft("Liked"))
		const path = "/articles/liked/favorite"
		ann.want(200, "POST", path, "")
		bob.want(200, "POST", path, "")
		if got := bob.want(200, "POST", path, "").Article; got.FavoritesCount != 2 || !got.Favorited {
			t.Errorf("%+v", got)
		}
		if got := ann.want(200, "DELETE", path, "").Article; got.FavoritesCount != 1 || got.Favorited {
			t.Errorf("%+v", got)
		}
		if got := (client{t: t, api: api}).want(200, "GET", "/articles/liked", "").Article; got.FavoritesCount != 1 || got.Favorited {
			t.Errorf("%+v", got)
		}
	})
}

func TestGuessingIsLimited(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		c := client{t: t, api: api}
		for range 60 {
			c.want(422, "POST", "/users/login", `{}`)
		}
		if r := c.want(429, "POST", "/users/login", `{}`); len(r.Errors.Body) != 1 || r.Header.Get("Retry-After") == "" {
			t.Errorf("%s %v", r.Body, r.Header)
		}
	})
}

func TestLargeBodiesAreRejected(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		ann := register(t, api, "ann")
		ann.want(413, "POST", "/articles", draft(strings.Repeat("x", 300<<10)))
		ann.want(422, "POST", "/articles", draft(strings.Repeat("x", 201)))
	})
}
