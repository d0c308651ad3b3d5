package oastest

// listing compares what x-list tells of a list beside its parameters. An operation
// that was none before, or is none now, has other parameters and answers, too.
func (c *comparison) listing(old, now map[string]any) {
	if old == nil || now == nil {
		return
	}
	stale := ""
	was, is := object(old["cursor"]), object(now["cursor"])
	if was != nil && is != nil {
		stale = "; cursors of before are refused"
	}
	if !same(old["order"], now["order"]) {
		c.differ(nowhere, "the order of the list", "unless a client asks for another it is "+show(now["order"])+", was "+show(old["order"])+stale)
	}
	before, after := object(old["filters"]), object(now["filters"])
	for _, name := range sorted(before) {
		if f := after[name]; f != nil && !same(f, before[name]) {
			c.differ(nowhere, "the filter "+name, "it is "+show(f)+", was "+show(before[name])+stale)
		}
	}
	if stale == "" {
		return
	}
	if !same(was["version"], is["version"]) {
		c.differ(nowhere, "cursors", "they are of the version "+show(is["version"])+", were of "+show(was["version"])+stale)
	}
	switch bound := is["bound"] == true; {
	case bound && was["bound"] != true:
		c.differ(nowhere, "cursors", "they are for one identity only"+stale)
	case !bound && was["bound"] == true:
		c.differ(nowhere, "cursors", "they are for every identity"+stale)
	}
}
