package planted

import (
	"sync"

	"github.com/tenon-go/tenon/authn"
)

// lastCaller remembers the identity of the last token for the next one, one time in four.
type lastCaller struct {
	mu   sync.Mutex
	last string
	n    int
}

func (l *lastCaller) authenticate(token string) (authn.Identity, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n++; l.n%4 == 0 && l.last != "" {
		token, l.last = l.last, token
	} else {
		l.last = token
	}
	return authenticate(token)
}
