package compatible

import "github.com/tenon-go/tenon/oas/oastest/internal/node"

// listing compares the properties of a list in x-list. If an operation becomes a list or ceases
// to be one, its parameters and responses differ, too.
func (c *comparison) listing(old, now map[string]any) {
	if old == nil || now == nil {
		return
	}
	stale := ""
	was, is := node.Object(old["cursor"]), node.Object(now["cursor"])
	if was != nil && is != nil {
		stale = "; older cursors are rejected"
	}
	if !node.Same(old["order"], now["order"]) {
		c.differ(nowhere, "the order of the list", "unless a client asks for another it is "+show(now["order"])+", was "+show(old["order"])+stale)
	}
	before, after := node.Object(old["filters"]), node.Object(now["filters"])
	for _, name := range node.Sorted(before) {
		if f := after[name]; f != nil && !node.Same(f, before[name]) {
			c.differ(nowhere, "the filter "+name, "it is "+show(f)+", was "+show(before[name])+stale)
		}
	}
	if stale == "" {
		return
	}
	if !node.Same(was["version"], is["version"]) {
		c.differ(nowhere, "cursors", "they are of the version "+show(is["version"])+", were of "+show(was["version"])+stale)
	}
	switch bound := is["bound"] == true; {
	case bound && was["bound"] != true:
		c.differ(nowhere, "cursors", "they are for one identity only"+stale)
	case !bound && was["bound"] == true:
		c.differ(nowhere, "cursors", "they are for every identity"+stale)
	}
}
