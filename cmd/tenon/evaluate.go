package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"go/parser"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

//go:embed program/evaluate.go.txt
var evaluateSource string

// evaluation is what the program in program/evaluate.go.txt reports.
type evaluation struct {
	Faults          []fault
	Error, Document string
	Operations      int // if there are no faults
}

type fault struct {
	File    string
	Line    int
	Message string
}

// parseEvaluation reads the lines that the program writes.
func parseEvaluation(text string) (out evaluation, err error) {
	for line := range strings.Lines(text) {
		kind, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch kind {
		case "fault":
			var f fault
			_, err = fmt.Sscanf(rest, "%q %d %q", &f.File, &f.Line, &f.Message)
			out.Faults = append(out.Faults, f)
		case "error":
			out.Error, err = strconv.Unquote(rest)
		case "operations":
			out.Operations, err = strconv.Atoi(rest)
		case "document":
			out.Document, err = strconv.Unquote(rest)
		}
		if err != nil {
			return out, fmt.Errorf("the program wrote %q: %w", line, err)
		}
	}
	return out, nil
}

// evaluator evaluates expressions in a package, whose main function does not run.
type evaluator struct {
	dir string // where the go command runs
	pkg goPackage
	// Of the document; no document is written if version is "".
	version, format, audience string
}

// evaluate evaluates an expression whose value is a tenon.API or a *tenon.App, perhaps with an
// error.
//
// The values of a package exist only while it runs, and package main cannot be imported. So this
// builds a test of the package, which can see the unexported names too. The source of the test is in an
// overlay of the go command, which also hides the tests of the package: the tree is not changed.
func (e evaluator) evaluate(ctx context.Context, expr string) (evaluation, error) {
	var out evaluation
	if _, err := parser.ParseExpr(expr); err != nil {
		return out, fmt.Errorf("-api %q is not an expression: %w", expr, err)
	}
	temp, err := os.MkdirTemp("", "tenon")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(temp)
	program, err := e.build(ctx, temp, expr)
	if err != nil {
		return out, err
	}
	result := filepath.Join(temp, "result")
	var printed bytes.Buffer
	cmd := exec.CommandContext(ctx, program)
	cmd.Dir, cmd.Stderr = e.pkg.Dir, &printed
	cmd.Env = append(os.Environ(), "TENON_RESULT="+result,
		"TENON_VERSION="+e.version, "TENON_FORMAT="+e.format, "TENON_AUDIENCE="+e.audience)
	if err := cmd.Run(); err != nil {
		text, _, _ := strings.Cut(printed.String(), "\ngoroutine ") // a panic while variables are initialized
		if text = strings.TrimSpace(strings.TrimPrefix(text, "panic: ")); text == "" {
			text = err.Error()
		}
		return out, errors.New(text)
	}
	text, err := os.ReadFile(result)
	if err != nil {
		return out, errors.New("the package ended the program while its variables were initialized")
	}
	return parseEvaluation(string(text))
}

// build builds the test and returns its file.
func (e evaluator) build(ctx context.Context, temp, expr string) (string, error) {
	source := filepath.Join(temp, "evaluate.go")
	text := strings.NewReplacer("package program", "package "+e.pkg.Name, "EXPRESSION", expr).Replace(evaluateSource)
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, name := range e.pkg.Tests {
		replace[filepath.Join(e.pkg.Dir, name)] = ""
	}
	replace[filepath.Join(e.pkg.Dir, "tenon_evaluate_test.go")] = source
	file, err := overlay(temp, replace)
	if err != nil {
		return "", err
	}
	program := filepath.Join(temp, "evaluate")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	_, err = goCommand(ctx, e.dir, "test", "-c", "-vet=off", "-o", program, "-overlay", file, e.pkg.ImportPath)
	return program, err
}

// overlay writes a file for -overlay of the go command. A file that is replaced by "" does not exist.
func overlay(temp string, replace map[string]string) (string, error) {
	text := []byte(`{"Replace":{`)
	for i, name := range slices.Sorted(maps.Keys(replace)) {
		if i > 0 {
			text = append(text, ',')
		}
		var err error
		if text, err = jsontext.AppendQuote(text, name); err != nil {
			return "", err // a name that is not UTF-8
		}
		if text, err = jsontext.AppendQuote(append(text, ':'), replace[name]); err != nil {
			return "", err
		}
	}
	file := filepath.Join(temp, "overlay.json")
	return file, os.WriteFile(file, append(text, "}}"...), 0o600)
}

// goCommand runs the go command and returns what it prints. The error is what it prints to standard error.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(errs.String()); text != "" {
			err = errors.New(text)
		}
		return nil, &goError{args[0], err}
	}
	return out, nil
}

// goError is a failure of the go command.
type goError struct {
	command string
	err     error
}

func (e *goError) Error() string { return "go " + e.command + ": " + e.err.Error() }
func (e *goError) Unwrap() error { return e.err }
