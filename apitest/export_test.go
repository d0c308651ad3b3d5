package apitest

import (
	"testing"

	"github.com/tenon-go/tenon"
)

// Missed returns what Mutants reports.
func Missed(t *testing.T, app *tenon.App, opts ...Option) []string {
	s := newSuite(app, settingsOf(opts))
	return s.missed(t, s.mutants())
}
