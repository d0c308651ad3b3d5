package doc_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

func Example_properties() {
	sku := prop.String("sku").Pattern(`^[A-Z]{3}-[0-9]{4}$`).Example("KEY-0001")
	weight := prop.Float64("weight").ExclusiveMin(0).Describe("In kilograms.")
	price := prop.Decimal("price").Scale(2).Min("0.01")
	tags := prop.Array(prop.String("tags").MaxLen(20)).MaxItems(3).Unique()

	fmt.Println(sku.Check("key-1"))
	fmt.Println(weight.Check(0))
	fmt.Println(price.Check("9.995"))
	fmt.Println(tags.Check([]string{"new", "new", "used", "old"}))

	// Output:
	// #: must match the pattern ^[A-Z]{3}-[0-9]{4}$ (pattern)
	// #: must be greater than 0 (exclusive_min)
	// #: must have at most 2 digits after the point (places)
	// #: must have at most 3 items (max_items)
}

func Example_message() {
	code := prop.String("code").
		Pattern("^[A-Z]{2}-[0-9]+$").Message("must be two letters and a number, such as AB-12").
		MaxLen(9).Message("must have {max} characters or fewer")

	fmt.Println(code.Check("ab-12"))
	fmt.Println(code.Check("AB-1234567"))

	// Output:
	// #: must be two letters and a number, such as AB-12 (pattern)
	// #: must have 9 characters or fewer (max_length)
}

func Example_presence() {
	name := prop.String("name")                           // required
	size := prop.Int("size").Default(10)                  // 10 if absent
	hint := prop.String("hint").Optional()                // may be absent
	note := prop.Nullable(prop.String("note"))            // required, may be null
	memo := prop.Nullable(prop.String("memo")).Optional() // absent, null or a string
	lang := prop.String("lang").AbsentMeans("en")         // may be absent, which means "en"
	forms := collection.New("Form", name, size, hint, note, memo, lang)

	form, err := forms.Create().Parse([]byte(`{"name": "A", "note": null}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, hinted := hint.Lookup(form)
	_, chosen := lang.Lookup(form)
	fmt.Println(size.Get(form), hinted, note.Get(form) == nil, chosen)

	_, err = forms.Create().Parse([]byte(`{"hint": null}`))
	fmt.Println(err)

	// Output:
	// 10 false true false
	// #/hint: must not be null (null)
	// #/name: is required (required)
	// #/note: is required (required)
}

// ISBN is a type of your application.
type ISBN string

func checkDigit(s ISBN) bool {
	sum := 0
	for i, r := range s {
		sum += int(r-'0') * (1 + i%2*2)
	}
	return sum%10 == 0
}

func Example_noNUL() {
	title := prop.String("title").NoNUL()

	fmt.Println(title.Check("Moby\x00Dick"))

	// Output:
	// #: must not contain the character U+0000 (no_nul)
}

func Example_customRule() {
	isbn := prop.StringOf[ISBN]("isbn").
		Pattern(`^97[89][0-9]{10}$`).
		Rule("check_digit", "must end in its check digit", checkDigit)

	fmt.Println(isbn.Check("9780142437247"))
	fmt.Println(isbn.Check("9780142437240"))

	// Output:
	// #: must end in its check digit (check_digit)
}

// Color is a type without JSON methods.
type Color struct{ R, G, B uint8 }

func parseColor(s string) (Color, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 24)
	return Color{uint8(n >> 16), uint8(n >> 8), uint8(n)}, err
}

func (c Color) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func Example_customType() {
	ink := prop.TextOf("ink", parseColor, Color.String).Pattern("^#[0-9a-f]{6}$").Example(Color{R: 255})

	c, err := ink.Parse([]byte(`"#0a0b0c"`))
	fmt.Println(c.G, err)
	_, err = ink.Parse([]byte(`"red"`))
	fmt.Println(err)

	// Output:
	// 11 <nil>
	// #: must match the pattern ^#[0-9a-f]{6}$ (pattern)
}

func Example_derived() {
	short := pages.Max(100).Describe("For children.") // does not change pages

	fmt.Println(len(pages.Check(200)), len(short.Check(200)))

	// Output:
	// 0 1
}

func Example_names() {
	label := prop.String("label").Pattern("^[a-z]+$").MaxLen(20)
	labels := collection.ValueOf(prop.Map(prop.String("labels").MaxLen(80)).PropertyNames(label).MaxProperties(16))

	_, err := labels.Create().Parse([]byte(`{"color": "red", "Size": "M"}`))
	fmt.Println(err)

	// Output:
	// #/Size: must match the pattern ^[a-z]+$ (pattern)
}
