package contents_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// purchase is a form with values in brackets.
type purchase struct {
	Customer string
	Metadata map[string]string
	Expand   []string
	Items    []item
	Source   source
	Filter   *filter
	Note     *string
}

type item struct {
	Price    int
	Quantity *int
	Taxes    []string
	Gift     *bool
}

// source is a token, an amount, a card or an account.
type source struct {
	Token  string
	Amount int
	Card   *card
	Bank   *bank
}

// bank has another type of month than card.
type bank struct{ Number, Month string }

type card struct {
	Number string
	Month  int
}

// filter contains itself.
type filter struct {
	Field string
	All   []filter
}

var (
	orderItem = collection.Of("Item", func(i *item) collection.Fields {
		return collection.Fields{
			prop.Int("price").Min(0).At(&i.Price),
			prop.Int("quantity").Min(1).Optional().AtOptional(&i.Quantity),
			prop.Array(prop.String("taxes").MinLen(2)).MaxItems(3).Default([]string{}).At(&i.Taxes),
			prop.Bool("gift").Optional().AtOptional(&i.Gift),
		}
	})
	cards = collection.Of("Card", func(c *card) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("object", "card")),
			prop.String("number").MinLen(4).At(&c.Number), prop.Int("month").Max(12).At(&c.Month),
		}
	})
	banks = collection.Of("Bank", func(b *bank) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("object", "bank")),
			prop.String("number").At(&b.Number), prop.String("month").At(&b.Month),
		}
	})
	sources = collection.OneOf("Source",
		collection.Case(prop.Int("amount"), func(n int) source { return source{Amount: n} }, func(s source) (int, bool) { return s.Amount, s.Amount != 0 }),
		collection.Case(cards, func(c card) source { return source{Card: &c} }, func(s source) (c card, ok bool) {
			if s.Card != nil {
				return *s.Card, true
			}
			return c, false
		}),
		collection.Case(banks, func(b bank) source { return source{Bank: &b} }, func(s source) (b bank, ok bool) {
			if s.Bank != nil {
				return *s.Bank, true
			}
			return b, false
		}),
	).Tagged("object")
	orders = collection.Of("Order", func(o *purchase) collection.Fields {
		return collection.Fields{
			orderCustomer.At(&o.Customer), orderMetadata.At(&o.Metadata), orderExpand.At(&o.Expand),
			orderItems.At(&o.Items), orderSource.At(&o.Source), orderFilter.AtOptional(&o.Filter), orderNote.AtOptional(&o.Note),
		}
	})
	orderCustomer = prop.String("customer")
	orderMetadata = prop.Map(prop.String("metadata").MaxLen(9)).MaxProperties(3).Default(map[string]string{})
	orderExpand   = prop.Array(prop.String("expand")).Unique().Default([]string{})
	orderItems    = prop.Array(prop.Object(orderItem).As("items")).MaxItems(3).Default([]item{})
	orderSource   = sources.Property().As("source").Default(source{Amount: 1})
	orderFilter   = prop.Lazy("filter", filters).Optional()
	orderNote     = prop.String("note").Optional()
)

func filters() *collection.Collection[filter] {
	return collection.Of("Filter", func(f *filter) collection.Fields {
		return collection.Fields{
			prop.String("field").Default("").At(&f.Field),
			prop.Array(prop.Lazy("all", filters)).MaxItems(4).Default([]filter{}).At(&f.All),
		}
	})
}

func postOrder() *route.WriteRoute[purchase, string] {
	return route.Post("/orders", route.Form(orders.Create(), route.DeepObject(orderMetadata), route.DeepObject(orderExpand),
		route.DeepObject(orderItems), route.DeepObject(orderSource), route.DeepObject(orderFilter)), route.Text(prop.String("seen"))).Status(200)
}

func serveOrder(_ *route.Call, o purchase) (string, error) {
	b, err := json.Marshal(o)
	return string(b), err
}

// wantOrder is the JSON of a purchase with the defaults, and what a test changes.
func wantOrder(change func(o *purchase)) string {
	o := purchase{Customer: "c", Metadata: map[string]string{}, Expand: []string{}, Items: []item{}, Source: source{Amount: 1}}
	change(&o)
	b, _ := json.Marshal(o)
	return string(b)
}

