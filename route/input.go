package route

import (
	"slices"

	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Path declares the parameters of the path, which has {name} for each.
func setPath(props ...prop.Prop) shared { return inputs(tree.InPath, props) }

// Query declares query parameters. A list is a repeated parameter; [CSV], [SpaceDelimited],
// [PipeDelimited], [DeepObject], [Exploded] and [AsJSON] select other styles.
func setQuery(props ...prop.Prop) common { return inputs(tree.InQuery, props) }

// Header declares request headers. A list is separated by commas.
func setHeader(props ...prop.Prop) common { return inputs(tree.InHeader, props) }

// Cookie declares cookies. Of several of one name the first counts (RFC 6265 §5.4); a malformed one is a
// violation.
func setCookie(props ...prop.Prop) common { return inputs(tree.InCookie, props) }

// IgnoreUnknown ignores undeclared query parameters. By default each is a violation.
func setIgnoreUnknown() shared {
	return described(func(n *tree.Operation) { n.IgnoreUnknown = true })
}

// InvalidPathNotFound sends 404 not_found to requests with a parameter of the path that violates its
// rules, whatever else is wrong with them, as if there were nothing at the path. By default the
// violations are a 422, as those of other parameters are.
func setInvalidPathNotFound() shared {
	return described(func(n *tree.Operation) { n.InvalidPathNotFound = true })
}

// IgnoreUnknownMembers ignores members of request bodies, in JSON and forms, that the collections
// do not declare. By default each is a violation. What a collection itself says has priority:
// [collection.Collection.RejectUnknown], and additional members, which it stores.
func setIgnoreUnknownMembers() receiving {
	misfit := tree.Faultf("IgnoreUnknownMembers: requests have no members")
	return func(o *operation) {
		if n := o.Node; n.Method != "" && !n.Body.HasMembers() {
			o.Fault(misfit)
		}
		o.Node.IgnoreUnknownMembers = true
	}
}

// inputs declares inputs in a part of the request.
func inputs(in tree.In, props []prop.Prop) change {
	var at tree.Fault
	if slices.Contains(props, nil) {
		at = tree.Faultf("a %s parameter is nil", in)
	}
	return func(o *operation) {
		for _, p := range props {
			switch p := p.(type) {
			case nil:
				o.Fault(at)
			case styled:
				switch {
				case p.plain == nil:
				case len(p.misfit) > 0:
					o.Fault(p.misfit...)
				default:
					o.AddInput(p.plain, tree.Input{In: in, Style: p.style, Reserved: p.reserved})
				}
				o.Fault(p.faults...)
			default:
				o.AddInputs(in, tree.Simple, p)
			}
		}
	}
}

// ResponseHeader declares headers of successful responses. A handler sets one with its
// property, etag.Set(call, v); optional ones may be omitted.
func setResponseHeader(props ...prop.Prop) change {
	var at tree.Fault
	if slices.Contains(props, nil) {
		at = tree.Faultf("a header is nil")
	}
	return func(o *operation) {
		for _, p := range props {
			if p == nil {
				o.Fault(at)
				continue
			}
			o.AddResponseHeader(p)
		}
	}
}
