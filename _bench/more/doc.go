// Package more has the requests and responses of APIs beside the shop, one for each thing that
// costs time of its own:
//
//	names    20 people, created with a POST and returned, in three scripts of as many bytes
//	tree     a POST of a tree, 24 nodes deep, which is returned
//	wide     a POST of an object of 60 members, which is returned
//	shapes   a POST of 36 values of a union of 12 cases, which are returned
//	long     a GET of 1,000 products
//	guarded  a GET of 20 products with a bearer token that does not show their cost
//	signed   a GET of a product with a JSON Web Token, whose key is known
//	limited  a GET of a product with a limit for each of 64 clients, in memory
//	keyed    a POST of a product with an idempotency key, stored in SQLite with its response
//	current  a GET of a product that the client has: 304
//
// The product is that of the shop. People have a name (1 to 40 characters), a street (60), a city (40)
// and notes (200). Nodes have a name (1 to 40 characters) and up to 10 children, which are nodes.
// Wide objects have the texts text00 to text29 (up to 40 characters), the integers number00 to number19
// (0 to 1,000,000) and the booleans flag00 to flag09. The shape of kind k07 has a name (1 to 40 characters)
// and an integer size07 (from 0). All members are required.
package more
