package pairs

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/oas/oastest"
)

// What the document of a feature accepts, the server accepts, and no more.
func TestEveryFeatureIsAsDocumented(t *testing.T) {
	for _, f := range features() {
		x, err := build(pair{f}, usual)
		if err != nil {
			continue // TestFeatures says so
		}
		r := &recorder{TB: t}
		r.run(func() { oastest.Equivalent(r, x.app, oastest.Values(20)) })
		if len(r.told) > 0 {
			t.Errorf("%s: %s", f.name, shortened(strings.Join(r.told, "\n")))
		}
		x.close()
	}
}
