package pairs

import (
	"net/url"
	"strings"
)

// texts returns requests with invalid text or no value in every place of a text.
func (d *draft) texts() (all []*request) {
	create := func(member, value string) {
		all = append(all, post("/items", strings.Replace(d.entity(0, member, `"`+marker+`"`), `"`+marker+`"`, value, 1)).refused())
	}
	all = append(all, patch(fullItem, "x").of("text/plain", "x").refused(), post("/items", "x").of("text/plain", "x").refused(),
		post("/items", d.entity(0)).with("Content-Encoding", "gzip").refused())
	create("name", "\"\xff"+marker+"\"")
	create("name", `"\ud800`+marker+`"`)
	create("name", `{"`+marker+`":1}`)
	for _, v := range d.values {
		if v.presence == readOnly {
			continue
		}
		if v.inputs != nil && v.name != "any" {
			create("v_"+v.name, "\"\xff"+marker+"\"")
		}
		for _, bad := range v.bad {
			create("v_"+v.name, string(bad))
			r := patch(fullItem, `{"v_`+v.name+`":`+string(bad)+`}`)
			if !strings.Contains(string(bad), "null") { // which removes an entry of a map
				r.refused()
			}
			all = append(all, r)
		}
		for i := range v.good {
			all = append(all, post("/items", d.entity(i)), patch(fullItem, `{"v_`+v.name+`":`+string(v.good[i])+`}`))
		}
	}
	return append(all, d.echoes()...)
}

// echoes returns the requests with parameters.
func (d *draft) echoes() (all []*request) {
	var kinds []*inputs
	var names []string
	for _, v := range d.values {
		if v.inputs != nil {
			kinds, names = append(kinds, v.inputs), append(names, v.name)
		}
	}
	if len(kinds) == 0 {
		return nil
	}
	path := func(change int, to string) string {
		p := "/echo"
		for i, k := range kinds {
			if t := k.texts[0]; i == change {
				p += "/" + url.PathEscape(to)
			} else {
				p += "/" + url.PathEscape(t)
			}
		}
		return p
	}
	for i, k := range kinds {
		n := names[i]
		for _, t := range k.texts {
			if t != "" {
				all = append(all, get(path(i, t), "echo"))
			}
			r := get(path(-1, ""), "echo").asking("q_"+n, t)
			if isToken(t) {
				r.with("X-V-"+n, t).with("Cookie", "c_"+n+"="+t)
			}
			all = append(all, r)
		}
		for _, t := range append([]string{"\xff" + marker, marker + "\xc3"}, k.wrong...) {
			all = append(all, get(path(-1, ""), "echo").asking("q_"+n, t))
			if t[0] != '\xff' && t[len(t)-1] != '\xc3' {
				continue
			}
			all[len(all)-1].refused()
			all = append(all,
				get(path(i, t), "echo").refused(),
				get(path(-1, ""), "echo").with("X-V-"+n, t).refused(),
				get(path(-1, ""), "echo").with("Cookie", "c_"+n+"="+t).refused())
		}
		all = append(all, get(path(-1, ""), "echo").asking("q_"+n, "a\x00b"), get(path(i, "a\x00b"), "echo"))
	}
	return all
}

// isToken reports whether a text is valid in a header and a cookie without encoding.
func isToken(t string) bool {
	return t != "" && !strings.ContainsFunc(t, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`",;\`, r) })
}