func TestAFormHasValuesInBrackets(t *testing.T) {
	server, _ := kit.Start(t, tenon.New("Orders", "1"), postOrder().Handle(serveOrder))
	two, yes := 2, true
	for _, tt := range []struct {
		body string
		want func(o *purchase)
	}{
		{"", func(*purchase) {}},
		{"metadata[color]=red&metadata[a%20b]=%C3%A4&metadata[]=e", func(o *purchase) { o.Metadata = map[string]string{"color": "red", "a b": "ä", "": "e"} }},
		{"metadata%5Bcolor%5D=1", func(o *purchase) { o.Metadata = map[string]string{"color": "1"} }},
		{"metadata[a[b]=1", func(o *purchase) { o.Metadata = map[string]string{"a[b": "1"} }},
		{"metadata[0]=a&metadata[1]=b", func(o *purchase) { o.Metadata = map[string]string{"0": "a", "1": "b"} }},
		{"expand[]=a&expand[]=b", func(o *purchase) { o.Expand = []string{"a", "b"} }},
		{"expand[1]=b&expand[0]=a", func(o *purchase) { o.Expand = []string{"a", "b"} }},
		{"items[0][price]=5&items[1][price]=7&items[1][quantity]=2&items[1][taxes][]=t1&items[1][taxes][]=t2&items[1][gift]=true", func(o *purchase) {
			o.Items = []item{{Price: 5, Taxes: []string{}}, {Price: 7, Quantity: &two, Taxes: []string{"t1", "t2"}, Gift: &yes}}
		}},
		{"source=42", func(o *purchase) { o.Source = source{Amount: 42} }},
		{"source[month]=11&source[number]=4242&source[object]=card", func(o *purchase) { o.Source = source{Card: &card{"4242", 11}} }},
		{"source[month]=11&source[number]=4242&source[object]=bank", func(o *purchase) { o.Source = source{Bank: &bank{"4242", "11"}} }},
		{"filter[all][0][field]=a&filter[all][1][all][0][field]=b", func(o *purchase) {
			o.Filter = &filter{"", []filter{{"a", []filter{}}, {"", []filter{{"b", []filter{}}}}}}
		}},
	} {
		got := exchange(t, server, "POST", "/orders", "customer=c&"+tt.body, urlencoded)
		if want := wantOrder(tt.want); got.Body != want {
			t.Errorf("%s: %d\ngot  %s\nwant %s", tt.body, got.Status, got.Body, want)
		}
	}
}

func TestValuesInBracketsAreValidated(t *testing.T) {
	server, _ := kit.Start(t, tenon.New("Orders", "1"), postOrder().Handle(serveOrder))
	deep := strings.Repeat("[all][0]", 16)
	for _, tt := range []struct{ body, want string }{
		{"metadata[a]=0123456789&metadata[b]=1&metadata[c]=1&metadata[d]=1", "max_length #/metadata/a, max_properties #/metadata"},
		{"metadata=x", "type #/metadata"},
		{"metadata[a]=1&metadata[a]=2", "repeated #/metadata/a"},
		{"metadata=1&metadata[a]=2", "repeated #/metadata"},
		{"metadata[a]=1&metadata[a][b]=2", "repeated #/metadata/a"},
		{"metadata[a][b]=2", "type #/metadata/a"},
		{"metadata[%FF]=2", "encoding #/metadata/%FF"},
		{"metadata[a]=%FF", "encoding #/metadata/a"},
		{"metadata[a=2", "unknown #/metadata/%5Ba"},
		{"metadata[a]b=2", "unknown #/metadata/%5Ba%5Db"},
		{"metadata[a]b[c]=2", "unknown #/metadata/%5Ba%5Db%5Bc%5D"},
		{"expand=a", "type #/expand"},
		{"expand[]=a&expand[]=a", "unique #/expand/1"},
		{"expand[0]=a&expand[2]=b", "type #/expand"},
		{"expand[00]=a", "type #/expand"},
		{"expand[-1]=a", "type #/expand"},
		{"expand[4294967296]=a", "type #/expand"},
		{"expand[0]=a&expand[0]=b", "repeated #/expand/0"},
		{"expand[]=a&expand[0]=b", "type #/expand"},
		{"expand[][a]=a", "type #/expand"},
		{"items[][price]=1", "type #/items"},
		{"items[0][price]=-1&items[0][color]=a&items[1][quantity]=0", "min #/items/0/price, unknown #/items/0/color, min #/items/1/quantity, required #/items/1/price"},
		{"items[0][price]=x&items[0][gift]=yes&items[0][taxes][]=t", "type #/items/0/price, type #/items/0/gift, min_length #/items/0/taxes/0"},
		{"items[0][price]=01", "type #/items/0/price"},
		{"source=x", "type #/source"},
		{"source[object]=card&source[number]=1&source[month]=13", "min_length #/source/number, max #/source/month"},
		{"filter" + deep + "[field]=a", "depth #/filter"},
		{"note[a]=b", "unknown #/note%5Ba%5D"},
		{"[a]=b", "unknown #/%5Ba%5D"},
		{"unknown[a]=b", "unknown #/unknown%5Ba%5D"},
	} {
		got := exchange(t, server, "POST", "/orders", "customer=c&"+tt.body, urlencoded)
		if text := textOrViolations(t, got); text != tt.want {
			t.Errorf("%s: %d\ngot  %s\nwant %s", tt.body, got.Status, text, tt.want)
		}
	}
	var many strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&many, "&filter[all][%d][field]=a", i)
	}
	if got := exchange(t, server, "POST", "/orders", "customer=c"+many.String(), urlencoded); got.Code() != "malformed_request" {
		t.Error(got.Status, got.Body)
	}
}

