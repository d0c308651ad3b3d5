package compatible

import "github.com/tenon-go/tenon/oas/oastest/internal/node"

// webhooks returns the webhooks of a document by their names in findings. OpenAPI 3.0 has them
// as an extension.
func webhooks(doc map[string]any) map[string]any {
	out := map[string]any{}
	for _, keyword := range []string{"webhooks", "x-webhooks"} {
		for name, item := range node.Object(doc[keyword]) {
			out["webhook "+name] = follow(doc, item)
		}
	}
	return out
}

// callbacks compares the callbacks of an operation by name. The URL says where clients receive
// them, so that it must not change; names in its expressions matter, too.
func (c *comparison) callbacks(old, now map[string]any) {
	operation := c.operation
	defer func() { c.operation = operation }()
	was, is := map[string]any{}, map[string]any{}
	for _, name := range node.Sorted(old, now) {
		before, after := node.Object(follow(c.old, old[name])), node.Object(follow(c.now, now[name]))
		called := "callback " + name + " of " + operation
		if a, b := node.Sorted(before), node.Sorted(after); len(a) == 1 && len(b) == 1 {
			if a[0] != b[0] {
				c.differ(nowhere, "the callback "+name, "it is sent to "+b[0]+", was to "+a[0])
			}
			was[called], is[called] = before[a[0]], after[b[0]]
			continue
		}
		for url, item := range before {
			was[called+" at "+url] = item
		}
		for url, item := range after {
			is[called+" at "+url] = item
		}
	}
	c.items(was, is, backward)
}

// named compares operation IDs of events, because those who serve them have named functions
// after them. libopenapi compares those of the server's operations.
func (c *comparison) named(was, is any) {
	if !node.Same(was, is) {
		c.differ(nowhere, "operationId", "it is "+show(is)+", was "+show(was))
	}
}
