package planted

import (
	"testing"

	"github.com/tenon-go/tenon/apitest"
)

func FuzzRight(f *testing.F) { apitest.Fuzz(f, right().app(), callers...) }
