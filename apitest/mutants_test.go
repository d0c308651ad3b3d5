package apitest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

// workshop returns an API with most of what bugs can be planted in.
func workshop() *tenon.App {
	return apitest.Mock(tenon.New("Tools", "1.0.0").Logger(quiet).Authenticate(byToken).Use(apitest.Mutant).Add(
		route.Resource("/tools", tools, toolID, apitest.NoStore[tool, string]{}).
			Paginate(paginate.ByCursor(paginate.NewKey()).Total(paginate.Always)).
			Sorting(toolName, price).Filters(paginate.AtLeast(price), paginate.Equal(tag)),
		route.Get("/tools/export", route.Lines(tools.View())),
	), apitest.Seed(1))
}

// TestLawsOfMutants runs once without a bug, and once with each of TestLawsNoticeMutants.
func TestLawsOfMutants(t *testing.T) {
	options := []apitest.Option{ann, bob, apitest.Runs(12), apitest.Seed(1)}
	app := workshop()
	apitest.Laws(t, app, options...)
	apitest.Histories(t, app, options...)
}

func TestLawsNoticeMutants(t *testing.T) {
	apitest.Mutants(t, workshop(), apitest.Tests("^TestLawsOfMutants$"))
}

// TestOneView looks at the status of one response alone.
func TestOneView(t *testing.T) {
	if r := apitest.Send(t, workshop(), apitest.Bearer("ann"), "GET", "/tools/2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f", ""); r.Status != 200 {
		t.Error(r.Status)
	}
}

// Bugs that tests do not notice are reported, and apart those that they do not meet.
func TestReportOfMutants(t *testing.T) {
	missed := apitest.Missed(t, workshop(), apitest.Tests("^TestOneView$"), apitest.Except("a create is not stored"))
	for line, want := range map[string]bool{
		"a view loses a member: GET /tools/{id}: no test notices it":            true,
		"a create makes two: POST /tools: no request of the tests meets it":     true,
		"a create is not stored: POST /tools: no request of the tests meets it": false,
		"every caller is the first one:  : no test notices it":                  true,
		"a list is reversed: GET /tools: no request of the tests meets it":      true,
		"a stream lacks its last line: GET /tools/export: no test notices it":   false,
	} {
		if slices.Contains(missed, line) != want {
			t.Errorf("%q: %v, want %v", line, !want, want)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(missed, "\n"))
	}
}
