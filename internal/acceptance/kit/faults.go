package kit

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
)

// FaultyAPI is a declaration with faults, and the line on which it is written.
type FaultyAPI struct {
	api      tenon.API
	file     string
	line     int
	messages []string
}

// Faulty returns a row for [CheckFaults]. The declaration is written on the line of the
// call. In a message, HERE stands for the position of that line.
func Faulty(api tenon.API, messages ...string) FaultyAPI {
	_, file, line, _ := runtime.Caller(1)
	return FaultyAPI{api, filepath.Base(file), line, messages}
}

// Line returns the line of the call.
func Line() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

// CheckFaults builds each API and checks that Build reports exactly these faults, in their
// order and at their line.
func CheckFaults(t *testing.T, rows ...FaultyAPI) {
	t.Helper()
	for _, row := range rows {
		name := "no fault"
		if len(row.messages) > 0 {
			name = row.messages[0]
		}
		t.Run(name, func(t *testing.T) {
			_, err := row.api.Build()
			var faults tenon.Faults
			if !errors.As(err, &faults) {
				t.Fatalf("line %d: Build returned %v, want faults", row.line, err)
			}
			here := row.file + ":" + strconv.Itoa(row.line)
			var got, want []string
			for _, f := range faults {
				got = append(got, f.Message)
				if at := filepath.Base(f.File) + ":" + strconv.Itoa(f.Line); at != here {
					t.Errorf("%q is reported at %s, want %s", f.Message, at, here)
				}
			}
			for _, m := range row.messages {
				want = append(want, strings.ReplaceAll(m, "HERE", here))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s:\n got %q\nwant %q", here, got, want)
			}
		})
	}
}

// CheckFault checks that Build reports this fault alone, in the file of the caller; "" is
// none. In the message, … stands for any text.
func CheckFault(t testing.TB, name string, api tenon.API, message string) {
	t.Helper()
	_, file, _, _ := runtime.Caller(1)
	_, err := api.Build()
	var faults tenon.Faults
	switch {
	case message == "" && err == nil:
	case errors.As(err, &faults) && len(faults) == 1 && faults[0].File == file && elided(message, faults[0].Message):
	default:
		t.Errorf("%s: Build reports %v, want %s", name, err, message)
	}
}

// elided reports whether a pattern with … matches a text.
func elided(pattern, text string) bool {
	before, after, cut := strings.Cut(pattern, "…")
	if !cut {
		return pattern == text
	}
	rest, ok := strings.CutPrefix(text, before)
	for i := 0; ok && i <= len(rest); i++ {
		if elided(after, rest[i:]) {
			return true
		}
	}
	return false
}
