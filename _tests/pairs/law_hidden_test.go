package pairs

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
)

// hides reports whether something is hidden from ann.
func (d *draft) hides() bool { return d.on["VisibleTo"] || d.on["Guard"] }

// interference: two APIs that differ only in values hidden from ann send her the same
// responses.
func interference(h *trial) {
	if !h.main.draft.hides() {
		return
	}
	here, there := h.again(usual), h.again(world{secrets: 1, limit: usual.limit})
	defer here.close()
	defer there.close()
	if h.main.draft.on["VisibleTo"] { // and a hidden change must leave no trace
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

// touch changes only hidden values of an item.
func (h *house) touch(owner string, id int) {
	i := h.shelf(owner).items[id]
	i.Cost++
	i.Revision++
	i.Modified = i.Modified.Add(time.Hour)
	h.shelf(owner).items[id] = i
}

// nothingIsLost: callers cannot change hidden values.
func nothingIsLost(h *trial) {
	if !h.main.draft.on["VisibleTo"] {
		return
	}
	x := h.again(usual)
	defer x.close()
	shown := func(id int) string { return x.draft.sendable(entityOf(x.as(ann, get(itemPath(id), "view")).body)) }
	try := func(r *request) {
		x.house.shelf("ann") // creates the shelf
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
	for _, id := range ids { // the responses before anything is deleted
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

// hidden returns the hidden values of a shelf by location. Deleting a location deletes its
// value.
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
