package year

// cursorKeyKept never forgets the key before.
func cursorKeyKept(p *parts) {
	p.rotate = func(r *rotation) {
		if r.signs > 1 {
			r.knows = []int{r.signs, r.signs - 1}
		}
	}
}
