// Package match parses OpenAPI path templates and finds the route of a request.
//
//	tpl, err := match.Parse("/shops/{shop_id}/products/{id}")
//
//	var tree match.Tree[*operation]
//	tree.Add("GET", tpl, op)
//
//	var path match.Cut
//	path.Read(match.Of(r.URL))
//	op, found := tree.Find("GET", &path)
//	values := tpl.ValuesOf(buf[:0], &path)   // "s-1", "p%2F7": still percent-encoded
//	id, err := path.Path().Decode(values[1]) // "p/7"
//
// # Algorithm
//
// A [Tree] is a trie of segments. A node has a child for each literal and at most one child for
// a parameter, whatever its name; templates that match the same paths end at the same leaf, which
// has a value for each method. A search follows the segments of a path from the root. At each node
// it tries the literal before the parameter, and returns to the parameter if the literal leads to
// no leaf with the method. For example, these routes
//
//	GET    /products/{id}
//	DELETE /products/{id}
//	GET    /products/archive
//	GET    /products/{id}/reviews
//	GET    /{section}/archive/years
//
// form this trie:
//
//	/
//	├── products
//	│   ├── archive         GET
//	│   └── {}              GET, DELETE
//	│       └── reviews     GET
//	└── {}
//	    └── archive
//	        └── years       GET
//
// Three searches:
//
//   - GET /products/archive follows products and archive. The literal is tried first, so that the
//     narrower of two matching templates is found.
//   - DELETE /products/archive finds no DELETE there. It returns to the parameter below products,
//     and finds DELETE /products/{id}.
//   - GET /products/archive/years follows products. The literal archive is skipped, because no
//     template ends one segment below it: each node knows the distances to the leaves below it.
//     The parameter has no child years, so that the search returns to the parameter below the root,
//     and finds GET /{section}/archive/years.
//
// A search enters a node at most once, because a node of a trie has one parent. The number of nodes
// bounds its work, whatever the path is: it never takes 2^segments steps. A path with more than
// [MaxSegments] segments costs one count of its slashes. Find and ValuesOf do not allocate, unless
// an escape is in a segment that mixes text with parameters.
//
// A node may have further edges: segments that mix text with parameters, such as {id}.json, and
// parameters of other kinds ([Kind]), such as {id} for integers beside {name}. They are tried after
// the literal, the parameter for any text after them, and at last those that take several segments,
// one with more segments behind it first. A parameter takes texts of its kind only, unless it is the last of its node.
// If no route is found in this way, another search takes texts of any kind: /users/x/posts finds
// /users/{id}/posts, whose rules reject x, also if /users/{name} exists.
//
// # Terminology
//
// A template is a list of segments; each is a literal, one {parameter}, or text with parameters. One
// may be {parameter...}, which takes several segments, at least one: all but the last ones that the
// template has behind it. So a path has one reading, and a search enters a node once. A trailing slash
// is a segment of its own: "/products/" ends with an empty literal and matches no other path.
//
// Two templates are compared as sets of paths ([Compare]). Of two routes with one method that match
// one path, [Order] tells which takes it, in any order of declaration: the first segment in which
// they differ decides. If nothing decides, that is a fault, which the caller reports when it
// compiles the routes, with the path of [Example].
//
// # Percent-encoding
//
// Paths are split at "/" before they are decoded, so that "%2F" never ends a segment (RFC 3986
// §2.2, §6.2.2.2). A path that decoding does not change in this respect may be split afterwards
// ([Of]). A literal is compared with the decoded octets of a segment: "/pro%64ucts" matches
// "/products". A malformed escape matches no literal, but a parameter: the decoder of the parameter
// rejects it. The text of {id}.json is compared with decoded octets, too. The value of {path...} is
// decoded as a whole, so that "%2F" is a slash in it; it has no empty segment and none of "." and
// "..", escaped or not, also between backslashes: no path with one matches. Paths are neither
// cleaned nor redirected: "/a//b" and "/a/./b" are distinct paths. A handler may read the value of a
// parameter as a path of files. [Path.Flat] has the path that it reads then, so that the caller can
// search that path, too, and compare the two templates with [Shadows].
package match
