package pairs

import (
	"encoding/json"
	"net/netip"
	"strings"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A presence determines whether properties of a draft may be absent or null.
type presence uint8

const (
	required presence = iota
	optional
	withDefault
	nullable
	maybe
	readOnly
	writeOnly
)

// A value is a property of one type in every place.
type value struct {
	name      string
	good, bad []json.RawMessage
	presence  presence

	item     func(presence) collection.Field
	part     func(presence) collection.Field
	fillItem func(i *Item, seed int)
	fillPart func(p *Part, seed int)
	inputs   *inputs // nil without a text form
	prop     prop.Prop
}

// inputs are properties of a type as parameters.
type inputs struct {
	path, query, header, cookie prop.Prop
	// echo copies the inputs of a call.
	echo  func(c *route.Call) []Item
	texts []string // of the valid values
	wrong []string
}

// adjectives are the methods of properties of every type.
type adjectives[V, P any] interface {
	prop.Of[V]
	Optional() P
	Default(V) P
	ReadOnly() P
	WriteOnly() P
	Example(V) P
	Get(prop.Source) V
	Lookup(prop.Source) (V, bool)
	Parse([]byte) (V, error)
}

// valueOf returns the value of a type. The first of good is also the default.
func valueOf[V any, P adjectives[V, P]](name string, make func(name string) P, at func(*Values) *cell[V], good, bad []string) *value {
	member := "v_" + name
	first, err := make(member).Parse([]byte(good[0]))
	if err != nil {
		panic(name + ": " + err.Error())
	}
	v := &value{name: name, good: raws(good), bad: raws(bad), prop: make(member)}
	v.item = func(p presence) collection.Field {
		return bound(p, make(member), first, func(i *Item) *cell[V] { return at(&i.Values) })
	}
	v.part = func(p presence) collection.Field {
		return bound(p, make(member), first, func(i *Part) *cell[V] { return at(&i.Values) })
	}
	fill := func(c *cell[V], seed int) {
		filled, err := make(member).Parse([]byte(good[seed%len(good)]))
		if err != nil {
			panic(name + ": " + err.Error())
		}
		c.is, c.maybe, c.either = filled, &filled, prop.Some(filled)
	}
	v.fillItem = func(i *Item, seed int) { fill(at(&i.Values), seed) }
	v.fillPart = func(p *Part, seed int) { fill(at(&p.Values), seed) }
	if texts := textsOf(good); texts != nil && name != "any" && name != "mixed" {
		path, query := make("p_"+name), make("q_"+name).Optional()
		header, cookie := make("X-V-"+name).Optional(), make("c_"+name).Optional()
		v.inputs = &inputs{path: path, query: query, header: header, cookie: cookie, texts: texts, wrong: textsOf(bad),
			echo: func(c *route.Call) (all []Item) {
				add := func(v V) {
					i := Item{Name: "echo"}
					*at(&i.Values) = cell[V]{v, &v, prop.Some(v)}
					all = append(all, i)
				}
				add(path.Get(c))
				for _, p := range []P{query, header, cookie} {
					if v, given := p.Lookup(c); given {
						add(v)
					}
				}
				return all
			}}
	}
	return v
}

func bound[T, V any, P adjectives[V, P]](how presence, p P, first V, at func(*T) *cell[V]) collection.Field {
	is, pointer := func(t *T) *V { return &at(t).is }, func(t *T) **V { return &at(t).maybe }
	switch how {
	case optional:
		return collection.AtOptionalFunc(p.Optional(), pointer)
	case withDefault:
		return collection.AtFunc(p.Default(first), is)
	case nullable:
		return collection.AtNullableFunc(p, pointer)
	case maybe:
		return collection.AtMaybeFunc(p.Optional(), func(t *T) *prop.Maybe[V] { return &at(t).either })
	case readOnly:
		return collection.AtFunc(p.ReadOnly(), is)
	case writeOnly:
		return collection.AtFunc(p.WriteOnly(), is)
	}
	return collection.AtFunc(p, is)
}

func raws(texts []string) (all []json.RawMessage) {
	for _, t := range texts {
		all = append(all, json.RawMessage(t))
	}
	return all
}

// textsOf returns values in their text form, or nil without one.
func textsOf(values []string) (all []string) {
	for _, v := range values {
		switch v[0] {
		case '{', '[':
			continue
		case '"':
			var s string
			if json.Unmarshal([]byte(v), &s) != nil {
				continue
			}
			all = append(all, s)
		default:
			all = append(all, v)
		}
	}
	return all
}

// marker is part of every invalid text: no problem may contain it.
const marker = "zqxj"

// No property accepts these, because no member has their type.
func wrongs(good string) []string {
	all := []string{`{"` + marker + `":1}`, `[["` + marker + `"]]`}
	if good[0] != '"' {
		all = append(all, `"`+marker+`"`)
	}
	if good[0] != 't' {
		all = append(all, `true`)
	}
	if good[0] == '"' {
		all = append(all, `17`)
	}
	return all
}

// kinds are the features that add a property of each type.
func kinds() (all []*feature) {
	add := func(v func() *value) {
		made := v()
		all = append(all, &feature{name: "prop." + made.name, area: properties, on: "create update replace view list echo note content many",
			declare: func(d *draft) { d.values = append(d.values, v()) }})
	}
	text := func(name string, make func(string) *prop.StringProp[string], at func(*Values) *cell[string], good string, bad ...string) {
		add(func() *value {
			return valueOf(name, make, at, []string{`"` + good + `"`}, append(wrongs(`"`), bad...))
		})
	}
	add(func() *value {
		return valueOf("bool", prop.Bool, func(v *Values) *cell[bool] { return &v.Bool }, []string{`true`, `false`}, wrongs(`true`))
	})
	add(func() *value {
		return valueOf("int", func(n string) *prop.NumberProp[int] { return prop.Int(n).Min(-9).Max(1000) }, func(v *Values) *cell[int] { return &v.Int }, []string{`7`, `-1`}, append(wrongs(`7`), `1.5`, `1e99`, `99999999999999999999`, `-10`))
	})
	add(func() *value {
		return valueOf("int32", func(n string) *prop.NumberProp[int32] { return prop.Int32(n).Format("") }, func(v *Values) *cell[int32] { return &v.Int32 }, []string{`7`, `-2147483648`}, append(wrongs(`7`), `2147483648`))
	})
	add(func() *value {
		return valueOf("quoted", func(n string) *prop.NumberProp[int64] { return prop.Int64(n).Quoted() }, func(v *Values) *cell[int64] { return &v.Quoted }, []string{`"9007199254740993"`}, append(wrongs(`"`), `"`+marker+`"`, `"99999999999999999999"`))
	})
	add(func() *value {
		return valueOf("uint64", prop.Uint64, func(v *Values) *cell[uint64] { return &v.Uint64 }, []string{`18446744073709551615`, `0`}, append(wrongs(`7`), `-1`))
	})
	add(func() *value {
		return valueOf("float64", prop.Float64, func(v *Values) *cell[float64] { return &v.Float }, []string{`0.5`, `-1e10`}, append(wrongs(`7`), `1e999`))
	})
	add(func() *value {
		return valueOf("decimal", func(n string) *prop.DecimalProp[string] { return prop.Decimal(n).Scale(2) }, func(v *Values) *cell[string] { return &v.Decimal }, []string{`"1.25"`, `"0.10"`}, append(wrongs(`"`), `"`+marker+`"`, `"1.255"`))
	})
	add(func() *value {
		return valueOf("string", func(n string) *prop.StringProp[string] { return prop.String(n).MaxLen(50) }, func(v *Values) *cell[string] { return &v.String }, []string{`"höhe 1,2;3&4"`, `"a"`}, append(wrongs(`"`), `"`+marker+strings.Repeat("x", 60)+`"`))
	})
	text("pattern", func(n string) *prop.StringProp[string] { return prop.String(n).Pattern(`^[a-z]{1,5}-[0-9]+$`) }, func(v *Values) *cell[string] { return &v.Pattern }, "ab-12", `"`+marker+`\u0000"`)
	text("email", prop.Email, func(v *Values) *cell[string] { return &v.Email }, "a@example.com", `"`+marker+`"`)
	text("hostname", prop.Hostname, func(v *Values) *cell[string] { return &v.Hostname }, "a.example.com", `"`+marker+` \u0000"`)
	text("uri", prop.URI, func(v *Values) *cell[string] { return &v.URI }, "https://example.com/a?b=c", `"`+marker+` \u0000"`)
	text("uuid", prop.UUID, func(v *Values) *cell[string] { return &v.UUID }, "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", `"`+marker+`"`)
	text("time", prop.Time, func(v *Values) *cell[string] { return &v.Time }, "10:20:30Z", `"`+marker+`"`)
	add(func() *value {
		return valueOf("date", prop.Date, func(v *Values) *cell[time.Time] { return &v.Date }, []string{`"2026-02-28"`}, append(wrongs(`"`), `"2026-02-30"`, `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("datetime", prop.DateTime, func(v *Values) *cell[time.Time] { return &v.DateTime }, []string{`"2026-02-28T10:20:30Z"`}, append(wrongs(`"`), `"2026-02-30T10:20:30Z"`, `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("offset", func(n string) *prop.DateTimeProp { return prop.DateTime(n).KeepOffset() }, func(v *Values) *cell[time.Time] { return &v.Offset }, []string{`"2026-02-28T10:20:30+05:45"`, `"2026-02-28T10:20:30Z"`}, append(wrongs(`"`), `"2026-02-28T10:20:30+24:00"`, `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("unixtime", prop.UnixTime, func(v *Values) *cell[time.Time] { return &v.UnixTime }, []string{`1772274030`, `-1`}, append(wrongs(`7`), `1.5`, `253402300800`))
	})
	add(func() *value {
		return valueOf("duration", prop.Duration, func(v *Values) *cell[time.Duration] { return &v.Duration }, []string{`"PT1H30M"`}, append(wrongs(`"`), `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("ip", prop.IP, func(v *Values) *cell[netip.Addr] { return &v.IP }, []string{`"192.0.2.1"`, `"2001:db8::1"`}, append(wrongs(`"`), `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("octets", prop.UUIDOf[[16]byte], func(v *Values) *cell[[16]byte] { return &v.Octets }, []string{`"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"`}, append(wrongs(`"`), `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("ipnet", prop.IPPrefix, func(v *Values) *cell[netip.Prefix] { return &v.IPNet }, []string{`"192.0.2.0/24"`}, append(wrongs(`"`), `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("bytes", func(n string) *prop.BytesProp { return prop.Bytes(n).MaxBytes(64) }, func(v *Values) *cell[[]byte] { return &v.Bytes }, []string{`"AAEC"`, `""`}, append(wrongs(`"`), `"`+marker+`!"`))
	})
	add(func() *value {
		return valueOf("oneof", func(n string) *prop.EnumProp[string] { return prop.Enum(n, "red", "blue") }, func(v *Values) *cell[string] { return &v.Choice }, []string{`"red"`, `"blue"`}, append(wrongs(`"`), `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("level", func(n string) *prop.EnumProp[int] { return prop.Enum(n, 1, -20, 300) }, func(v *Values) *cell[int] { return &v.Level }, []string{`1`, `-20`}, append(wrongs(`7`), `2`, `1.5`))
	})
	add(func() *value {
		return valueOf("true", func(n string) *prop.EnumProp[bool] { return prop.Const(n, true) }, func(v *Values) *cell[bool] { return &v.True }, []string{`true`}, append(wrongs(`true`), `false`))
	})
	add(func() *value {
		return valueOf("mixed", func(n string) *prop.EnumProp[prop.JSON] {
			return prop.Enum(n, prop.JSON(`"auto"`), prop.JSON(`3`), prop.JSON(`{"a":null}`))
		}, func(v *Values) *cell[prop.JSON] { return &v.Mixed }, []string{`"auto"`, `3`}, []string{`"` + marker + `"`, `4`, `[]`})
	})
	add(func() *value {
		return valueOf("const", func(n string) *prop.EnumProp[string] { return prop.Const(n, "only") }, func(v *Values) *cell[string] { return &v.Const }, []string{`"only"`}, append(wrongs(`"`), `"`+marker+`"`))
	})
	add(func() *value {
		return valueOf("textof", func(n string) *prop.ScalarProp[string] {
			return prop.TextOf(n, func(s string) (string, error) { return s, nil }, func(s string) string { return s }).Example("a text")
		}, func(v *Values) *cell[string] { return &v.TextOf }, []string{`"a text"`, `"ä"`}, wrongs(`"`))
	})
	add(func() *value {
		return valueOf("any", prop.Any, func(v *Values) *cell[prop.JSON] { return &v.Any }, []string{`{"a":[1,null]}`, `17`}, nil)
	})
	add(func() *value {
		return valueOf("array", func(n string) *prop.ArrayProp[string] {
			return prop.Array(prop.String(n).MinLen(1).MaxLen(9)).MaxItems(4).Unique()
		}, func(v *Values) *cell[[]string] { return &v.Array }, []string{`["a","b"]`, `[]`}, []string{`"` + marker + `"`, `["a","a"]`, `[""]`, `["a","b","c","d","e"]`, `[1]`, `[null]`})
	})
	add(func() *value {
		return valueOf("map", func(n string) *prop.MapProp[int] { return prop.Map(prop.Int(n)).MaxProperties(3) }, func(v *Values) *cell[map[string]int] { return &v.Map }, []string{`{"a":1}`, `{}`}, []string{`["` + marker + `"]`, `{"a":"b"}`, `{"a":null}`, `{"a":1,"b":1,"c":1,"d":1}`})
	})
	return all
}

// presences are the features that set the presence of properties.
func presences() (all []*feature) {
	for name, how := range map[string]presence{"optional": optional, "default": withDefault, "nullable": nullable, "maybe": maybe, "read-only": readOnly, "write-only": writeOnly} {
		all = append(all, &feature{name: "presence " + name, area: properties, slot: "presence", on: "create update replace view list note content many",
			declare: func(d *draft) { d.presence = how; d.needValue = true }})
	}
	return all
}
