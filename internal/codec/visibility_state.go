package codec

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"sync"
)

// VisibleState is an entity as callers with some of its scopes see it. A string of 0 and 1 names
// which sets of scopes a caller has: "10" is the first of two.
type VisibleState struct {
	Sets  [][]string // of scopes on members, each sorted
	Write func(e *Encoder)

	mu      sync.Mutex
	digests map[string]string
}

// Open returns which sets of scopes a caller has; "" is all.
func (v *VisibleState) Open(grants Grants) string {
	b, all := make([]byte, len(v.Sets)), true
	for i, set := range v.Sets {
		if b[i] = '1'; !isVisible(grants, set) {
			b[i], all = '0', false
		}
	}
	if all {
		return ""
	}
	return string(b)
}

// Within reports whether open is a valid name of some of the sets that a caller has.
func (v *VisibleState) Within(open string, grants Grants) bool {
	if len(open) != len(v.Sets) || !strings.Contains(open, "0") || strings.Trim(open, "01") != "" {
		return false
	}
	for i, set := range v.Sets {
		if open[i] == '1' && !isVisible(grants, set) {
			return false
		}
	}
	return true
}

// Digest returns a digest of the visible part, which reveals nothing of the rest. It is "" if the
// entity cannot be encoded.
func (v *VisibleState) Digest(open string) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if d, ok := v.digests[open]; ok {
		return d
	}
	e := Encoder{Grants: visiblePart{v.Sets, open}}
	d := ""
	if v.Write(&e); e.Err() == nil {
		sum := sha256.Sum256(e.B)
		d = base64.RawURLEncoding.EncodeToString(sum[:16])
	}
	if v.digests == nil {
		v.digests = map[string]string{}
	}
	v.digests[open] = d
	return d
}

// visiblePart are the Grants of a caller that sees a part.
type visiblePart struct {
	sets [][]string
	open string
}

func (p visiblePart) HasAny(scopes ...string) bool {
	set := slices.Sorted(slices.Values(scopes))
	i := slices.IndexFunc(p.sets, func(s []string) bool { return slices.Equal(s, set) })
	return i >= 0 && p.open[i] == '1'
}
