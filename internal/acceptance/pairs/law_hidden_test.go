package pairs

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
)

// hides reports whether there is something that ann may not see.
func (d *draft) hides() bool { return d.on["VisibleTo"] || d.on["Guard"] }

// interference: two APIs that differ only in what ann may not see answer her alike,
// whatever she asks.
func interference(h *hearing) {
	if !h.main.draft.hides() {
		return
	}
	here, there := h.again(usual), h.again(world{secrets: 1, limit: usual.limit})
	defer here.close()
	defer there.close()
	if h.main.draft.on["VisibleTo"] { // and something hidden is changed, which must leave no trace
		there.house.touch("ann", fullItem)
	}
	for _, e := range h.main.trace {
		if e.from == boss {
			continue
		}
		a, b := here.send(e.asked, e.from, e.by), there.send(e.asked, e.from, e.by)
		if what := differs(a, b); what != "" {
			h.report(a, "%s depends on what is hidden; where that is something else, it is\n%s", what, b)
			return
		}
	}
}

// touch changes what is hidden of an item, and nothing else.
func (h *house) touch(owner string, id int) {
	i := h.shelf(owner).items[id]
	i.Cost++
	i.Revision++
	i.Modified = i.Modified.Add(time.Hour)
	h.shelf(owner).items[id] = i
}

// nothingIsLost: what one may not see, one does not change.
func nothingIsLost(h *hearing) {
	if !h.main.draft.on["VisibleTo"] {
		return
	}
	x := h.again(usual)
	defer x.close()
	shown := func(id int) string { return x.draft.sendable(entityOf(x.as(ann, get(itemPath(id), "view")).body)) }
	try := func(r *request) {
		x.house.shelf("ann") // is there
		before := x.house.hidden("ann")
		e := x.as(ann, r)
		after := x.house.hidden("ann")
		for place, secret := range before {
			if now, there := after[place]; there && now != secret {
				h.report(e, "the hidden value of %s was %s, and is %s", place, secret, now)
				return
			}
		}
	}
	ids := []int{fullItem, otherItem, emptyItem}
	for _, id := range ids { // what was shown, before anything of it is gone
		was := shown(id)
		try(put(id, was))
		var members object
		decode([]byte(was), &members)
		for _, name := range keys(members) {
			try(patch(id, text(object{name: members[name]})))
		}
	}
	for _, e := range h.main.trace {
		if e.from == ann && e.asked.op == "update" && e.request.Header.Get("If-Match") == "" && len(e.asked.marks) == 0 {
			try(e.asked)
		}
	}
	for _, id := range ids {
		for _, p := range x.draft.patches() {
			try(patch(id, p))
		}
		try(put(id, shown(id)))
	}
}

// hidden are the hidden values of a shelf by their place. A value whose place is
// gone is gone with it.
func (h *house) hidden(owner string) map[string]string {
	all := map[string]string{}
	for _, id := range slices.Sorted(maps.Keys(h.shelf(owner).items)) {
		i := h.shelf(owner).items[id]
		at := "item " + strconv.Itoa(id)
		all[at+" cost"] = strconv.Itoa(i.Cost)
		i.Nests.hidden(at, all)
		if h.draft.on["nest object"] {
			i.Object.hidden(at+" object", all)
		}
	}
	return all
}

func (p *Part) hidden(at string, all map[string]string) {
	at += fmt.Sprintf(" (%s)", p.Name)
	if p.Secret == nil {
		all[at] = "none"
	} else {
		all[at] = strconv.Itoa(*p.Secret)
	}
	p.Nests.hidden(at, all)
}

func (n *Nests) hidden(at string, all map[string]string) {
	for name, p := range map[string]*Part{"maybe": n.Maybe, "spare": n.Spare, "next": n.Next} {
		if p != nil {
			p.hidden(at+" "+name, all)
		}
	}
	for name, s := range map[string]*Shape{"shape": n.Shape, "loose": n.Loose} {
		if s != nil {
			s.Part.hidden(at+" "+name+" "+s.Kind, all)
		}
	}
	for i := range n.List {
		n.List[i].hidden(at+" list "+strconv.Itoa(i), all)
	}
	for i, l := range n.Lists {
		for j := range l {
			l[j].hidden(at+" lists "+strconv.Itoa(i)+" "+strconv.Itoa(j), all)
		}
	}
	for k, p := range n.Map {
		p.hidden(at+" map "+k, all)
	}
}
