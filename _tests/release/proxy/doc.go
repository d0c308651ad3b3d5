// Package proxy publishes the modules of a checkout to a module proxy in a directory, so that tests
// use them as users do: by go get and go install, without the checkout.
package proxy
