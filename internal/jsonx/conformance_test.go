package jsonx_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/jsonx"
)

type parsingCase struct {
	File, Expect string
	Base64       []byte
}

func parsingCases(t testing.TB) []parsingCase {
	t.Helper()
	text, err := os.ReadFile("testdata/json-parsing-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []parsingCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 250 {
		t.Fatalf("only %d parsing cases", len(cases))
	}
	return cases
}

func TestParsingSuite(t *testing.T) {
	// I-JSON is stricter than RFC 8259 in these: duplicate names.
	stricter := map[string]jsonx.Reason{
		"y_object_duplicated_key.json":           jsonx.Duplicate,
		"y_object_duplicated_key_and_value.json": jsonx.Duplicate,
	}
	var r jsonx.Reader
	for _, c := range parsingCases(t) {
		for name, read := range readings {
			r.Reset(c.Base64, jsonx.Limits{})
			read(&r)
			err := r.End()
			fault, isFault := err.(*jsonx.Fault)
			reason, strict := stricter[c.File]
			switch {
			case strict:
				if !isFault || fault.Reason != reason {
					t.Errorf("%s by %s: %v, want %v", c.File, name, err, reason)
				}
			case c.Expect == "accept":
				if err != nil {
					t.Errorf("%s by %s: %v, want it accepted", c.File, name, err)
				}
			case !isFault || fault.Reason == 0:
				t.Errorf("%s by %s: %v, want a fault", c.File, name, err)
			case fault.Offset < 0 || fault.Offset > len(c.Base64):
				t.Errorf("%s by %s: offset %d of %d bytes", c.File, name, fault.Offset, len(c.Base64))
			}
		}
	}
}

func TestEveryReadingFindsTheSameFault(t *testing.T) {
	var r jsonx.Reader
	for _, c := range parsingCases(t) {
		reasons := map[jsonx.Reason]string{}
		for name, read := range readings {
			r.Reset(c.Base64, jsonx.Limits{})
			read(&r)
			if fault, ok := r.End().(*jsonx.Fault); ok {
				reasons[fault.Reason] = name
			} else {
				reasons[0] = name
			}
		}
		if len(reasons) != 1 {
			t.Errorf("%s: %v", c.File, reasons)
		}
	}
}

func TestDeepDocumentsAreRefusedAtOnce(t *testing.T) {
	const depth = 100_000
	for _, c := range []struct {
		name, doc string
		offset    int
	}{
		{"open arrays", strings.Repeat("[", depth), jsonx.DefaultDepth},
		{"closed arrays", strings.Repeat("[", depth) + strings.Repeat("]", depth), jsonx.DefaultDepth},
		{"open objects", strings.Repeat(`{"":`, depth), 4 * jsonx.DefaultDepth},
		{"closed objects", strings.Repeat(`{"":`, depth) + "1" + strings.Repeat("}", depth), 4 * jsonx.DefaultDepth},
		{"both", strings.Repeat(`[{"":`, depth), 5 * jsonx.DefaultDepth / 2},
	} {
		for name, read := range readings {
			var r jsonx.Reader
			r.Reset([]byte(c.doc), jsonx.Limits{})
			read(&r)
			fault, ok := r.End().(*jsonx.Fault)
			if !ok || fault.Reason != jsonx.Depth || fault.Offset != c.offset {
				t.Errorf("%s by %s: %v, want a Depth fault at %d", c.name, name, r.Err(), c.offset)
			}
		}
	}
}

func TestDepthIsCountedExactly(t *testing.T) {
	for _, limit := range []int{1, 2, 64, 9_999, 20_000} {
		possible := min(limit, 9_999)
		for _, depth := range []int{possible, possible + 1} {
			doc := strings.Repeat("[", depth) + strings.Repeat("]", depth)
			for name, read := range readings {
				var r jsonx.Reader
				r.Reset([]byte(doc), jsonx.Limits{Depth: limit})
				read(&r)
				fault, _ := r.End().(*jsonx.Fault)
				if depth == possible && fault != nil || depth > possible && (fault == nil || fault.Reason != jsonx.Depth) {
					t.Errorf("depth %d of %d by %s: %v", depth, limit, name, r.Err())
				}
			}
		}
	}
}

func TestMembersAreCountedExactly(t *testing.T) {
	for _, c := range []struct {
		doc     string
		offset  int
		pointer string // "-" means that the document is accepted
	}{
		{`{}`, 0, "-"},
		{`{"a":1,"b":2}`, 0, "-"},
		{`{"a":{"a":1,"b":{}},"b":{"c":1}}`, 0, "-"},
		{`[1,2,3,4]`, 0, "-"},
		{`{"a":1,"b":2 , "c":3}`, 15, ""},
		{`{"a":1,"x":[7,{"a":1,"b":2,"c":3}]}`, 27, "/x/1"},
	} {
		for name, read := range readings {
			var r jsonx.Reader
			r.Reset([]byte(c.doc), jsonx.Limits{Members: 2})
			read(&r)
			fault, ok := r.End().(*jsonx.Fault)
			switch {
			case c.pointer == "-":
				if ok {
					t.Errorf("%s by %s: %v, want it accepted", c.doc, name, fault)
				}
			case !ok || *fault != jsonx.Fault{Reason: jsonx.Members, Offset: c.offset, Pointer: c.pointer}:
				t.Errorf("%s by %s: %v, want a Members fault at %d in %q", c.doc, name, r.Err(), c.offset, c.pointer)
			}
		}
	}
}

func TestSixtyThousandMembersAreRefusedEarly(t *testing.T) {
	var doc strings.Builder
	doc.WriteString(`{`)
	for i := range 60_000 {
		if i > 0 {
			doc.WriteByte(',')
		}
		doc.WriteString(`"k` + strings.Repeat("x", i%7) + time.Duration(i).String() + `":0`)
	}
	doc.WriteString(`}`)
	for name, read := range readings {
		var r jsonx.Reader
		r.Reset([]byte(doc.String()), jsonx.Limits{})
		read(&r)
		// The offset is the work: what follows the last member allowed is not read.
		fault, ok := r.End().(*jsonx.Fault)
		if !ok || fault.Reason != jsonx.Members || fault.Offset > doc.Len()/5 {
			t.Errorf("by %s: %v, want a Members fault early in %d bytes", name, r.Err(), doc.Len())
		}
	}
}