func TestAClientWritesValuesInBrackets(t *testing.T) {
	post := postOrder()
	server, _ := kit.Start(t, tenon.New("Orders", "1"), post.Handle(serveOrder))
	c := client.New(server.URL)
	two, yes := 2, true
	for _, change := range []func(o *purchase){
		func(*purchase) {},
		func(o *purchase) { o.Metadata = map[string]string{"color": "red", "a[b": "ä=&", "": "1"} },
		func(o *purchase) { o.Expand = []string{"", "null"} },
		func(o *purchase) {
			o.Items = []item{{Price: 5, Taxes: []string{}}, {7, &two, []string{"t1", "t2"}, &yes}}
		},
		func(o *purchase) { o.Source = source{Card: &card{"4242", 11}} },
		func(o *purchase) { o.Source = source{Bank: &bank{"4", "true"}} },
		func(o *purchase) { o.Filter = &filter{"f", []filter{{"g", []filter{}}}} },
	} {
		o := purchase{Customer: "c", Metadata: map[string]string{}, Expand: []string{}, Items: []item{}, Source: source{Amount: 1}}
		change(&o)
		if got, err := post.Call(context.Background(), c, o); err != nil || got != wantOrder(change) {
			t.Errorf("%v\ngot  %s\nwant %s", err, got, wantOrder(change))
		}
	}
	for _, wrong := range []func(o *purchase){
		func(o *purchase) { o.Metadata = map[string]string{"a]": "x"} },
		func(o *purchase) { o.Metadata = map[string]string{"a": "\xff"} },
	} {
		o := purchase{Customer: "c", Source: source{Amount: 1}}
		wrong(&o)
		if got, err := post.Call(context.Background(), c, o); err == nil {
			t.Errorf("sent: %s", got)
		}
	}
}

