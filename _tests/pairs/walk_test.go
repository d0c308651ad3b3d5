package pairs

// walk sends the requests of an API as every caller: those of every API and the probes of
// its features, unaltered and altered by each feature and by both.
func (x *instance) walk() {
	d := x.draft
	safe := []*request{
		get("/items", "list"), get(itemPath(fullItem), "view"), get(itemPath(emptyItem), "view"), get(itemPath(noItem), "view"),
		get(itemPath(hiddenItem), "view"), get("/items/x", "view"),
		{op: "view", method: "HEAD", path: itemPath(fullItem), header: map[string][]string{}},
		{op: "list", method: "OPTIONS", path: "/items", header: map[string][]string{}},
		get("/nothing", "nothing"),
	}
	unsafe := []*request{
		post("/items", d.entity(0)), post("/items", d.entity(1)),
		post("/items", `{}`), post("/items", ``), post("/items", `{"name":`), post("/items", `[]`), post("/items", `null`),
		post("/items", d.entity(0, "name", `""`)), post("/items", d.entity(0, "price", `"`+marker+`"`)), post("/items", d.entity(0, "surplus", `1`)),
		patch(fullItem, `{"name":"changed"}`), patch(fullItem, `{}`), patch(fullItem, `{"name":null}`), patch(fullItem, `{"price":"`+marker+`"}`),
		patch(noItem, `{"name":"changed"}`), patch(otherItem, `{"tagline":null}`),
		put(otherItem, d.entity(2)), put(otherItem, `{}`), put(hiddenItem, d.entity(2)),
		send("DELETE", itemPath(doomedItem), "delete", ""), send("DELETE", itemPath(noItem), "delete", ""), send("DELETE", itemPath(hiddenItem), "delete", ""),
		send("POST", itemPath(fullItem), "nothing", `{}`),
	}
	for _, r := range d.texts() {
		if r.safe() {
			safe = append(safe, r)
		} else {
			unsafe = append(unsafe, r)
		}
	}
	first := map[string]bool{}
	var own []*request
	for _, probe := range d.probes {
		for _, r := range probe(d) {
			if r.safe() {
				safe = append(safe, r)
				continue
			}
			unsafe = append(unsafe, r)
			if !first[r.path] {
				first[r.path], own = true, append(own, r)
			}
		}
	}
	safe = append(safe, x.altered(safe)...)
	for _, r := range safe {
		x.as(ann, r)
		x.as(bob, r)
		if len(d.signers) > 0 || len(r.marks) == 0 {
			x.as(guest, r)
		}
		x.as(ann, r) // repeats the request
	}
	for _, r := range safe[:2] {
		for _, from := range []who{boss, eve, bad} {
			x.as(from, r)
		}
		for _, by := range d.signers[min(1, len(d.signers)):] {
			x.send(r, ann, by)
			x.send(r, bad, by)
		}
	}
	x.both(safe[1])
	for _, r := range unsafe {
		x.as(ann, r)
	}
	for _, r := range x.altered(unsafe[:2:2]) {
		x.as(ann, r)
		x.as(ann, r)
	}
	for _, r := range x.altered([]*request{unsafe[10], unsafe[16], unsafe[19]}) {
		x.as(ann, r)
	}
	for _, r := range x.altered(own) {
		x.as(ann, r)
	}
	for _, from := range []who{boss, bob, guest, eve, bad} {
		for _, i := range []int{0, 10, 16, 20, 21} {
			x.as(from, unsafe[i])
		}
	}
	for _, by := range d.signers[min(1, len(d.signers)):] {
		x.send(unsafe[0], ann, by)
		x.send(unsafe[10], bob, by)
	}
	for _, r := range safe[:3] {
		x.as(ann, r)
	}
}

// both sends one request with valid and invalid credentials.
func (x *instance) both(r *request) {
	s := x.draft.signers
	if len(s) < 2 {
		return
	}
	for _, second := range []who{ann, bob, bad} {
		c := r.copied()
		in := c.http(x.draft, second, s[1])
		if in.TLS != nil || in.URL.RawQuery != "" {
			continue
		}
		for name, values := range in.Header {
			for _, v := range values {
				c.header.Add(name, v)
			}
		}
		c.mark("both").mark(s[0].of...)
		c.marks = append(c.marks, s[1].of...)
		x.send(c, ann, s[0])
	}
}

// altered returns the alterations of requests by each feature and by both.
func (x *instance) altered(requests []*request) (all []*request) {
	change := func(r *request, a alteration) *request {
		c := r.copied().mark(a.feature)
		if !a.change(x, ann, c) {
			return nil
		}
		return c
	}
	for _, r := range requests {
		for _, a := range x.draft.alters {
			once := change(r, a)
			if once == nil {
				continue
			}
			all = append(all, once)
			for _, b := range x.draft.alters {
				if a.feature >= b.feature {
					continue
				}
				if twice := change(once, b); twice != nil {
					all = append(all, twice)
				}
			}
		}
	}
	return all
}
