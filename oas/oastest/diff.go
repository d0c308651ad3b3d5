package oastest

import (
	"fmt"
	"slices"
	"strings"
)

// contextLines is how many lines are shown around a change.
const contextLines = 3

// unified compares two texts line by line. Each group of changes has its line numbers in
// both texts and the places of the document that it changes:
//
//	@@ -12,7 +12,8 @@ POST /v1/products
func unified(old, now string) string {
	a, b := lines(old), lines(now)
	was, is := placesOf(a), placesOf(b)
	var out strings.Builder
	for _, group := range grouped(changes(a, b)) {
		writeGroup(&out, a, b, group, strings.Join(touched(was, is, group), ", "))
	}
	return out.String()
}

func lines(text string) []string {
	all := strings.SplitAfter(text, "\n")
	if last := len(all) - 1; all[last] == "" {
		return all[:last]
	}
	return all
}

// edit replaces lines from..to of the one text by lines from..to of the other.
type edit struct{ oldFrom, oldTo, newFrom, newTo int }

// changes returns the differences in order. Lines that occur once in each text and in the
// same order are anchors, which takes time in n log n; the lines between anchors are
// compared in the same way.
func changes(a, b []string) (out []edit) {
	var between func(c edit)
	between = func(c edit) {
		for c.oldFrom < c.oldTo && c.newFrom < c.newTo && a[c.oldFrom] == b[c.newFrom] {
			c.oldFrom, c.newFrom = c.oldFrom+1, c.newFrom+1
		}
		for c.oldFrom < c.oldTo && c.newFrom < c.newTo && a[c.oldTo-1] == b[c.newTo-1] {
			c.oldTo, c.newTo = c.oldTo-1, c.newTo-1
		}
		if c.oldFrom == c.oldTo && c.newFrom == c.newTo {
			return
		}
		same := anchors(a[c.oldFrom:c.oldTo], b[c.newFrom:c.newTo])
		if len(same) == 0 {
			out = append(out, c)
			return
		}
		oldAt, newAt := c.oldFrom, c.newFrom
		for _, s := range same {
			x, y := c.oldFrom+s[0], c.newFrom+s[1]
			between(edit{oldAt, x, newAt, y})
			oldAt, newAt = x+1, y+1
		}
		between(edit{oldAt, c.oldTo, newAt, c.newTo})
	}
	between(edit{0, len(a), 0, len(b)})
	return out
}

// anchors returns the longest sequence of lines, by their numbers in a and b, that occur
// once in each and in the same order.
func anchors(a, b []string) [][2]int {
	type count struct{ inA, inB, atA, atB int }
	counts := map[string]*count{}
	for i, line := range a {
		if counts[line] == nil {
			counts[line] = &count{}
		}
		counts[line].inA++
		counts[line].atA = i
	}
	for i, line := range b {
		if c := counts[line]; c != nil {
			c.inB++
			c.atB = i
		}
	}
	var pairs [][2]int
	for i, line := range a {
		if c := counts[line]; c.inA == 1 && c.inB == 1 {
			pairs = append(pairs, [2]int{i, c.atB})
		}
	}
	// The longest increasing subsequence: tails[n] is the best end of one of n+1 pairs.
	var tails []int
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n, _ := slices.BinarySearchFunc(tails, p[1], func(t, at int) int { return pairs[t][1] - at })
		before[i] = -1
		if n > 0 {
			before[i] = tails[n-1]
		}
		tails = append(tails[:n], append([]int{i}, tails[min(n+1, len(tails)):]...)...)
	}
	var run [][2]int
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = before[i] {
			run = append(run, pairs[i])
		}
	}
	slices.Reverse(run)
	return run
}

// grouped joins changes whose contexts overlap.
func grouped(all []edit) (groups [][]edit) {
	for _, c := range all {
		if last := len(groups) - 1; last >= 0 {
			if group := groups[last]; c.oldFrom-group[len(group)-1].oldTo <= 2*contextLines {
				groups[last] = append(group, c)
				continue
			}
		}
		groups = append(groups, []edit{c})
	}
	return groups
}

func writeGroup(out *strings.Builder, a, b []string, group []edit, places string) {
	first, last := group[0], group[len(group)-1]
	before := min(contextLines, first.oldFrom)
	after := min(contextLines, len(a)-last.oldTo)
	fmt.Fprintf(out, "@@ -%d,%d +%d,%d @@ %s\n",
		first.oldFrom-before+1, last.oldTo+after-first.oldFrom+before,
		first.newFrom-before+1, last.newTo+after-first.newFrom+before, places)
	print := func(mark string, lines []string) {
		for _, line := range lines {
			out.WriteString(mark + strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	at := first.oldFrom - before
	for _, c := range group {
		print(" ", a[at:c.oldFrom])
		print("-", a[c.oldFrom:c.oldTo])
		print("+", b[c.newFrom:c.newTo])
		at = c.oldTo
	}
	print(" ", a[at:last.oldTo+after])
}

// touched returns the locations of a group of changes, without duplicates.
func touched(a, b []string, group []edit) (all []string) {
	add := func(places []string) {
		for _, place := range places {
			if place != "" && !slices.Contains(all, place) {
				all = append(all, place)
			}
		}
	}
	for _, c := range group {
		add(a[c.oldFrom:c.oldTo])
		add(b[c.newFrom:c.newTo])
	}
	return all
}
