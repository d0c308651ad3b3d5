package limit

type node struct {
	name     string
	children []node
}

func (x *exchange) node(n *node) {
	if x.kind() != '{' {
		x.refuseType(&notObject)
		return
	}
	x.i++
	var seen uint
	at := len(x.path)
	for first := true; x.more(first, '}'); first = false {
		name := x.name()
		x.path = append(append(x.path[:at], '/'), name...)
		var member uint
		switch name {
		case "name":
			member = 1
			n.name = x.long(40, &beyond40)
		case "children":
			member = 2
			if x.depth++; x.depth > 31 { // a node and its children are two levels
				x.fail()
				break
			}
			x.items(10, &moreThan10, func(int) {
				n.children = append(n.children, node{})
				x.node(&n.children[len(n.children)-1])
			})
			x.depth--
		default:
			x.note(&unknown)
			x.skip(64)
			continue
		}
		if seen&member != 0 {
			x.fail()
		}
		seen |= member
	}
	if x.path = x.path[:at]; seen != 3 && !x.broken {
		x.absent(seen, 3, []string{"name", "children"})
	}
}

func appendNode(b []byte, n *node) []byte {
	b = appendLong(append(b, `{"name":`...), n.name)
	b = append(b, `,"children":[`...)
	for i := range n.children {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendNode(b, &n.children[i])
	}
	return append(b, "]}"...)
}
