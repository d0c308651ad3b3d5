package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// evaluate runs a program that imports the package, and returns what it prints. An
// overlay puts the program below the directory of the package.
func (r request) evaluate(ctx context.Context) ([]byte, error) {
	path, dir, err := r.locate(ctx)
	if err != nil {
		return nil, err
	}
	text, err := r.program(path)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "shapes")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	source := filepath.Join(temp, "main.go")
	if err := os.WriteFile(source, text, 0o600); err != nil {
		return nil, err
	}
	place := filepath.Join(dir, "shapes_of_this_package", "main.go")
	replaced, err := overlay(place, source)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(file, replaced, 0o600); err != nil {
		return nil, err
	}
	return r.goCommand(ctx, "run", "-overlay", file, filepath.Dir(place))
}

// overlay writes an overlay as the go command reads it, which puts one file in the place
// of another.
func overlay(place, with string) ([]byte, error) {
	return json.Marshal(map[string]map[string]string{"Replace": {place: with}})
}

// locate finds the import path and the directory of the package.
func (r request) locate(ctx context.Context) (path, dir string, err error) {
	out, err := r.goCommand(ctx, "list", "-f", "{{.ImportPath}}\n{{.Dir}}\n{{.Name}}", "--", r.pkg)
	if err != nil {
		return "", "", err
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(out), "\r", "")), "\n")
	switch {
	case len(lines) != 3:
		return "", "", fmt.Errorf("shapes: %s is not one package", r.pkg)
	case lines[2] == "main":
		return "", "", fmt.Errorf("shapes: %s is a package main, which nothing can import", lines[0])
	}
	return lines[0], lines[1], nil
}

// program writes the program.
func (r request) program(path string) ([]byte, error) {
	var calls []string
	for i, name := range append(append([]string(nil), r.names...), r.unions...) {
		bare := strings.TrimSuffix(name, "()")
		if !token.IsIdentifier(bare) || !token.IsExported(bare) {
			return nil, fmt.Errorf("shapes: %q is no name of an exported variable, nor a function such as Nodes()", name)
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
	return fmt.Appendf(nil, `package main

import (
	"fmt"
	"os"

	"github.com/tenon-go/tenon/collection/shapes"

	pkg %q
)

func main() {
	text, err := %s
	if err == nil {
		_, err = os.Stdout.Write(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`, path, call), nil
}

func (r request) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(errs.String()); text != "" {
			err = errors.New(text)
		}
		return nil, fmt.Errorf("shapes: go %s: %w", args[0], err)
	}
	return out, nil
}
