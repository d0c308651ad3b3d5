package openapi

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// problemSet is the problems of one status.
type problemSet struct {
	status   int
	format   *tree.ProblemFormat // of the operation
	headers  commonHeaders
	builtin  []tree.BuiltinProblem
	declared []tree.Failure
	of       *tree.Failure // the range; nil if the set has one status
	ref      string        // the reference to the component of a set of built-in problems; "" if it is not needed yet
}

// problemsOf returns the problems of an operation in the order of their status.
// Operations with the same built-in problems share these.
func (w *writer) problemsOf(op *tree.Operation, outgoing bool) []problemSet {
	sets := w.sets[:0]
	if !outgoing {
		sets = append(sets, w.builtinSets[w.builtinOf(op)].sets...)
	}
	for _, f := range op.Fails {
		if f.Range != tree.NoRange {
			continue
		}
		status := op.FormatOf(f).Status(f.Status)
		i, found := setOf(sets, status)
		if !found {
			sets = slices.Insert(sets, i, problemSet{status: status, format: op.ProblemFormat, headers: commonHeadersOf(op, status)})
		}
		sets[i].declared = append(slices.Clip(sets[i].declared), f)
	}
	for _, r := range tree.StatusRanges() {
		status := statusOf(r)
		i, found := setOf(sets, status)
		if found {
			continue // with built-in problems
		}
		if f := declaredRange(op, r); f != nil {
			sets = slices.Insert(sets, i, problemSet{status: status, format: op.ProblemFormat, headers: commonHeadersOf(op, status), of: f})
		}
	}
	w.sets = sets
	return sets
}

// declaredRange returns the declaration of a range, or nil.
func declaredRange(op *tree.Operation, r tree.StatusRange) *tree.Failure {
	if i := slices.IndexFunc(op.Fails, func(f tree.Failure) bool { return f.Range == r }); i >= 0 {
		return &op.Fails[i]
	}
	return nil
}

// otherProblems returns the description of a range.
func (w *writer) otherProblems(f *tree.Failure) string {
	return cmp.Or(w.words.of(f.Doc), w.words.of(f.Title))
}

// setOf returns the index of the problems of a status, or where they would be.
func setOf(sets []problemSet, status int) (i int, found bool) {
	return slices.BinarySearchFunc(sets, status, func(s problemSet, status int) int { return s.status - status })
}

// builtinOf returns the index of the built-in problems of an operation.
func (w *writer) builtinOf(op *tree.Operation) int {
	w.builtin = op.AppendBuiltinProblems(w.builtin[:0])
	common, ranges := commonHeadersOf(op, http.StatusUnsupportedMediaType), w.rangesOf(op)
	for i := range w.builtinSets {
		known := &w.builtinSets[i]
		if known.headers == common && known.format == op.ProblemFormat && ranges == "" && known.ranges == "" && slices.Equal(known.problems, w.builtin) {
			return i
		}
	}
	all := slices.Clone(w.builtin)
	var sets []problemSet
	named := func(status int) bool {
		return slices.ContainsFunc(op.Fails, func(f tree.Failure) bool {
			return f.Range == tree.NoRange && op.FormatOf(f).Status(f.Status) == status
		})
	}
	for _, b := range all {
		status := op.ProblemFormat.Status(b.Status)
		of := op.RangeOf(status)
		if of != nil && !named(status) {
			status = statusOf(of.Range)
		} else {
			of = nil
		}
		i, found := setOf(sets, status)
		if !found {
			sets = slices.Insert(sets, i, problemSet{status: status, format: op.ProblemFormat, headers: commonHeadersOf(op, b.Status), of: of})
		}
		sets[i].headers.patches = sets[i].headers.patches || commonHeadersOf(op, b.Status).patches
		sets[i].builtin = append(sets[i].builtin, b)
	}
	for i := range sets {
		if set := &sets[i]; !named(set.status) {
			set.ref = w.builtinRef(*set)
		}
	}
	w.builtinSets = append(w.builtinSets, builtinProblems{problems: all, format: op.ProblemFormat, headers: common, ranges: ranges, sets: sets})
	return len(w.builtinSets) - 1
}

// rangesOf identifies the ranges of an operation; "" if it has none.
func (w *writer) rangesOf(op *tree.Operation) (key string) {
	for _, r := range tree.StatusRanges() {
		if f := declaredRange(op, r); f != nil {
			key += string(r) + " " + w.otherProblems(f) + "\n"
		}
	}
	return key
}

// builtinProblems are the built-in problems of similar operations.
type builtinProblems struct {
	problems []tree.BuiltinProblem
	format   *tree.ProblemFormat
	headers  commonHeaders
	ranges   string
	sets     []problemSet

	written [2]int // the position on the page of the responses of an operation with only these; zero if there was none
	depth   int    // of that position
}

// problemsKey identifies a set of built-in problems.
type problemsKey struct {
	codes   string
	format  *tree.ProblemFormat
	status  int
	headers commonHeaders
	others  string
	of      any // the range, if it declares headers
}

// builtinRef returns the reference to the component of a set of built-in problems. The first of
// a status is named after the status.
func (w *writer) builtinRef(set problemSet) string {
	key := problemsKey{codes: codes(set.builtin), format: set.format, status: set.status, headers: set.headers}
	if set.of != nil {
		key.others = w.otherProblems(set.of)
		if len(set.of.ResponseHeaders) > 0 {
			key.of = set.of.Of
		}
	}
	if ref, ok := w.builtinRefs[key]; ok {
		return ref
	}
	name := responseName(set.status)
	for n := 2; ; n++ {
		if _, taken := w.builtinProblems[name]; !taken {
			break
		}
		name = responseName(set.status) + strconv.Itoa(n)
	}
	w.builtinProblems[name] = set
	w.builtinRefs[key] = responseRef + name
	return responseRef + name
}

func codes(all []tree.BuiltinProblem) string {
	if len(all) == 1 {
		return all[0].Code
	}
	var b strings.Builder
	for _, r := range all {
		b.WriteString(r.Code)
		b.WriteByte(' ')
	}
	return b.String()
}

// Ranges of statuses are after all statuses.
const firstRange = 1000

// statusOf returns the status of a range, and rangeAt its range; NoRange for a status.
func statusOf(r tree.StatusRange) int { return firstRange + slices.Index(tree.StatusRanges(), r) }

func rangeAt(status int) tree.StatusRange {
	if status < firstRange {
		return tree.NoRange
	}
	return tree.StatusRanges()[status-firstRange]
}
