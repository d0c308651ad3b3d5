package tenon

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// Fault is one mistake in a declaration and the place where it was written.
type Fault struct {
	File    string // full name
	Line    int
	Message string // in the words of the declaration
}

// Error implements error. It gives the file's base name.
func (f *Fault) Error() string {
	if f.File == "" {
		return f.Message
	}
	return filepath.Base(f.File) + ":" + strconv.Itoa(f.Line) + ": " + f.Message
}

// Faults are all mistakes of an API, in the order of file and line.
type Faults []*Fault

// Error implements error: every fault on a line of its own.
func (fs Faults) Error() string {
	var b strings.Builder
	b.WriteString("tenon: the declaration has ")
	if len(fs) == 1 {
		b.WriteString("a fault")
	} else {
		b.WriteString(strconv.Itoa(len(fs)) + " faults")
	}
	for _, f := range fs {
		b.WriteString("\n\t" + f.Error())
	}
	return b.String()
}

// Unwrap lets errors.As find a *Fault.
func (fs Faults) Unwrap() []error {
	errs := make([]error, len(fs))
	for i, f := range fs {
		errs[i] = f
	}
	return errs
}

// faultsOf resolves positions, sorts, and drops what was found twice: a
// property is met once for each collection and route that has it.
func faultsOf(found []ir.Fault) Faults {
	var fs Faults
	for _, f := range found {
		file, line := f.At.Position()
		fs = append(fs, &Fault{file, line, f.Message})
	}
	slices.SortStableFunc(fs, func(a, b *Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(fs, func(a, b *Fault) bool { return *a == *b })
}
