package shop

import (
	"bytes"
	"fmt"
	"strings"
)

// ID is the ID of every product.
const ID = "2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f"

const description = "A compact keyboard without a number block, for desks on which a mouse needs its place. " +
	"Its switches are tactile and quiet, its keycaps are dye-sublimated, its case is made of anodised aluminium, " +
	"and its cable comes off. It remembers up to three computers and changes between them with one key. " +
	"The battery lasts for about two months of office hours, or a week with all lights on. " +
	"In the box are the keyboard, a braided cable of a metre and a half, a tool to pull keycaps, four spare switches, " +
	"and a leaflet that nobody reads; the firmware is free software, and open to changes."

// members are the members of a product that a client sends.
func members(sku, name, description string, price int) string {
	return fmt.Sprintf(`"sku":%q,"name":%q,"description":%q,"price":%d,"status":"active","tags":["usb-c","office"],`+
		`"size":{"width":359,"height":35,"depth":128}`, sku, name, description, price)
}

// tail are the members after the variants.
const tail = `"weight":0.85,"released":"2026-01-02T03:04:05Z"`

const variants = `"variants":[{"sku":"KEY-0043","color":"graphite","stock":12},{"sku":"KEY-0044","color":"silver","stock":0},` +
	`{"sku":"KEY-0045","color":"midnight blue","stock":1204}]`

const note = `"note":"Ask for the new supplier before you promise a date."`

// New is a valid product of about 1 KB that a client sends.
var New = []byte("{" + members("KEY-0042", "Tenkeyless keyboard", description, 8900) + "," + variants + "," + tail + "," + note + "}")

// One is the same product in a response.
var One = []byte(`{"id":"` + ID + `",` + string(New[1:]))

// Wrong violates six rules.
var Wrong = []byte(strings.NewReplacer(
	`"KEY-0042"`, `"key-42"`, `"Tenkeyless keyboard"`, `""`, `8900`, `-8900`, `"active"`, `"gone"`,
	`"width":359`, `"width":0`, `"stock":12}`, `"stock":-12}`,
).Replace(string(New)))

// Violated are the locations of the violations in Wrong.
var Violated = []string{"#/sku", "#/name", "#/price", "#/status", "#/size/width", "#/variants/0/stock"}

// Page are the 20 products of the second page, as a JSON array.
var Page = array(20, true)

// BatchSize is the number of products in Batch.
const BatchSize = 1000

// Batch is an object with the 1,000 products to create, about 250 KB.
var Batch = []byte(`{"products":` + string(array(BatchSize, false)) + `}`)

// Products returns n products with IDs, as a JSON array.
func Products(n int) []byte { return array(n, true) }

func array(n int, ids bool) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('{')
		if ids {
			fmt.Fprintf(&b, `"id":"%08d-9b8a-4d3c-8e7f-0a1b2c3d4e5f",`, i)
		}
		b.WriteString(members(fmt.Sprintf("KEY-%04d", i), fmt.Sprintf("Keyboard %d", i), "A compact keyboard, quiet and grey.", 20_000-i))
		fmt.Fprintf(&b, `,"variants":[],%s}`, tail)
	}
	b.WriteByte(']')
	return b.Bytes()
}

// Total is the number of products in the whole list.
const Total = 95

func enveloped(data []byte) string { return `{"data":` + string(data) + `}` }

func paged() string {
	return `{"data":` + string(Page) + `,"pagination":{"page":2,"page_size":20,"has_more":true,"total_pages":5}}`
}

// replace replaces the first occurrence and panics if there is none.
func replace(content []byte, old, new string) []byte {
	changed := bytes.Replace(content, []byte(old), []byte(new), 1)
	if bytes.Equal(changed, content) {
		panic("there is no " + old)
	}
	return changed
}
