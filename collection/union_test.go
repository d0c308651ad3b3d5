package collection_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type payment interface{ pay() }

type card struct{ Number string }

type transfer struct {
	IBAN string
	Days int
}

func (card) pay()     {}
func (transfer) pay() {}

var (
	cards = collection.Of("Card", func(c *card) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "card")),
			prop.String("number").MinLen(4).At(&c.Number),
		}
	})
	transfers = collection.Of("Transfer", func(t *transfer) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "transfer")),
			prop.String("iban").MinLen(5).At(&t.IBAN),
			prop.Int("days").Min(1).At(&t.Days),
		}
	})
	asCard = collection.Case(cards,
		func(c card) payment { return c },
		func(p payment) (card, bool) { c, ok := p.(card); return c, ok })
	asTransfer = collection.CaseOf[payment](transfers)

	tagged   = collection.OneOf("Payment", asCard, asTransfer).Tagged("kind")
	untagged = collection.OneOf("Payment", asCard, asTransfer)
)

func TestUnionWithATag(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"kind":"card","number":"1234"}`, `{"kind":"card","number":"1234"}`},
		{`{"days":3,"iban":"DE123","kind":"transfer"}`, `{"kind":"transfer","iban":"DE123","days":3}`},
		{`{"kind":"card","number":"1"}`, `#/number: must have at least 4 characters (min_length)`},
		{`{"kind":"transfer","number":"1234"}`, "#/number: is not recognized (unknown)\n#/iban: is required (required)\n#/days: is required (required)"},
		{`{"kind":"cash"}`, `#/kind: must be one of card, transfer (one_of)`},
		{`{"kind":7}`, `#/kind: must be a string (type)`},
		{`{"kind":null}`, `#/kind: must not be null (null)`},
		{`{"number":"1234"}`, `#/kind: is required (required)`},
		{`[]`, `#: must be an object (type)`},
		{`{"kind":"card","kind":"card"}`, `malformed JSON at byte 15: duplicate member name`},
	} {
		if got := roundTrip(tagged, test.text); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestUnionWithoutATag(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"kind":"card","number":"1234"}`, `{"kind":"card","number":"1234"}`},
		{`{"kind":"transfer","iban":"DE123","days":0}`,
			"#: must be one of Card, Transfer; it comes closest to Transfer (no_case)\n#/days: must be at least 1 (min)"},
	} {
		if got := roundTrip(untagged, test.text); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}

func roundTrip(u collection.Union[payment], text string) string {
	p, err := u.Create().Parse([]byte(text))
	if err != nil {
		return err.Error()
	}
	out, err := u.View().Append(nil, p)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

func TestUnionInACollection(t *testing.T) {
	type order struct{ Payments []payment }
	orders := collection.Of("Order", func(o *order) collection.Fields {
		return collection.Fields{
			prop.Array(prop.Union(tagged)).As("payments").At(&o.Payments),
		}
	})
	_, err := orders.Create().Parse([]byte(`{"payments":[{"kind":"card","number":"1234"},{"kind":"card","number":""}]}`))
	if err == nil || err.Error() != "#/payments/1/number: must have at least 4 characters (min_length)" {
		t.Errorf("got %v", err)
	}
	if vs := orders.Create().Check(order{[]payment{nil}}); len(vs) != 1 || vs[0].Pointer != "#/payments/0" {
		t.Errorf("a nil payment: got %v", vs)
	}
}

func TestACaseMustImplementTheUnion(t *testing.T) {
	type other struct{ A int }
	others := collection.Of("Other", func(o *other) collection.Fields { return collection.Fields{prop.Int("a").At(&o.A)} })
	_, err := collection.OneOf("Payment", asCard, collection.CaseOf[payment](others)).Create().Parse([]byte(`{}`))
	if err == nil || !strings.Contains(err.Error(), `case "Other": its Go type does not implement the union's`) {
		t.Errorf("got %v", err)
	}
}
