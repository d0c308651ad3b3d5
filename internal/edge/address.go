package edge

import (
	"net"
	"net/http"
	"net/netip"
)

// Address returns the IP address of the connection of a request; "" if it has none, as on
// a Unix socket.
func Address(r *http.Request) string {
	if r.RemoteAddr == "" {
		return ""
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	switch at, err := netip.ParseAddr(host); {
	case err != nil:
		return ""
	case at.Is4In6():
		return at.Unmap().String()
	}
	return host
}
