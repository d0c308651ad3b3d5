package suffix

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the rules
	"io"
	"strings"
)

//go:embed rules.gz
var packed string

// Rules are those of the list.
type Rules struct{ lines string } // each between line breaks

// Load unpacks the rules.
func Load() Rules {
	r, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		return Rules{}
	}
	var b bytes.Buffer
	b.WriteByte('\n')
	_, _ = io.Copy(&b, r) // a test holds that it is whole
	return Rules{b.String()}
}

// Shared reports whether strangers have names below a domain, which is in lower case:
// where it is a public suffix, or one lies below it.
func (r Rules) Shared(domain string) bool {
	domain = strings.TrimSuffix(domain, ".")
	if r.has("!" + domain) {
		return r.below(domain)
	}
	_, parent, _ := strings.Cut(domain, ".")
	return r.has(domain) || parent != "" && r.has("*."+parent) || r.below(domain)
}

func (r Rules) has(rule string) bool { return strings.Contains(r.lines, "\n"+rule+"\n") }

// below reports whether a rule is about what lies below a domain.
func (r Rules) below(domain string) bool { return strings.Contains(r.lines, "."+domain+"\n") }
