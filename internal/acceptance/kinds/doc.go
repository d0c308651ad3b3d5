// Package kinds tests bodies, enumerations and unions of every JSON type through HTTP.
package kinds
