// Package media reads and writes the formats of bodies, one file a format. A format
// has up to four parts:
//
//   - a [RequestDecoder], with which the server reads a request,
//   - a [ResponseEncoder], with which it sends a response,
//   - a [RequestEncoder], with which a client sends a request,
//   - a [ResponseDecoder], with which it reads a response.
//
// On the server a format sees an [Exchange], on the client a [Response]; it knows
// nothing of routes, endpoints and handlers. A body finds its parts through interfaces of
// one method each, because few formats have all four.
package media