func TestAQueryHasValuesInBrackets(t *testing.T) {
	get := route.Get("/orders", route.Text(prop.String("seen"))).
		Query(route.DeepObject(orderExpand), route.DeepObject(orderItems), route.DeepObject(orderSource), route.DeepObject(orderMetadata))
	server, _ := kit.Start(t, tenon.New("Orders", "1"), get.Handle(func(c *route.Call) (string, error) {
		b, err := json.Marshal([]any{orderExpand.Get(c), orderItems.Get(c), orderSource.Get(c), orderMetadata.Get(c)})
		return string(b), err
	}))
	const none = `[[],[],{"Token":"","Amount":1,"Card":null,"Bank":null},{}]`
	for query, want := range map[string]string{
		"":                                   none,
		"expand[]=a&expand[]=b":              strings.Replace(none, "[]", `["a","b"]`, 1),
		"expand%5B0%5D=a":                    strings.Replace(none, "[]", `["a"]`, 1),
		"source=7":                           strings.Replace(none, `":1`, `":7`, 1),
		"items[0][price]=7":                  strings.Replace(none, "[],{", `[{"Price":7,"Quantity":null,"Taxes":[],"Gift":null}],{`, 1),
		"metadata[a]=b":                      strings.Replace(none, "{}", `{"a":"b"}`, 1),
		"metadata[a]=b&metadata=c":           "repeated query:metadata",
		"items[0][price]=x":                  "type query:items/0/price",
		"items[0]price]=7":                   "unknown query:items/%5B0%5Dprice%5D",
		"expand[":                            "unknown query:expand[",
		"source[object]=card&source[month]=": "type query:source/month, required query:source/number",
	} {
		got := exchange(t, server, "GET", "/orders?"+query, "")
		if text := textOrViolations(t, got); text != want {
			t.Errorf("%s: %d\ngot  %s\nwant %s", query, got.Status, text, want)
		}
	}
	c := client.New(server.URL)
	got, err := get.Call(context.Background(), c, orderExpand.Is([]string{"a"}), orderSource.Is(source{Card: &card{"4242", 1}}),
		orderItems.Is([]item{{Price: 1, Taxes: []string{"t1"}}}), orderMetadata.Is(map[string]string{"k": "v"}))
	want := `[["a"],[{"Price":1,"Quantity":null,"Taxes":["t1"],"Gift":null}],{"Token":"","Amount":0,"Card":{"Number":"4242","Month":1},"Bank":null},{"k":"v"}]`
	if err != nil || got != want {
		t.Error(got, err)
	}
	if _, err := get.Call(context.Background(), c, orderExpand.Is(nil)); err == nil {
		t.Error("an empty list was sent")
	}
}

func TestDocumentsDescribeValuesInBrackets(t *testing.T) {
	app := kit.Build(t, kit.API(postOrder().Handle(serveOrder)))
	for _, v := range oas.Versions() {
		media := at(document(t, app, v), "paths", "/orders", "post", "requestBody", "content", "application/x-www-form-urlencoded")
		for _, name := range []string{"metadata", "expand", "items", "source", "filter"} {
			if style := at(media, "encoding", name); at(style, "style") != "deepObject" || at(style, "explode") != true {
				t.Errorf("%s: %s: %v", v, name, style)
			}
		}
		if at(media, "encoding", "note") != nil {
			t.Errorf("%s: a style of a text", v)
		}
	}
}

func TestAFormHasDelimitedListsAndJSON(t *testing.T) {
	tags := prop.Array(prop.String("tags")).Default([]string{})
	sizes := prop.Array(prop.Int("sizes").Max(9)).Optional()
	c := collection.New("Styled", tags, sizes, orderMetadata, where)
	post := route.Post("/styled", route.Form(c.Create(), route.CSV(tags), route.PipeDelimited(sizes), route.AsJSON(orderMetadata), route.AsJSON(where)), route.Text(prop.String("seen"))).Status(200)
	app := kit.Build(t, kit.API(post.Handle(func(_ *route.Call, r collection.Record) (string, error) {
		return fmt.Sprintf("%v %v %v %v", tags.Get(r), sizes.Get(r), orderMetadata.Get(r), func() any { _, ok := where.Lookup(r); return ok }()), nil
	})))
	for body, want := range map[string]string{
		"": "[] [] map[] false",
		"tags=a,b&sizes=1|2&metadata=" + `{"a":"b"}` + "&where={}": "[a b] [1 2] map[a:b] true",
		"tags=a&tags=b":           "repeated #/tags",
		"sizes=1|x|10":            "type #/sizes/1, max #/sizes/2",
		`metadata={"a":1}`:        "type #/metadata/a",
		"metadata={":              "any #/metadata",
		"metadata={}&metadata={}": "repeated #/metadata",
	} {
		got := kit.Send(t, app, "POST", "/styled", body, urlencoded)
		if text := textOrViolations(t, got); text != want && body != "" {
			t.Errorf("%s: %d\ngot  %s\nwant %s", body, got.Status, text, want)
		}
	}
	r := collection.NewRecord(c)
	tags.Set(&r, []string{"a", "b c"})
	sizes.Set(&r, []int{3, 4})
	orderMetadata.Set(&r, map[string]string{"k": "&"})
	if got, err := post.Call(context.Background(), client.Local(app), r); err != nil || got != "[a b c] [3 4] map[k:&] false" {
		t.Error(got, err)
	}
	tags.Set(&r, []string{"a,b"})
	if got, err := post.Call(context.Background(), client.Local(app), r); err == nil {
		t.Error("an item with the delimiter was sent:", got)
	}
	for _, v := range oas.Versions() {
		encoding := at(document(t, app, v), "paths", "/styled", "post", "requestBody", "content", "application/x-www-form-urlencoded", "encoding")
		if at(encoding, "tags", "style") != "form" || at(encoding, "tags", "explode") != false || at(encoding, "sizes", "style") != "pipeDelimited" ||
			at(encoding, "metadata", "contentType") != "application/json" {
			t.Errorf("%s: %v", v, encoding)
		}
	}
}

