// Package pagination serves lists: it declares their parameters, reads a paginate.Query
// from a request, and writes the pagination object and the links of a response. Package
// paginate has what users call.
package pagination
