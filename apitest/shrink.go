package apitest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/tree"
)

// The bounds of shrinking a history. The time is for slow servers: a slow machine finds what a fast one does.
const (
	mostShrinks   = 300
	mostRequests  = 5000
	mostShrinking = 30 * time.Second
)

// shrink returns a shorter history that breaks the same rule.
func (s *suite) shrink(f failure) failure {
	n, begin, start := 0, s.requests, time.Now()
	late := func() bool { return time.Since(start) > mostShrinking }
	again := func(steps []step) bool {
		if n >= mostShrinks || s.requests-begin > mostRequests || late() {
			return false
		}
		b, w, at := s.play(f.resource, steps, f.salt, late)
		n++
		if b == nil || b.law != f.law {
			return false
		}
		f.broken, f.trace, f.steps, f.selection = b, w.trace, steps[:min(at+1, len(steps))], w.selection
		return true
	}
	settle := func() { // the values of a query no longer depend on which entities there are
		last := len(f.steps) - 1
		if last < 0 || f.selection == nil || !f.steps[last].selects() {
			return
		}
		for _, simpler := range f.selection.simpler() {
			steps := slices.Clone(f.steps)
			steps[last].selection = &simpler
			if again(steps) {
				break
			}
		}
	}
	settle()
	if slices.ContainsFunc(short(f.steps), again) {
		settle()
	}
	for part := max(len(f.steps)/2, 1); ; part /= 2 {
		changed := false
		for end := len(f.steps); end > 0 && n < mostShrinks; end -= part {
			if end <= len(f.steps) && again(without(f.steps, max(end-part, 0), end)) {
				changed = true
			}
		}
		if changed {
			part *= 2 // again
		} else if part == 1 || n >= mostShrinks {
			break
		}
	}
	for i := 0; i < len(f.steps); i++ { // the largest pages
		if f.steps[i].n%4 != 0 && f.steps[i].kind == stepList {
			steps := slices.Clone(f.steps)
			steps[i].n -= steps[i].n % 4
			again(steps)
		}
	}
	for i := len(f.steps) - 1; i >= 0; i-- {
		if i < len(f.steps) {
			again(without(f.steps, i, i+1))
		}
	}
	for i := 0; i < len(f.steps); i++ {
		if sample := plainBody(f.resource, i); sample != nil && f.steps[i].kind == stepCreate {
			steps := slices.Clone(f.steps)
			steps[i].body = sample
			again(steps)
		}
		for k := 0; k < 4 && i < len(f.steps) && f.steps[i].kind == stepPatch; k++ {
			steps := slices.Clone(f.steps)
			if steps[i].body = plainPatch(f.resource.patch, f.steps[i].body, k); steps[i].body != nil && again(steps) {
				break
			}
		}
		if i >= len(f.steps) {
			break
		}
		for bodies := simpler(f.steps[i].body); i < len(f.steps) && len(bodies) > 0; bodies = bodies[1:] {
			steps := slices.Clone(f.steps)
			steps[i].body = bodies[0]
			if again(steps) {
				bodies = append(bodies[:1], simpler(bodies[0])...)
			}
		}
	}
	return f
}

// short returns histories with the last step, the create that it refers to and up to two others before it; one with all
// creates; and, for a query, some with other values.
func short(steps []step) (all [][]step) {
	last := len(steps) - 1
	if last < 2 {
		return nil
	}
	needed, creates := -1, 0
	for i, st := range steps[:last] {
		if st.kind == stepCreate {
			if creates == steps[last].of {
				needed = i
			}
			creates++
		}
	}
	for others := range 3 {
		from := max(last-others, needed+1)
		kept := without(steps, needed+1, from)
		if needed > 0 {
			kept = without(kept, 0, needed)
		}
		all = append(all, kept)
	}
	only := slices.DeleteFunc(slices.Clone(steps), func(st step) bool { return st.kind != stepCreate })
	all = append(all, append(only, steps[last]))
	if !steps[last].selects() || len(only) < 2 {
		return all
	}
	for n := range 30 { // a query with other values, of a few entities
		few := slices.Clone(only[:min(2+n%3, len(only))])
		all = append(all, append(few, step{kind: steps[last].kind, n: n}))
	}
	return all
}

// without returns the steps without some. Steps refer to creates by their number.
func without(steps []step, from, to int) []step {
	number := map[int]int{} // of the creates that stay
	creates, stay := 0, 0
	for i, st := range steps {
		if st.kind != stepCreate {
			continue
		}
		if i < from || i >= to {
			number[creates] = stay
			stay++
		}
		creates++
	}
	out := slices.Delete(slices.Clone(steps), from, to)
	for i := range out {
		out[i].of = number[out[i].of]
	}
	return out
}

// plainBody returns a valid body that reads well, or nil.
func plainBody(r *resource, n int) []byte {
	sample, ok := samples.Of(r.create.Body.Prop, r.create.Body.Mode, n)
	if !ok {
		return nil
	}
	sample = r.create.sendable(sample)
	if _, err := r.create.request(sample, false); err != nil {
		return nil
	}
	return sample
}

// plainPatch returns a patch of the same member whose value reads well, or nil.
func plainPatch(o *operation, body []byte, n int) []byte {
	names := o.canonical(body).names
	if len(names) != 1 {
		return nil
	}
	for _, m := range o.sent().In(tree.Update) {
		if m.Prop.Name != names[0] {
			continue
		}
		sample, ok := samples.Of(m.Prop, tree.Update, n)
		plain := o.wrap(append(append(append(quoted([]byte{'{'}, names[0]), ':'), sample...), '}'))
		if _, err := o.request(plain, false); ok && err == nil {
			return plain
		}
	}
	return nil
}

// simpler returns bodies without one member.
func simpler(body []byte) (bodies [][]byte) {
	v, ok := parse(body)
	if !ok || len(v.names) < 2 {
		return nil
	}
	for _, name := range v.names {
		bodies = append(bodies, v.without(name).append(nil))
	}
	return bodies
}

// String returns the rule, the history, and how to repeat it.
func (f failure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", f.law, f.detail)
	if len(f.steps) > 0 {
		var names []string
		for _, st := range f.steps {
			names = append(names, string(st.kind))
		}
		fmt.Fprintf(&b, "history: %s\n", strings.Join(names, ", "))
	}
	fmt.Fprintf(&b, "%sin Go:\n%sseed %d\n", commands(f.trace), program(f.trace), f.seed)
	return b.String()
}
