package jsonx_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// product is a document of the usual size and mix.
const product = `{
  "id": "0b9c5a3e-6a2f-4f0e-9a53-0d6f2f7d8c11",
  "name": "Tenkeyless keyboard, brown switches",
  "description": "A compact mechanical keyboard with hot-swappable switches and a braided cable.",
  "price": 12900,
  "currency": "EUR",
  "weight": 0.875,
  "status": "active",
  "featured": true,
  "discontinued": false,
  "tags": ["keyboard", "mechanical", "tenkeyless", "brown", "usb-c"],
  "size": {"width": 355.5, "height": 38.2, "depth": 127, "unit": "mm"},
  "variants": [
    {"sku": "TKL-BRN-ISO", "stock": 12, "price": 12900, "layout": "iso"},
    {"sku": "TKL-BRN-ANS", "stock": 0, "price": 12500, "layout": "ansi"},
    {"sku": "TKL-BRN-JIS", "stock": 3, "price": 13900, "layout": "jis"}
  ],
  "note": null,
  "supplier": {"name": "Northwind Traders", "country": "SE", "contact": "orders@northwind.example"},
  "created_at": "2026-03-01T09:30:00Z"
}`

// visit reads a value with every method, without keeping anything.
func visit(r *jsonx.Reader) (size int) {
	switch r.Kind() {
	case jsonx.Null:
		r.Null()
	case jsonx.True, jsonx.False:
		r.Bool()
	case jsonx.String:
		size = len(r.Text())
	case jsonx.Number:
		size = len(r.Literal())
	case jsonx.Array:
		for r.Array(); r.Item(); {
			size += visit(r)
		}
	case jsonx.Object:
		r.Object()
		for {
			name, ok := r.Member()
			if !ok {
				break
			}
			size += len(name) + visit(r)
		}
	}
	return size
}

func TestReadingAllocatesOneStringADocument(t *testing.T) {
	doc := []byte(product)
	large := []byte("[" + strings.Repeat(product+",", 100) + "1]")
	var r jsonx.Reader
	reading := func(doc []byte, read func()) func() {
		return func() {
			r.Reset(doc, jsonx.Limits{})
			read()
			if err := r.End(); err != nil {
				t.Error(err)
			}
		}
	}
	for _, c := range []struct {
		name string
		read func()
		want int
	}{
		{"walk", reading(doc, func() { visit(&r) }), 1},
		{"Raw", reading(doc, func() { r.Raw() }), 1},
		{"Skip", reading(doc, func() { r.Skip() }), 0},
		{"string with escapes", reading([]byte(`"a\nb\tc"`), func() { r.Text() }), 1},
		{"numbers", reading([]byte(`[true,false,null,[],{}]`), func() { visit(&r) }), 0},
		{"Skip in a large document", reading(large, func() {
			for r.Array(); r.Item(); {
				r.Skip()
			}
		}), 0},
		{"walk of a large document", reading(large, func() { visit(&r) }), 15}, // its chunks
		{"repeated names of a large document", reading(large, func() {
			for r.Array(); r.Item(); {
				if r.Kind() != jsonx.Object {
					r.Skip()
					continue
				}
				for r.Object(); ; r.Skip() {
					if _, ok := r.Member(); !ok {
						break
					}
				}
			}
		}), 0},
	} {
		c.read()
		if got := allocs.Least(c.read); got > c.want {
			t.Errorf("%s: %d allocations, want at most %d", c.name, got, c.want)
		}
	}
}

func TestWritingDoesNotAllocate(t *testing.T) {
	buffer := make([]byte, 0, 1024)
	if n := allocs.Least(func() {
		b, err := jsonx.AppendString(buffer, "Tenkeyless keyboard – \"brown\" switches, with a long enough text")
		if err == nil {
			b, err = jsonx.AppendFloat(b, 0.875, 64)
		}
		if err != nil || len(b) == 0 {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%d allocations, want 0", n)
	}
}

// faulty are documents of about n bytes that are wrong at their end.
func faulty(n int) map[string][]byte {
	return map[string][]byte{
		"objects":    []byte("[" + strings.Repeat(product+",", n/len(product)) + "x]"),
		"deep":       []byte(strings.Repeat(`{"a":`, 60) + strings.Repeat(" ", n) + "x"),
		"names":      append(bytes.TrimSuffix(members(n/40), []byte("}")), `,"n0":1}`...),
		"long name":  []byte(`{"` + strings.Repeat("~", n) + `":x`),
		"string":     []byte(`["` + strings.Repeat(`\n\ud83d\ude00`, n/14) + `\x`),
		"open array": []byte("[" + strings.Repeat("1,", n/2)),
	}
}

// TestFaultsAreFoundInLinearTime: what is wrong at the end of a document of sixteen times the
// size takes no more than a few times sixteen times as long.
func TestFaultsAreFoundInLinearTime(t *testing.T) {
	const small, times = 16 << 10, 16
	took := func(doc []byte, least time.Duration) time.Duration {
		var r jsonx.Reader
		for range 5 {
			start := time.Now()
			r.Reset(doc, jsonx.Limits{Members: len(doc)})
			r.Skip()
			if r.End() == nil {
				t.Fatalf("%.40s… is read", doc)
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	large := faulty(small * times)
	for name, doc := range faulty(small) {
		one, many := took(doc, time.Hour), took(large[name], time.Hour)
		slow := func() bool { return float64(many) > 6*times*float64(one) }
		for n := 0; n < 10 && slow(); n++ { // other programs may have had the processor
			one, many = took(doc, one), took(large[name], many)
		}
		if slow() {
			t.Errorf("%s: %v for %d bytes, %v for %d", name, one, len(doc), many, len(large[name]))
		}
	}
}

func BenchmarkFault(b *testing.B) {
	for name, doc := range faulty(64 << 10) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(doc)))
			var r jsonx.Reader
			for b.Loop() {
				r.Reset(doc, jsonx.Limits{Members: len(doc)})
				r.Skip()
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	doc := []byte(product)
	run := func(name string, step func() error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				if err := step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	var r jsonx.Reader
	run("walk", func() error { r.Reset(doc, jsonx.Limits{}); visit(&r); return r.End() })
	run("Skip", func() error { r.Reset(doc, jsonx.Limits{}); r.Skip(); return r.End() })
	var buffer bytes.Buffer
	var decoder jsontext.Decoder
	run("jsontext ReadToken", func() error {
		buffer = *bytes.NewBuffer(doc)
		decoder.Reset(&buffer)
		for {
			if _, err := decoder.ReadToken(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
	run("jsontext PeekKind and ReadToken", func() error {
		buffer = *bytes.NewBuffer(doc)
		decoder.Reset(&buffer)
		for {
			decoder.PeekKind()
			if _, err := decoder.ReadToken(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
	run("jsontext ReadValue", func() error {
		buffer = *bytes.NewBuffer(doc)
		decoder.Reset(&buffer)
		_, err := decoder.ReadValue()
		return err
	})
}

func BenchmarkAppendString(b *testing.B) {
	buffer := make([]byte, 0, 1024)
	for name, text := range map[string]string{
		"plain":   "A compact mechanical keyboard with hot-swappable switches",
		"escapes": "A \"compact\" keyboard\nwith hot-swappable switches – and a cable",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				jsonx.AppendString(buffer, text)
			}
		})
	}
}
