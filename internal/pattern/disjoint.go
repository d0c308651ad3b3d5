package pattern

import "regexp/syntax"

// maxPairs limits the work of [Disjoint].
const maxPairs = 1 << 14

// Disjoint reports whether no text matches both expressions, which RE2 reads. It reports false if
// finding out takes too long.
func Disjoint(a, b string) bool {
	x, okX := searchFor(a)
	y, okY := searchFor(b)
	if !okX || !okY {
		return false
	}
	// Both automata read the same text: a pair has the positions that they can be at together.
	type pair struct{ x, y uint32 }
	todo := []pair{{uint32(x.Start), uint32(y.Start)}}
	seen := map[pair]bool{todo[0]: true}
	for first := true; len(todo) > 0; first = false {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		_, endX := reach(x, at.x, first, true)
		_, endY := reach(y, at.y, first, true)
		if endX && endY || len(seen) > maxPairs {
			return false
		}
		stepsX, _ := reach(x, at.x, first, false)
		stepsY, _ := reach(y, at.y, first, false)
		for _, i := range stepsX {
			for _, j := range stepsY {
				next := pair{i.Out, j.Out}
				if !seen[next] && shareRune(i, j) {
					seen[next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	return true
}

// searchFor returns a program that reads a text to its end if an expression matches somewhere in it.
func searchFor(expr string) (*syntax.Prog, bool) {
	re, err := syntax.Parse(`(?s:.*)(?:`+expr+`)(?s:.*)`, syntax.Perl)
	if err != nil {
		return nil, false
	}
	p, err := syntax.Compile(re.Simplify())
	return p, err == nil
}

// reach returns the instructions that read a character, which a program gets to from pc without
// reading one, and whether it gets to the end. Word boundaries and lines are taken to be anywhere, so
// that the result is never too small.
func reach(p *syntax.Prog, pc uint32, begin, end bool) (steps []*syntax.Inst, match bool) {
	seen := map[uint32]bool{}
	var visit func(pc uint32)
	visit = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		switch i := &p.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			visit(i.Out)
			visit(i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			visit(i.Out)
		case syntax.InstEmptyWidth:
			op := syntax.EmptyOp(i.Arg)
			if (op&syntax.EmptyBeginText == 0 || begin) && (op&syntax.EmptyEndText == 0 || end) {
				visit(i.Out)
			}
		case syntax.InstMatch:
			match = true
		case syntax.InstFail:
		default:
			steps = append(steps, i)
		}
	}
	visit(pc)
	return steps, match
}

// shareRune reports whether two instructions may read the same character.
func shareRune(a, b *syntax.Inst) bool {
	x, y := runesOf(a), runesOf(b)
	for i := 0; i < len(x); i += 2 {
		for j := 0; j < len(y); j += 2 {
			if x[i] <= y[j+1] && y[j] <= x[i+1] {
				return true
			}
		}
	}
	return false
}

// runesOf returns the ranges of the characters that an instruction reads, at least.
func runesOf(i *syntax.Inst) []rune {
	switch {
	case i.Op == syntax.InstRuneAny, syntax.Flags(i.Arg)&syntax.FoldCase != 0 && i.Op != syntax.InstRune1:
		return []rune{0, 0x10FFFF}
	case i.Op == syntax.InstRuneAnyNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, 0x10FFFF}
	case len(i.Rune) == 1:
		return []rune{i.Rune[0], i.Rune[0]}
	}
	return i.Rune
}
