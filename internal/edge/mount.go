package edge

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/match"
)

// Mount is what another router needs of an App. It is an interface, because package tenon, which
// implements it, imports this one, and users of an App do not see its methods.
type Mount interface {
	// Rejects returns the handler of requests that match a path of the App, but no
	// operation; pathOf returns the path of a request.
	Rejects(pathOf func(*http.Request) match.Path) http.Handler
	// Typed reports whether the types of parameters decide between paths.
	Typed() bool
	// Unmatched returns the handler of requests that match no path.
	Unmatched() http.Handler
}

// Mounted is embedded in an App. Its method is unexported, so that only this module opens it.
type Mounted struct{ m Mount }

func (m *Mounted) mounted() *Mounted { return m }

// Mountable is an App.
type Mountable interface{ mounted() *Mounted }

// MountOf returns what another router needs of an App.
func MountOf(app Mountable) Mount { return app.mounted().m }

// SetMount sets what another router needs of an App.
func SetMount(app Mountable, m Mount) { app.mounted().m = m }
