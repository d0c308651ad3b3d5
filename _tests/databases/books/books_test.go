package books

import (
	"database/sql"
	_ "embed"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/_tests/databases/books/ent"
	"github.com/tenon-go/tenon/_tests/databases/books/sqlc"
	"github.com/tenon-go/tenon/route"
)

//go:embed sqlc/schema.sql
var schema string

// open returns a database with an empty table of books.
func open(t *testing.T) (*pgxpool.Pool, *sql.DB) {
	t.Helper()
	address, err := url.Parse(os.Getenv("TENON_POSTGRES"))
	if err != nil || address.Host == "" {
		t.Fatal("TENON_POSTGRES is not set; run .ci/postgres go -C _tests test ./databases/...")
	}
	name := "b" + strconv.FormatUint(rand.Uint64(), 36)
	query := address.Query()
	query.Set("search_path", name)
	address.RawQuery = query.Encode()

	pool, err := pgxpool.New(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := pool.Exec(t.Context(), "CREATE SCHEMA "+name+"; "+schema); err != nil {
		t.Fatal(err)
	}
	db := stdlib.OpenDBFromPool(pool)
	t.Cleanup(func() {
		_, _ = db.Exec("DROP SCHEMA " + name + " CASCADE")
		_ = db.Close()
	})
	return pool, db
}

func TestPGX(t *testing.T) {
	pool, _ := open(t)
	serves(t, Resource(PGX{Pool: pool}))
}

func TestSQLC(t *testing.T) {
	pool, db := open(t)
	serves(t, Resource(SQLC{Pool: pool, Queries: sqlc.New(pool), Lists: db}))
}

func TestGORM(t *testing.T) {
	_, db := open(t)
	g, err := gorm.Open(postgres.New(postgres.Config{Conn: db}),
		&gorm.Config{TranslateError: true, Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	serves(t, Resource(GORM{DB: g}))
}

func TestEnt(t *testing.T) {
	_, db := open(t)
	client := ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, db)))
	serves(t, Resource(Ent{Client: client, Lists: db}))
}

// serves checks every operation of a store over HTTP.
func serves(t *testing.T, r route.ResourceRoutes[Book, int64]) {
	t.Helper()
	app, err := tenon.New("Library", "1.0.0").Add(r).Build()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app)
	defer server.Close()

	for _, c := range []struct {
		method, target, body, match string
		status                      int
		want                        string // a part of the response
	}{
		{"POST", "/books", `{"title": "Omoo", "pages": 389}`, "", 201, `{"data":{"id":1,"title":"Omoo","pages":389}}`},
		{"POST", "/books", `{"title": "Mardi", "pages": 654}`, "", 201, `"id":2`},
		{"POST", "/books", `{"title": "Omoo", "pages": 1}`, "", 409, `"code":"title_taken"`},
		{"POST", "/books", `{"title": "", "pages": 1}`, "", 422, `"min_length"`},
		{"GET", "/books/1", "", "", 200, `{"data":{"id":1,"title":"Omoo","pages":389}}`},
		{"GET", "/books/9", "", "", 404, `"code":"no_such_entity"`},
		{"GET", "/books?order_by=-pages&limit=1", "", "", 200, `{"data":[{"id":2,"title":"Mardi","pages":654}],"pagination":{"page":1,"page_size":1,"has_more":true,"total_pages":2}}`},
		{"GET", "/books?min_pages=400&title_prefix=Ma", "", "", 200, `{"data":[{"id":2,"title":"Mardi","pages":654}],"pagination":{"page":1,"page_size":20,"has_more":false,"total_pages":1}}`},
		{"PATCH", "/books/1", `{"pages": 390}`, `"1"`, 200, `{"data":{"id":1,"title":"Omoo","pages":390}}`},
		{"PATCH", "/books/1", `{"pages": 391}`, `"1"`, 412, `"code":"precondition_failed"`},
		{"PATCH", "/books/1", `{"title": "Mardi"}`, "", 409, `"code":"title_taken"`},
		{"PATCH", "/books/1", `{"pages": 0}`, "", 422, `"min"`},
		{"PATCH", "/books/9", `{"pages": 1}`, "", 404, `"code":"no_such_entity"`},
		{"GET", "/books/1", "", "", 200, `{"data":{"id":1,"title":"Omoo","pages":390}}`},
		{"DELETE", "/books/1", "", `"1"`, 412, `"code":"precondition_failed"`},
		{"DELETE", "/books/1", "", `"2"`, 200, `{"data":{"id":1}}`},
		{"DELETE", "/books/1", "", "", 404, `"code":"no_such_entity"`},
		{"GET", "/books", "", "", 200, `{"data":[{"id":2,"title":"Mardi","pages":654}]`},
	} {
		request, err := http.NewRequestWithContext(t.Context(), c.method, server.URL+c.target, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if c.body != "" {
			request.Header.Set("Content-Type", "application/json")
		}
		if c.match != "" {
			request.Header.Set("If-Match", c.match)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		err = response.Write(&got)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != c.status || !strings.Contains(got.String(), c.want) {
			t.Errorf("%s %s %s: want %d with %s, got\n%s", c.method, c.target, c.body, c.status, c.want, &got)
		}
	}
}
