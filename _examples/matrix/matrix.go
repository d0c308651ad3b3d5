// Package matrix writes an access matrix of an API as CSV, for reviews. Like any generator or
// linter outside of the library, it reads only package tree.
package matrix

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/tree"
)

// Write writes a line for each operation: its method and path, the security schemes, and
// a column for each scope, role, permission and policy of the API. A cell is "required",
// or "one of" if another grant in the row is enough.
func Write(w io.Writer, app *tenon.App) error {
	api := app.Tree()
	columns := grants(api)
	out := csv.NewWriter(w)
	if err := out.Write(append([]string{"method", "path", "schemes"}, columns...)); err != nil {
		return err
	}
	for _, op := range api.Operations {
		if err := out.Write(append([]string{op.Method, op.Path, schemes(op.Security)}, cells(op, columns)...)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// grants returns the names of all grants that operations require, sorted.
func grants(api *tree.API) (names []string) {
	for _, op := range api.Operations {
		for _, clause := range op.Security.Clauses() {
			for _, g := range clause.Any {
				names = append(names, name(g))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func name(g tree.Grant) string { return string(g.Kind) + " " + g.Name }

// schemes returns the alternatives: "token or key and certificate"; "public" if none is
// needed.
func schemes(s *tree.Security) string {
	if !s.Secured() || s.Public() {
		return "public"
	}
	var alternatives []string
	for _, together := range s.Schemes {
		var names []string
		for _, scheme := range together {
			names = append(names, scheme.Name)
		}
		alternatives = append(alternatives, strings.Join(names, " and "))
	}
	return strings.Join(alternatives, " or ")
}

// cells returns what an operation requires, by column.
func cells(op *tree.Operation, columns []string) []string {
	row := make([]string, len(columns))
	for _, clause := range op.Security.Clauses() {
		for _, g := range clause.Any {
			cell := &row[slices.Index(columns, name(g))]
			switch {
			case len(clause.Any) == 1:
				*cell = "required"
			case *cell == "":
				*cell = "one of"
			}
		}
	}
	return row
}
