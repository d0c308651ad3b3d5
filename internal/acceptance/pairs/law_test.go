package pairs

import (
	"fmt"
	"slices"
	"strings"
)

// law is what must hold of every API, whatever it declares.
type law struct {
	name string
	// holds reports where it does not, of what an API has answered. It may send
	// more, or build the API of the pair again.
	holds func(*hearing)
}

// hearing is where a law finds out about one pair.
type hearing struct {
	pair pair
	main *instance // which has been asked everything
	law  string
	// other is the API once more, for laws that ask by themselves; [hearing.second]
	// builds it.
	other *instance
	// found are the violations; the same of many exchanges is told once.
	found []violation
}

// violation is an exchange that breaks a law.
type violation struct {
	law, what string
	at        string // the exchange; "" where no single one breaks it
	pair      pair
}

// laws are all of them.
func laws() []law {
	return []law{
		{"no 5xx that no handler asked for", noServerErrors},
		{"a request is answered as it says", expectations},
		{"a value is never echoed", noEchoes},
		{"the same request twice is the same answer", sameTwice},
		{"nothing private is cacheable", privateIsNotShared},
		{"every answer is in the document", documented},
		{"two identities share no answer", answersAreOnesOwn},
		{"what one does makes no difference for another", apart},
		{"a limit admits what it says", limitsHold},
		{"observers see who it was", observersSee},
		{"what is hidden makes no difference", interference},
		{"what is hidden is not lost", nothingIsLost},
		{"what was shown can be put", putsKeep},
		{"a merge patch keeps the rules of creations", patchesAreMerges},
	}
}

func (h *hearing) report(at *exchange, format string, args ...any) {
	if slices.ContainsFunc(h.found, func(v violation) bool { return v.law == h.law }) {
		return // one is enough
	}
	v := violation{law: h.law, what: fmt.Sprintf(format, args...), pair: h.pair}
	if at != nil {
		v.at = at.String() // the exchange has the whole API, which is let go of
	}
	h.found = append(h.found, v)
}

// again builds the API of the pair once more.
func (h *hearing) again(w world) *instance {
	x, err := build(h.pair, w)
	if err != nil {
		panic(fmt.Sprintf("%s: the second time it does not build: %v", h.pair, err))
	}
	return x
}

// second is the API once more, which laws share that leave the full and the empty
// item there.
func (h *hearing) second() *instance {
	if h.other == nil {
		h.other = h.again(usual)
	}
	return h.other
}

// String says what has been broken, by what, and where the declaration is.
func (v violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nlaw: %s\n%s", v.pair, v.law, v.what)
	if v.at != "" {
		b.WriteString("\n" + v.at)
	}
	return b.String()
}
