package jsonx_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// hasty is a reader that takes each shortcut which the document lets it take, and finds
// by itself which names come twice, as who uses Next has to.
type hasty struct {
	jsonx.Reader
	doc  []byte
	open []map[string]bool // the names of the open objects; nil for an array
	took int               // shortcuts
}

func (h *hasty) Reset(doc []byte, limits jsonx.Limits) {
	h.Reader.Reset(doc, limits)
	h.doc, h.open = doc, h.open[:0]
}

func (h *hasty) Object() {
	if h.Reader.Object(); h.Err() == nil {
		h.open = append(h.open, map[string]bool{})
	}
}

func (h *hasty) Array() {
	if h.Reader.Array(); h.Err() == nil {
		h.open = append(h.open, nil)
	}
}

func (h *hasty) Item() bool {
	ok := h.Reader.Item()
	if !ok && h.Err() == nil {
		h.open = h.open[:len(h.open)-1]
	}
	return ok
}

func (h *hasty) Member() (name string, ok bool) {
	name, ok = h.ahead()
	key := jsonx.KeyOf(name)
	if ok && h.Next(&key) {
		h.took++
	} else if name, ok = h.Reader.Member(); !ok {
		if h.Err() == nil {
			h.open = h.open[:len(h.open)-1]
		}
		return "", false
	}
	names := h.open[len(h.open)-1]
	if names[name] {
		h.Repeated()
		return "", false
	}
	names[name] = true
	return name, true
}

// ahead finds a name of plain characters in front of the reader, with its colon.
func (h *hasty) ahead() (name string, ok bool) {
	rest := bytes.TrimLeft(h.doc[h.Offset():], ", \t\r\n")
	if len(rest) == 0 || rest[0] != '"' {
		return "", false
	}
	end := bytes.IndexByte(rest[1:], '"')
	if end < 0 || !jsonx.Plain(rest[1:1+end]) || bytes.IndexByte(rest[1:1+end], 0x7f) >= 0 {
		return "", false
	}
	return string(rest[1 : 1+end]), true
}

func (h *hasty) Literal() string {
	coefficient, places, ok := h.Short(15)
	if !ok {
		return h.Reader.Literal()
	}
	h.took++
	end := h.Offset()
	start := end
	for start > 0 && bytes.IndexByte([]byte("-.0123456789"), h.doc[start-1]) >= 0 {
		start--
	}
	text := string(h.doc[start:end])
	if f, _ := strconv.ParseFloat(text, 64); f != float64(coefficient)/math.Pow10(places) {
		return "not " + text
	}
	return text
}

// TestShortcutsLeadWhereTheReaderDoes: to the same names, values and faults, whatever is
// asked of them.
func TestShortcutsLeadWhereTheReaderDoes(t *testing.T) {
	docs := seeds(t)
	numbers := "[0,-0,-1,1.5,-1.50,0.0,100000000000000,123456789012345,1234567890123456,0.12345678901234,1e2,1.5e-2,01,1.,-]"
	docs = append(docs, []byte(numbers), []byte(`{"a":1,"b":{"a":-2.25,"b":3},"a":4}`), []byte(`{ "a" : 1 , "\u0061" : 2 }`))
	r := rand.New(rand.NewPCG(1, 2))
	var a arena
	h := &hasty{}
	onward := bytes.Repeat([]byte{64 + 31}, 64)
	for range *differential / 4 {
		script := onward
		doc := docs[r.IntN(len(docs))]
		if r.IntN(8) > 0 {
			doc = mutate(r, doc)
		}
		if r.IntN(4) == 0 {
			script = bytes.Clone(onward)
			script[r.IntN(len(script))] = byte(r.Uint32())
		}
		a.got = play(a.got[:0], h, doc, script, jsonx.Limits{})
		a.expected = play(a.expected[:0], &a.reader, doc, script, jsonx.Limits{})
		if string(a.got) != string(a.expected) {
			a.report(t, doc, script, jsonx.Limits{})
			return
		}
	}
	if least := *differential / 4; h.took < least {
		t.Errorf("%d shortcuts were taken, fewer than %d", h.took, least)
	}
}

// However long a name is, each of its bytes counts, and so does what is behind it.
func TestAKeyIsComparedToItsEnd(t *testing.T) {
	next := func(doc string, key jsonx.Key) bool {
		var r jsonx.Reader
		r.Reset([]byte(doc), jsonx.Limits{Depth: 9, Members: 9})
		r.Object()
		return r.Next(&key)
	}
	for n := range 40 {
		name := []byte("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst"[:n])
		key := jsonx.KeyOf(string(name))
		for _, rest := range []string{"1}", "1, \"another\": 2}"} {
			if !next(`{"`+string(name)+`":`+rest, key) {
				t.Errorf("%s is not read", name)
			}
			for i := range name {
				name[i]++
				if next(`{"`+string(name)+`":`+rest, key) {
					t.Errorf("%s is read in place of another", name)
				}
				name[i]--
			}
			for _, other := range []string{`{"` + string(name) + `a":`, `{"` + string(name) + `" :`} {
				if next(other+rest, key) {
					t.Errorf("%s is read as %s", other, name)
				}
			}
		}
	}
	if key := jsonx.KeyOf("\xff"); next("{\"\xff\":1}", key) || next(`{"":1}`, key) {
		t.Error("a name that no document has is read")
	}
}
