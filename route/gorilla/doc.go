// Package gorilla registers an API on a gorilla/mux router, one route for each
// operation:
//
//	router := mux.NewRouter().UseEncodedPath()
//	gorilla.Register(router.PathPrefix("/api").Subrouter(), app)
//
//	url, err := router.Get("showProduct").URL("id", id)
//
// The routes are the router's own: Walk meets them, their names are the
// operation IDs, and the router's middlewares run around those of the API. What
// the App answers itself it answers here too, as problems and within the API's
// middlewares: OPTIONS, 405 with Allow, and 404.
//
// An App that is an http.Handler below a prefix needs nothing of this package:
//
//	router.PathPrefix("/api").Handler(http.StripPrefix("/api", app))
//
// # Percent-encoding
//
// A gorilla router matches the decoded path, in which %2F has become a slash, so
// that a parameter cannot hold one: such a request is a 404 here, whatever its
// decoded path would match. A router with UseEncodedPath, called before Register,
// sees what the client sent, as the App does. It compares literals as they are
// written, so that /pro%64ucts is not /products, and only such a router finds a
// template that holds percent-encoding itself.
//
// # Cleaning
//
// A gorilla router redirects /a//b and /a/./b to the path without; the App takes
// them for other paths. SkipClean(true) on the router makes it do the same.
package gorilla
