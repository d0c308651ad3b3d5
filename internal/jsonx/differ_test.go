package jsonx_test

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon/internal/jsonx"
)

var differential = flag.Int("differential", 300_000, "how many documents the reader and jsontext both read")

// stepper is what a Reader and the oracle have in common.
type stepper interface {
	Reset([]byte, jsonx.Limits)
	Kind() jsonx.Kind
	Null()
	Bool() bool
	Object()
	Array()
	Member() (string, bool)
	Item() bool
	Skip()
	Raw() string
	Text() string
	Literal() string
	End() error
	Err() error
	Offset() int
}

var (
	_ stepper = (*jsonx.Reader)(nil)
	_ stepper = (*oracle)(nil)
)

// step does what one byte of a script says, and appends what came of it. Most bytes read
// on as a decoder would, so that scripts come far; the others call any method.
func step(log []byte, s stepper, op byte, open *[]byte) []byte {
	flagged := func(ok bool) { log = strconv.AppendBool(log, ok) }
	pop := func() {
		if n := len(*open); n > 0 {
			*open = (*open)[:n-1]
		}
	}
	value := func() {
		switch kind := s.Kind(); kind {
		case jsonx.Object:
			s.Object()
			*open = append(*open, '{')
		case jsonx.Array:
			s.Array()
			*open = append(*open, '[')
		case jsonx.String:
			log = append(append(log, '"'), s.Text()...)
		case jsonx.Number:
			log = append(append(log, '#'), s.Literal()...)
		case jsonx.Null:
			s.Null()
		default:
			flagged(s.Bool())
		}
	}
	switch op % 32 {
	case 0:
		log = append(log, byte(s.Kind()))
	case 1:
		s.Null()
	case 2:
		flagged(s.Bool())
	case 3:
		s.Object()
	case 4:
		s.Array()
	case 5:
		name, ok := s.Member()
		log = append(log, name...)
		flagged(ok)
	case 6:
		flagged(s.Item())
	case 7:
		log = append(log, s.Text()...)
	case 8:
		log = append(log, s.Literal()...)
	case 9, 10, 11:
		s.Skip()
	case 12, 13:
		log = append(log, s.Raw()...)
	default:
		switch n := len(*open); {
		case n == 0:
			value()
		case (*open)[n-1] == '[':
			if !s.Item() {
				pop()
			} else if op >= 64 {
				value()
			} else {
				s.Skip()
			}
		default:
			name, ok := s.Member()
			log = append(append(log, name...), '=')
			if !ok {
				pop()
			} else if op >= 64 {
				value()
			} else {
				log = append(log, s.Raw()...)
			}
		}
	}
	if s.Err() == nil {
		log = strconv.AppendInt(append(log, '@'), int64(s.Offset()), 10)
	}
	return append(log, '\n')
}

// play runs a script over a document and returns everything that can be seen of it.
func play(log []byte, s stepper, doc, script []byte, limits jsonx.Limits) []byte {
	s.Reset(doc, limits)
	var room [16]byte
	open := room[:0]
	for _, op := range script {
		if log = step(log, s, op, &open); s.Err() != nil {
			break
		}
	}
	if err := s.End(); err != nil {
		fault := *err.(*jsonx.Fault)
		log = append(append(log, fault.Reason.String()...), fault.Pointer...)
		log = strconv.AppendInt(append(log, '@'), int64(fault.Offset), 10)
	}
	return log
}

// arena plays with both.
type arena struct {
	reader        jsonx.Reader
	oracle        oracle
	got, expected []byte
}

func (a *arena) differ(doc, script []byte, limits jsonx.Limits) bool {
	a.got = play(a.got[:0], &a.reader, doc, script, limits)
	a.expected = play(a.expected[:0], &a.oracle, doc, script, limits)
	return string(a.got) != string(a.expected)
}

