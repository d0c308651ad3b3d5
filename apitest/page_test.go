package apitest_test

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

// The last page that requests can ask for may have entities behind it, and has no link: no walk finds them.
func TestPagesEndAtTheirBound(t *testing.T) {
	app := apitest.Mock(tenon.New("Tools", "1.0.0").Logger(quiet).Add(
		route.Resource("/tools", tools, toolID, apitest.NoStore[tool, string]{}).Paginate(paginate.ByPage().MaxPage(2)).Sorting(toolName),
	), apitest.Seed(1))
	if r := apitest.Send(t, app, nil, "GET", "/tools?limit=1&page=2", ""); r.Header.Get("Link") != `</tools?limit=1&page=1>; rel="first", </tools?limit=1&page=1>; rel="prev"` {
		t.Errorf("%s %s", r.Header, r.Body)
	}
	apitest.Histories(t, app, apitest.Runs(20), apitest.Seed(1))
}