func TestStylesOfFormsCanBeMisused(t *testing.T) {
	form := func(styles ...prop.Prop) route.Body[purchase] {
		return route.Form(orders.Create(), append(styles, route.DeepObject(orderItems), route.DeepObject(orderSource), route.DeepObject(orderFilter), route.DeepObject(orderMetadata))...)
	}
	serve := func(*route.Call, purchase) (n collection.Empty, err error) { return n, nil }
	const here = "POST /orders: "
	kit.CheckFaults(t,
		kit.Faulty(kit.API(route.Post("/orders", form(route.DeepObject(prop.Int("color"))), kit.Empty).Handle(serve)), here+`a form has a style for "color", which is not a member of the collection in create mode`),
		kit.Faulty(kit.API(route.Post("/orders", form(route.DeepObject(orderNote)), kit.Empty).Handle(serve)), here+`DeepObject is for an object, a list or a nullable text in a form, which "note" is not`),
		kit.Faulty(kit.API(route.Post("/orders", form(route.CSV(orderNote)), kit.Empty).Handle(serve)), here+`a style with a delimiter is for a list of texts in a form, which "note" is not`),
		kit.Faulty(kit.API(route.Post("/orders", form(orderNote), kit.Empty).Handle(serve)), here+`a form names "note" without a style, such as route.DeepObject`),
		kit.Faulty(kit.API(route.Post("/orders", form(route.AllowReserved(orderNote)), kit.Empty).Handle(serve)), here+`AllowReserved is for a query parameter, which "note" is not`),
		kit.Faulty(kit.API(route.Post("/orders", form(nil), kit.Empty).Handle(serve)), here+`a style of a form is nil`),
		kit.Faulty(kit.API(route.Post("/orders", form(route.AsJSON(orderItems)), kit.Empty).Handle(serve)), here+`a form has two styles for "items"`),
		kit.Faulty(kit.API(route.Get("/orders", kit.Empty).Query(route.DeepObject(prop.Int("n"))).Handle(kit.ServeEmpty)), `GET /orders: DeepObject is for an object or a list in a query, which "n" is not`),
		kit.Faulty(kit.API(route.Get("/orders", kit.Empty).Query(route.DeepObject(prop.Array(prop.File("f")))).Handle(kit.ServeEmpty)), `GET /orders: query parameter "f" has a file, which only a form has; see route.Multipart`),
	)
}

// Items in one text count as fields.
func TestAFormHasABoundedNumberOfItems(t *testing.T) {
	tags := prop.Array(prop.String("tags")).Optional()
	c := collection.New("Styled", tags)
	app := kit.Build(t, kit.API(route.Post("/styled", route.Form(c.Create(), route.CSV(tags)), kit.Empty).Limits(route.Limits{Members: 100}).
		Handle(func(*route.Call, collection.Record) (n collection.Empty, err error) { return n, nil })))
	for n, status := range map[int]int{100: 204, 101: 400} {
		if w := kit.Send(t, app, "POST", "/styled", "tags="+strings.Repeat("a,", n-1)+"a", urlencoded); w.Status != status {
			t.Errorf("%d items: %d %s", n, w.Status, w.Body)
		}
	}
}