func (a *arena) report(t *testing.T, doc, script []byte, limits jsonx.Limits) {
	t.Errorf("%q by % x with %v\nreads as\n%s\nwant\n%s", doc, script, limits, a.got, a.expected)
}

// splices are what mutations put into documents.
var splices = strings.Split(`{ } [ ] " , : \ \u \ud800 \udc00 \n 0 1 -1 01 1. 1e5 1E+ - true fals null "a" "a":1 "a":{ [[ ]] {"a":{"b": `+
	"\x00 \x1f \x7f \x80 \xc3 é 日本 😀 \xed\xa0\x80 \xf4\x90\x80\x80 \xef\xbb\xbf \t \r \n _ x", " ")

func mutate(r *rand.Rand, doc []byte) []byte {
	doc = slices.Clone(doc)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(doc) + 1)
		switch r.IntN(6) {
		case 0:
			doc = doc[:at]
		case 1:
			doc = slices.Delete(doc, at, min(len(doc), at+1+r.IntN(3)))
		case 2:
			if at < len(doc) {
				doc[at] = byte(r.Uint32())
			}
		case 3: // a range twice
			end := min(len(doc), at+r.IntN(24))
			doc = slices.Insert(doc, end, slices.Clone(doc[at:end])...)
		default:
			doc = slices.Insert(doc, at, []byte(splices[r.IntN(len(splices))])...)
		}
	}
	return doc
}

// members is an object with n members, some of which have escapes in their names.
func members(n int) []byte {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		if i%5 == 3 {
			b.WriteString(`"\u006e`) // an n
		} else {
			b.WriteString(`"n`)
		}
		b.WriteString(strconv.Itoa(i%(n-n/8)) + `":{"long-name-of-a-member":1}`)
	}
	return []byte(b.String() + "}")
}

// seeds are the documents of the public suite, one of the usual kind, and objects whose
// names need a table, with and without duplicates.
func seeds(t testing.TB) (docs [][]byte) {
	for _, c := range parsingCases(t) {
		if len(c.Base64) < 400 {
			docs = append(docs, c.Base64)
		}
	}
	for _, n := range []int{3, 7, 15, 16, 17, 18, 33, 40, 150} {
		docs = append(docs, members(n))
	}
	return append(docs, []byte(product[:300]+`"}`), []byte(product))
}

// TestReaderDoesWhatJsontextDoes: accepts, refuses, and places faults, whatever is asked of
// it. The flag -differential says how often.
func TestReaderDoesWhatJsontextDoes(t *testing.T) {
	docs := seeds(t)
	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for worker := range workers {
		wg.Go(func() {
			var a arena
			r := rand.New(rand.NewPCG(rand.Uint64(), uint64(worker)))
			script := make([]byte, 64)
			for range *differential / workers {
				doc := docs[r.IntN(len(docs))]
				if r.IntN(16) > 0 {
					doc = mutate(r, doc)
				}
				limits := jsonx.Limits{}
				if r.IntN(3) == 0 {
					limits = jsonx.Limits{Depth: 1 + r.IntN(4), Members: 1 + r.IntN(20)}
				}
				steps := script[:r.IntN(len(script))]
				for i := range steps {
					steps[i] = byte(r.Uint32())
					if r.IntN(8) > 0 { // reads on
						steps[i] = 64 + 31
					}
				}
				if a.differ(doc, steps, limits) {
					a.report(t, doc, steps, limits)
					return
				}
			}
		})
	}
	wg.Wait()
}

func FuzzReaderDoesWhatJsontextDoes(f *testing.F) {
	for _, doc := range seeds(f) {
		f.Add(doc, []byte{9}, 0, 0)
		f.Add(doc, []byte(strings.Repeat("\x7f", 40)), 2, 3)
	}
	var a arena
	f.Fuzz(func(t *testing.T, doc, script []byte, depth, members int) {
		limits := jsonx.Limits{Depth: min(depth, 9_999), Members: members}
		if a.differ(doc, script, limits) {
			a.report(t, doc, script, limits)
		}
	})
}
