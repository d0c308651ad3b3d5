package main

import (
	"context"
	_ "embed"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

//go:embed program/shapes.go.txt
var shapesSource string

// evaluate runs a program that imports the package, and returns what it prints. An
// overlay puts the program below the directory of the package.
func (r request) evaluate(ctx context.Context) ([]byte, error) {
	all, err := listPackages(ctx, r.dir, r.pkg)
	switch {
	case err != nil:
		return nil, err
	case len(all) != 1:
		return nil, fmt.Errorf("%s is not one package", r.pkg)
	case all[0].Name == "main":
		return nil, fmt.Errorf("%s is a package main, which cannot be imported", all[0].ImportPath)
	}
	text, err := r.program(all[0].ImportPath)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "tenon")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	source := filepath.Join(temp, "main.go")
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		return nil, err
	}
	place := filepath.Join(all[0].Dir, "shapes_of_this_package", "main.go")
	file, err := overlay(temp, map[string]string{place: source})
	if err != nil {
		return nil, err
	}
	return goCommand(ctx, r.dir, "run", "-overlay", file, filepath.Dir(place))
}

// program writes the program.
func (r request) program(path string) (string, error) {
	var calls []string
	for i, name := range append(append([]string(nil), r.names...), r.unions...) {
		bare := strings.TrimSuffix(name, "()")
		if !token.IsIdentifier(bare) || !token.IsExported(bare) {
			return "", fmt.Errorf("%q is not the name of an exported variable or a call such as Nodes()", name)
		}
		of := "Of"
		if i >= len(r.names) {
			of = "OneOf"
		}
		calls = append(calls, fmt.Sprintf("shapes.%s(pkg.%s)", of, name))
	}
	call := "shapes.TypeScript(" + strings.Join(calls, ", ") + ")"
	if r.kind == "go" {
		call = fmt.Sprintf("shapes.Go(%q, %s)", r.into, strings.Join(calls, ", "))
	}
	return strings.NewReplacer("PACKAGE", path, "CALL", call).Replace(shapesSource), nil
}
