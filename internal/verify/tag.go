package verify

// tags checks the tags, and that they form a hierarchy.
func (a *API) tags() {
	parents := map[string]string{}
	for _, t := range a.Node.Tags {
		_, seen := parents[t.Name]
		switch {
		case t.Name == "":
			a.fault(t.At, "a tag needs a name")
		case seen:
			a.fault(t.At, "tag %q is described twice", t.Name)
		}
		parents[t.Name] = t.Parent
	}
	for _, t := range a.Node.Tags {
		if _, known := parents[t.Parent]; t.Parent != "" && !known {
			a.fault(t.At, "tag %q: its parent %q is not a tag of the API", t.Name, t.Parent)
			continue
		}
		if t.Parent != "" && cyclic(parents, t.Name) {
			a.fault(t.At, "tag %q is its own ancestor", t.Name)
		}
	}
}

// cyclic reports whether a tag is one of its own ancestors.
func cyclic(parents map[string]string, name string) bool {
	p := parents[name]
	for range parents {
		if p == name {
			return true
		}
		p = parents[p]
	}
	return false
}
