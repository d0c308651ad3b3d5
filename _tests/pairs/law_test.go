package pairs

import (
	"fmt"
	"slices"
	"strings"
)

// A law must hold for every API.
type law struct {
	name string
	// holds reports violations in the exchanges of an API. It may send further requests, or
	// build the API of the pair again.
	holds func(*trial)
}

// A trial checks the laws with one pair.
type trial struct {
	pair pair
	main *instance // which has served all requests
	law  string
	// other is a second instance, for laws that send requests; [trial.second] builds it.
	other *instance
	// others are instances of tests that need several.
	others []*instance
	// found are the violations, each reported once.
	found []violation
}

// A violation is an exchange that violates a law.
type violation struct {
	law, what string
	at        string // the exchange; "" if there is no single one
	pair      pair
}

// laws are all laws.
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
		{"apitest finds nothing", publicLaws},
	}
}

func (h *trial) report(at *exchange, format string, args ...any) {
	if slices.ContainsFunc(h.found, func(v violation) bool { return v.law == h.law }) {
		return // one is enough
	}
	v := violation{law: h.law, what: fmt.Sprintf(format, args...), pair: h.pair}
	if at != nil {
		v.at = at.String() // a string does not keep the API alive
	}
	h.found = append(h.found, v)
}

// again builds another instance of the pair.
func (h *trial) again(w world) *instance {
	x, err := build(h.pair, w)
	if err != nil {
		panic(fmt.Sprintf("%s: the second time it does not build: %v", h.pair, err))
	}
	return x
}

// second returns a second instance, which laws share that keep the full and the empty item.
func (h *trial) second() *instance {
	if h.other == nil {
		h.other = h.again(usual)
	}
	return h.other
}

// String returns the violation with its exchange and the position of the declaration.
func (v violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nlaw: %s\n%s", v.pair, v.law, v.what)
	if v.at != "" {
		b.WriteString("\n" + v.at)
	}
	return b.String()
}
