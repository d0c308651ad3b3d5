package pairs

import (
	"fmt"
	"io"
	"iter"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// fileText is the content of the file of an API.
const fileText = "0123456789abcdefghijklmnopqrstuvwxyz"

// contentFeatures are routes with a body of each format. Their operation is "content", where
// they meet features of operations.
func contentFeatures() []*feature {
	content := func(name string, declare func(d *draft) route.Member, probes func(*draft) []*request) *feature {
		on := "content"
		if name == "Lines" || name == "Events" || name == "EventsUntil" || name == "Many" || name == "Value" {
			on = "many"
		}
		return &feature{name: name, area: contents, on: on, declare: func(d *draft) {
			d.routes = append(d.routes, declare)
			d.probes = append(d.probes, func(d *draft) []*request {
				all := probes(d)
				for _, r := range all {
					r.mark(name)
				}
				return all
			})
		}}
	}
	return []*feature{
		content("Form", func(d *draft) route.Member {
			return route.Post("/form", route.AnyOf(d.notes().Create(), route.Form(d.notes().Create())), d.notes().View()).
				Handle(func(c *route.Call, in Item) (Item, error) { return d.house.received(c.Context(), in), nil })
		}, func(d *draft) []*request {
			form := "application/x-www-form-urlencoded"
			return []*request{
				send("POST", "/form", "content", "").of(form, d.form()),
				send("POST", "/form", "content", "").of(form, "name=%FF%FE").refused(),
				d.undeclared(send("POST", "/form", "content", "").of(form, "name="+marker+"&surplus=1")),
				send("POST", "/form", "content", "").of(form, "name=%zz").refused(),
				send("POST", "/form", "content", "").of(form, "name=a%00b&"+d.form()).refused(),
				send("POST", "/form", "content", d.noteJSON()),
				send("POST", "/form", "content", "").of("text/"+marker, "x").refused(),
			}
		}),
		content("Form of a union", func(d *draft) route.Member {
			shelves := collection.Of("Shelf", func(s *string) collection.Fields {
				return collection.Fields{prop.String("shelf").MinLen(1).MaxLen(20).At(s)}
			})
			either := collection.OneOf("Either", collection.CaseOf[any](d.notes()), collection.CaseOf[any](shelves))
			return route.Post("/chosen", route.AnyOf(either.Create(), route.Form(either.Create())), d.notes().View()).
				Handle(func(c *route.Call, in any) (Item, error) {
					if i, whole := in.(Item); whole {
						return d.house.received(c.Context(), i), nil
					}
					return d.house.note(c.Context()), nil
				})
		}, func(d *draft) []*request {
			form := "application/x-www-form-urlencoded"
			return []*request{
				send("POST", "/chosen", "content", "").of(form, d.form()),
				send("POST", "/chosen", "content", "").of(form, "shelf=a"),
				send("POST", "/chosen", "content", d.noteJSON()),
				send("POST", "/chosen", "content", `{"shelf":"a"}`),
				send("POST", "/chosen", "content", "").of(form, "shelf="+marker+strings.Repeat("x", 30)).refused(),
				send("POST", "/chosen", "content", "").of(form, "shelf=a&shelf="+marker).refused(),
				d.undeclared(send("POST", "/chosen", "content", "").of(form, "shelf=a&surplus="+marker)),
			}
		}),
		content("Encoded", func(d *draft) route.Member {
			quoting := route.Codec{
				MediaType: "application/x-quoted",
				Encode:    func(json []byte) ([]byte, error) { return strconv.AppendQuote(nil, string(json)), nil },
				Decode: func(content []byte) ([]byte, error) {
					s, err := strconv.Unquote(string(content))
					return []byte(s), err
				},
			}
			return route.Post("/encoded", route.Encoded(d.notes().Create(), route.Codec{MediaType: "application/json"}, quoting), d.notes().View()).
				Handle(func(c *route.Call, in Item) (Item, error) { return d.house.received(c.Context(), in), nil })
		}, func(d *draft) []*request {
			const quoted = "application/x-quoted"
			return []*request{
				send("POST", "/encoded", "content", d.noteJSON()),
				send("POST", "/encoded", "content", "").of(quoted, strconv.Quote(d.noteJSON())),
				send("POST", "/encoded", "content", "").of(quoted, strconv.Quote(`{"`+marker)).refused(),
				send("POST", "/encoded", "content", "").of(quoted, marker).refused(),
				send("POST", "/encoded", "content", "").of(quoted, strconv.Quote(`{"name":7}`)).refused(),
				d.undeclared(send("POST", "/encoded", "content", "").of(quoted, strconv.Quote(`{"surplus":"`+marker+`",`+d.noteJSON()[1:]))),
				send("POST", "/encoded", "content", "").of("text/"+marker, "x").refused(),
			}
		}),
		content("Cases", func(d *draft) route.Member {
			text := prop.String("text").MinLen(1).MaxLen(40)
			body := route.AnyOf(route.CaseOf[any](d.notes().Create()), route.CaseOf[any](route.Text(text)), route.CaseOf[any](route.JSON(collection.Many(d.notes().Create()), "application/vnd.notes+json")))
			return route.Post("/either", body, d.notes().View()).
				Handle(func(c *route.Call, in any) (Item, error) {
					if i, whole := in.(Item); whole {
						return d.house.received(c.Context(), i), nil
					}
					return d.house.note(c.Context()), nil
				})
		}, func(d *draft) []*request {
			const several = "application/vnd.notes+json"
			return []*request{
				send("POST", "/either", "content", d.noteJSON()),
				send("POST", "/either", "content", "").of("text/plain", "a text"),
				send("POST", "/either", "content", "").of(several, "["+d.noteJSON()+"]"),
				send("POST", "/either", "content", "").of(several, d.noteJSON()).refused(),
				send("POST", "/either", "content", `"`+marker+`"`).refused(),
				d.undeclared(send("POST", "/either", "content", "").of(several, `[{"surplus":"`+marker+`",`+d.noteJSON()[1:]+"]")),
				send("POST", "/either", "content", "").of("text/plain", "").refused(),
				send("POST", "/either", "content", "").of("text/"+marker, "x").refused(),
			}
		}),
		content("Styles", func(d *draft) route.Member {
			labels := prop.Map(prop.String("labels").MaxLen(20)).Optional()
			lines := prop.Array(prop.Object(collection.New("Line", prop.Int("n").Max(9)))).As("lines").Optional()
			tags := prop.Array(prop.Int("tags")).Optional()
			form := route.Form(collection.New("Styled", labels, lines, tags).Create(), route.DeepObject(labels), route.DeepObject(lines), route.CSV(tags))
			span := prop.Object(collection.New("Span", prop.Int("from").Max(9).Optional(), prop.Array(prop.Int("steps")).Optional())).As("span").Optional()
			return route.Post("/styled", form, route.Text(prop.String("text"))).
				Query(route.Exploded(span), route.DeepObject(lines.As("where")), route.PipeDelimited(tags.As("piped")), route.SpaceDelimited(tags.As("spaced")),
					route.AsJSON(labels.As("filter")), route.AllowReserved(prop.String("target").MaxLen(40).Optional())).
				Handle(func(_ *route.Call, r collection.Record) (string, error) {
					return fmt.Sprint(labels.Get(r), tags.Get(r)), nil
				})
		}, func(d *draft) []*request {
			form := "application/x-www-form-urlencoded"
			return []*request{
				send("POST", "/styled", "content", "").of(form, "labels[a]=b&lines[0][n]=1&tags=1,2"),
				send("POST", "/styled", "content", "").of(form, "").asking("where[0][n]", "1").asking("piped", "1|2").asking("spaced", "1 2").asking("filter", `{"a":"b"}`).asking("target", "a;b"),
				send("POST", "/styled", "content", "").of(form, "").asking("from", "3").asking("steps", "1"),
				send("POST", "/styled", "content", "").of(form, "").asking("from", marker).refused(),
				send("POST", "/styled", "content", "").of(form, "labels[a]=b&labels=c").refused(),
				send("POST", "/styled", "content", "").of(form, "lines[1][n]=1&lines[0][n]="+marker).refused(),
				send("POST", "/styled", "content", "").of(form, "").asking("where[0][n]", marker).refused(),
				send("POST", "/styled", "content", "").of(form, "").asking("filter", `{"a":`+marker).refused(),
			}
		}),
		content("Multipart", func(d *draft) route.Member {
			return route.Post("/multipart", route.Multipart(d.notes().Create()), d.notes().View()).
				Handle(func(c *route.Call, in Item) (Item, error) { return d.house.received(c.Context(), in), nil })
		}, func(d *draft) []*request {
			return []*request{
				send("POST", "/multipart", "content", "").of("multipart/form-data; boundary=b", d.multipart("a")),
				send("POST", "/multipart", "content", "").of("multipart/form-data; boundary=b", d.multipart("\xff")).refused(),
				send("POST", "/multipart", "content", "").of("multipart/form-data", "x").refused(),
			}
		}),
		content("Text", func(d *draft) route.Member {
			p := prop.String("text").MaxLen(50)
			return route.Post("/text", route.Text(p), route.Text(p)).Handle(func(_ *route.Call, s string) (string, error) { return s, nil })
		}, func(d *draft) []*request {
			return []*request{send("POST", "/text", "content", "").of("text/plain", "höhe"), send("POST", "/text", "content", "").of("text/plain; charset=utf-8", "\xff"+marker).refused(),
				send("POST", "/text", "content", "").of("text/plain", marker+strings.Repeat("x", 100)).refused()}
		}),
		content("Text of a type", func(d *draft) route.Member {
			p := prop.TextOf("text", func(s string) (string, error) { return s, nil }, func(s string) string { return s })
			return route.Post("/typed", route.Text(p), route.Text(p)).Handle(func(_ *route.Call, s string) (string, error) { return s, nil })
		}, func(d *draft) []*request {
			return []*request{send("POST", "/typed", "content", "").of("text/plain", "höhe"), send("POST", "/typed", "content", "").of("text/plain", "\xff"+marker).refused()}
		}),
		content("Bytes", func(d *draft) route.Member {
			return route.Post("/bytes", route.Bytes("application/octet-stream"), route.Bytes("image/png", "application/octet-stream")).
				Handle(func(_ *route.Call, b []byte) ([]byte, error) { return b, nil })
		}, func(d *draft) []*request {
			return []*request{send("POST", "/bytes", "content", "").of("application/octet-stream", "\xff\x00"), send("POST", "/bytes", "content", "").of("application/octet-stream", strings.Repeat("x", 2<<20)).refused()}
		}),
		content("Download", func(d *draft) route.Member {
			return route.Get("/file", route.Download("text/plain")).Handle(func(c *route.Call) (route.File, error) {
				return route.File{Content: strings.NewReader(fileText), ModTime: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}, nil
			})
		}, func(d *draft) []*request {
			return []*request{get("/file", "content"), get("/file", "content").with("Range", "bytes=1-3"), get("/file", "content").with("Range", "bytes=0-0,2-2"),
				get("/file", "content").with("Range", "bytes=99-").expecting(416), get("/file", "content").with("Range", "lines=1-2").expecting(200),
				get("/file", "content").with("Range", "bytes=-0")}
		}),
		content("Lines", func(d *draft) route.Member {
			return route.Get("/lines", route.Lines(d.items().List())).Handle(func(c *route.Call) (iter.Seq2[Item, error], error) {
				i := d.house.note(c.Context())
				return func(yield func(Item, error) bool) {
					if yield(i, nil) {
						yield(i, nil)
					}
				}, nil
			})
		}, func(d *draft) []*request { return []*request{get("/lines", "many")} }),
		content("Events", func(d *draft) route.Member {
			return route.Get("/events", route.Events(d.items().View())).Handle(func(c *route.Call) (iter.Seq2[route.Event[Item], error], error) {
				i := d.house.note(c.Context())
				return func(yield func(route.Event[Item], error) bool) { yield(route.Event[Item]{ID: "1", Data: i}, nil) }, nil
			})
		}, func(d *draft) []*request { return []*request{get("/events", "many")} }),
		content("EventsUntil", func(d *draft) route.Member {
			text := prop.String("text").MinLen(1)
			return route.Get("/events-until", route.EventsUntil("[DONE]", route.Text(text))).Handle(func(c *route.Call) (iter.Seq2[route.Event[string], error], error) {
				i := d.house.note(c.Context())
				return func(yield func(route.Event[string], error) bool) {
					yield(route.Event[string]{Data: "of " + i.Owner}, nil)
				}, nil
			})
		}, func(d *draft) []*request { return []*request{get("/events-until", "many")} }),
		content("Many", func(d *draft) route.Member {
			return route.Get("/many", collection.Many(d.items().List()).MaxItems(3)).Handle(func(c *route.Call) ([]Item, error) {
				return []Item{d.house.note(c.Context())}, nil
			})
		}, func(d *draft) []*request { return []*request{get("/many", "many")} }),
		content("Value", func(d *draft) route.Member {
			v := collection.ValueOf(prop.Nullable(prop.Map(d.items().Object()).As("items").MaxProperties(2)))
			return route.Get("/value", v.List()).Handle(func(c *route.Call) (*map[string]Item, error) {
				return &map[string]Item{"a": d.house.note(c.Context())}, nil
			})
		}, func(d *draft) []*request { return []*request{get("/value", "many")} }),
		content("Value of a request", func(d *draft) route.Member {
			v := collection.ValueOf(prop.Map(prop.Nullable(prop.String("texts").MaxLen(50))).MaxProperties(2))
			return route.Post("/value", v.Create(), v.View()).Handle(func(_ *route.Call, in map[string]*string) (map[string]*string, error) { return in, nil })
		}, func(d *draft) []*request {
			return []*request{send("POST", "/value", "content", `{"a":"b","c":null}`), send("POST", "/value", "content", `{"a":"`+marker+strings.Repeat("x", 100)+`"}`).refused(),
				send("POST", "/value", "content", `["`+marker+`"]`).refused()}
		}),
		content("Redirect", func(d *draft) route.Member {
			return route.Get("/redirect", route.Redirect(302)).Query(prop.String("to").Optional()).
				Handle(func(c *route.Call) (route.Location, error) {
					to := c.Request().URL.Query().Get("to")
					if to == "" {
						to = "/items?for=" + url.QueryEscape(ownerOf(c.Context()))
					}
					return route.Location(to), nil
				})
		}, func(d *draft) []*request { return []*request{get("/redirect", "content")} }),
		content("Nothing", func(d *draft) route.Member {
			return route.Post("/nothing", collection.NoContent(), collection.NoContent()).Handle(func(*route.Call, collection.Empty) (n collection.Empty, err error) { return n, nil })
		}, func(d *draft) []*request { return []*request{send("POST", "/nothing", "content", "")} }),
		content("Optional", func(d *draft) route.Member {
			return route.Post("/optional", route.Optional(d.notes().Create()), d.notes().View()).
				Handle(func(c *route.Call, in *Item) (Item, error) {
					if in == nil {
						return d.house.note(c.Context()), nil
					}
					in.Owner = ownerOf(c.Context())
					return *in, nil
				})
		}, func(d *draft) []*request {
			return []*request{
				send("POST", "/optional", "content", ""), send("POST", "/optional", "content", d.noteJSON()),
				send("POST", "/optional", "content", "null").refused(), send("POST", "/optional", "content", `{"surplus":"`+marker+`"}`).refused(),
				send("POST", "/optional", "content", "").of("text/"+marker, "x").refused(),
			}
		}),
		content("Method GET", func(d *draft) route.Member {
			return route.Method("GET", "/asked", route.Optional(d.notes().Create()), d.notes().View()).
				Handle(func(c *route.Call, in *Item) (Item, error) { return d.house.note(c.Context()), nil })
		}, func(d *draft) []*request {
			return []*request{get("/asked", "content"), send("GET", "/asked", "content", d.noteJSON()), send("GET", "/asked", "content", "null").refused()}
		}),
		content("Method QUERY", func(d *draft) route.Member {
			return route.Method("QUERY", "/asked", d.notes().Create(), d.notes().View()).Status(200).
				Handle(func(c *route.Call, in Item) (Item, error) { return d.house.received(c.Context(), in), nil })
		}, func(d *draft) []*request {
			return []*request{send("QUERY", "/asked", "content", d.noteJSON()), send("QUERY", "/asked", "content", "null").refused()}
		}),
		content("Responses", func(d *draft) route.Member {
			rows := route.NewResponse(200, route.Bytes("text/csv"))
			retry := prop.Int("Retry-After").Min(0)
			later := route.NewResponse(202, d.notes().View()).ResponseHeader(retry)
			events := route.NewResponse(200, route.Events(d.items().List()))
			return route.Get("/several", d.items().View()).Responses(rows, later, events).Query(prop.String("which").Optional()).
				Handle(func(c *route.Call) (Item, error) {
					i := d.house.note(c.Context())
					switch c.Request().URL.Query().Get("which") {
					case "rows":
						rows.Set(c, []byte("a,b\n"))
					case "later":
						retry.Set(c, 30)
						later.Set(c, i)
					case "events":
						events.Set(c, func(yield func(route.Event[Item], error) bool) { yield(route.Event[Item]{Data: i}, nil) })
					}
					return i, nil
				})
		}, func(d *draft) []*request {
			return []*request{get("/several", "content"), get("/several?which=rows", "content"), get("/several?which=later", "content"), get("/several?which=events", "content")}
		}),
		content("JSON as another type", func(d *draft) route.Member {
			return route.Post("/named", route.JSON(d.notes().Create(), "application/vnd.note+json"), route.JSON(d.notes().View(), "application/json", "application/vnd.note+json")).
				Handle(func(c *route.Call, in Item) (Item, error) { return d.house.received(c.Context(), in), nil })
		}, func(d *draft) []*request {
			const named = "application/vnd.note+json"
			return []*request{send("POST", "/named", "content", "").of(named, d.noteJSON()), send("POST", "/named", "content", "").of(named, d.noteJSON()).with("Accept", named),
				send("POST", "/named", "content", d.noteJSON()).refused()}
		}),
		content("Stream", func(d *draft) route.Member {
			return route.Post("/stream", route.Stream("application/octet-stream"), route.Text(prop.String("size"))).
				Handle(func(_ *route.Call, in io.Reader) (string, error) {
					n, err := io.Copy(io.Discard, in)
					return text(n), err
				})
		}, func(d *draft) []*request {
			return []*request{send("POST", "/stream", "content", "").of("application/octet-stream", "12345"), send("POST", "/stream", "content", "12345").refused()}
		}),
	}
}

// noteJSON, form and multipart encode a note in each format.
func (d *draft) noteJSON() string {
	e := object{"name": "a note"}
	d.addValues(e, 0)
	return text(e)
}

func (d *draft) form() string {
	form := url.Values{"name": {"a note"}}
	for _, v := range d.values {
		if v.inputs != nil && v.presence != readOnly {
			form.Set("v_"+v.name, v.inputs.texts[0])
		}
	}
	return form.Encode()
}

func (d *draft) multipart(name string) string {
	var b strings.Builder
	part := func(n, v string) {
		b.WriteString("--b\r\nContent-Disposition: form-data; name=\"" + n + "\"\r\n\r\n" + v + "\r\n")
	}
	part("name", name)
	for _, v := range d.values {
		if v.inputs != nil && v.presence != readOnly {
			part("v_"+v.name, v.inputs.texts[0])
		}
	}
	return b.String() + "--b--\r\n"
}
