package year

// cursorKeyDropped forgets the key before when another one signs.
func cursorKeyDropped(p *parts) {
	p.rotate = func(r *rotation) { r.knows = []int{r.signs} }
}
