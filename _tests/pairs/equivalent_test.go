package pairs

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/oas/oastest"
)

// The server accepts exactly the requests that the document of a feature accepts.
func TestFeaturesMatchTheirDocuments(t *testing.T) {
	for _, f := range features() {
		x, err := build(pair{f}, usual)
		if err != nil {
			continue // TestFeatures reports it
		}
		r := &recorder{TB: t}
		r.run(func() { oastest.Equivalent(r, x.app, oastest.Values(20)) })
		if len(r.failures) > 0 {
			t.Errorf("%s: %s", f.name, shortened(strings.Join(r.failures, "\n")))
		}
		x.close()
	}
}
