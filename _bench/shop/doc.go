// Package shop has the requests and responses of the API that every stack serves.
//
// A stack has its own types, as its users would write them or as it generates them. It creates
// the values once from [One] and [Page], so that handlers cost nothing and no stack pays for
// the types of another.
//
//	GET    /v1/products/{id}         one product
//	GET    /v1/products              a page of 20, by page, limit, order_by, status, min_price
//	POST   /v1/products              creates a product and returns it
//	POST   /v1/products/batch        creates up to 1,000 products and returns their number
//	DELETE /v1/r499/{area}/things/{thing}, the last of 500 such routes: 204
//
// The rules: every member is required but note; sku is ^[A-Z]{3}-[0-9]{4}$, name
// has 1 to 64 characters, description up to 1,000, price is from 0 to 100,000,000,
// status one of draft, active and retired, tags are up to 10 of
// ^[a-z][a-z0-9-]*$ with up to 20 characters, width, height and depth are from 1
// to 10,000, variants are up to 20 of sku, color (1 to 30 characters) and stock
// (from 0), weight is from 0 to 1,000, released a date and time (RFC 3339), note
// has up to 500 characters. Ids are UUIDs. page is from 1, limit from 1 to 100,
// order_by one of name, -name, price and -price, min_price from 0. Areas and
// things are integers from 1.
package shop
