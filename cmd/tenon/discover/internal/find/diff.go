package find

import (
	"fmt"
	"strings"
)

// Diff returns the changes from one text to another in the unified format with three lines of
// context; "" if they are equal.
func Diff(from, to string, a, b []byte) string {
	if string(a) == string(b) {
		return ""
	}
	edits := editsOf(lines(a), lines(b))
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", from, to)
	for _, h := range hunks(edits) {
		head := edits[h.from]
		var old, fresh int
		for _, e := range edits[h.from:h.to] {
			if e.sign != '+' {
				old++
			}
			if e.sign != '-' {
				fresh++
			}
		}
		fmt.Fprintf(&out, "@@ -%s +%s @@\n", span(head.a, old), span(head.b, fresh))
		for _, e := range edits[h.from:h.to] {
			out.WriteByte(e.sign)
			out.WriteString(e.text)
			if !strings.HasSuffix(e.text, "\n") {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	return out.String()
}

// span is a range of lines; an empty one is named by the line before it.
func span(at, n int) string {
	if n > 0 {
		at++
	}
	return fmt.Sprintf("%d,%d", at, n)
}

func lines(text []byte) (all []string) {
	for line := range strings.Lines(string(text)) {
		all = append(all, line)
	}
	return all
}

// edit is a line that is kept, removed or added, and the number of lines of both texts before
// it.
type edit struct {
	sign byte // ' ', '-' or '+'
	text string
	a, b int
}

// editsOf compares by the longest common subsequence of the lines between the common beginning
// and the common end: a list changes in few places.
func editsOf(a, b []string) (edits []edit) {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	x, y := a[head:len(a)-tail], b[head:len(b)-tail]
	common := make([][]int32, len(x)+1)
	for i := range common {
		common[i] = make([]int32, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		p, q := i-head, j-head
		switch {
		case i < head || p >= len(x) && q >= len(y) || p < len(x) && q < len(y) && x[p] == y[q]:
			edits = append(edits, edit{' ', a[i], i, j})
			i, j = i+1, j+1
		case p < len(x) && (q >= len(y) || common[p+1][q] >= common[p][q+1]):
			edits = append(edits, edit{'-', a[i], i, j})
			i++
		default:
			edits = append(edits, edit{'+', b[j], i, j})
			j++
		}
	}
	return edits
}

// hunk is a range of edits.
type hunk struct{ from, to int }

// hunks returns the changes with three lines of context; those that touch are joined.
func hunks(edits []edit) (all []hunk) {
	for i, e := range edits {
		if e.sign == ' ' {
			continue
		}
		h := hunk{max(0, i-3), min(len(edits), i+4)}
		if n := len(all); n > 0 && h.from <= all[n-1].to {
			all[n-1].to = h.to
		} else {
			all = append(all, h)
		}
	}
	return all
}
