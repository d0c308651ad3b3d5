package year

import "time"

// longTTL ends a second late.
func longTTL(p *parts) {
	p.store = func(_ *server, _ string, next keyStore) keyStore { return changedTTL{next, time.Second} }
}
