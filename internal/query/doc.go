// Package query holds the data behind the values of package paginate: plans, filters,
// order terms, and what a client asks of a list. Package paginate gives them their public
// methods, and package pagination reads them from requests.
package query
