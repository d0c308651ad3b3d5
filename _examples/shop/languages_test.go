package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestProblemsAreTranslated(t *testing.T) {
	type texts struct {
		Title, Detail string
		Errors        []struct{ Pointer, Detail string }
	}
	type violation = struct{ Pointer, Detail string }
	onEach(t, func(t *testing.T, c client) {
		for _, tt := range []struct {
			accept, language string
			want             texts
		}{
			{"de-AT, en;q=0.5", "de", texts{"Inhalt nicht verarbeitbar", "Die Anfrage ist ungültig; siehe errors.", []violation{
				{"#/sku", "muss aussehen wie KEY-0042"},
				{"#/name", "muss mindestens 1 Zeichen haben"},
				{"#/price", "darf höchstens 100.000.000 sein"},
				{"#/tags/0", "darf nur Kleinbuchstaben, Ziffern und Bindestriche haben und beginnt mit einem Buchstaben"},
				{"#/size/depth", "ist erforderlich"},
			}}},
			{"ja", "ja", texts{"処理できないコンテンツ", "リクエストが無効です。errors を参照してください。", []violation{
				{"#/sku", "KEY-0042 のような形式である必要があります"},
				{"#/name", "1 文字以上である必要があります"},
				{"#/price", "100,000,000 以下である必要があります"},
				{"#/tags/0", "英小文字で始まり、英小文字、数字、ハイフンのみを使用できます"},
				{"#/size/depth", "必須です"},
			}}},
			{"", "en", texts{"Unprocessable Content", "The request is not valid; see errors.", []violation{
				{"#/sku", "must look like KEY-0042"},
				{"#/name", "must have at least 1 character"},
				{"#/price", "must be at most 100000000"},
				{"#/tags/0", "must match the pattern ^[a-z][a-z0-9-]*$"},
				{"#/size/depth", "is required"},
			}}},
		} {
			a := c.want(422, "POST", "/v1/products", `{"sku": "key", "name": "", "price": 100000001, "tags": ["A"],
				"size": {"width": 1, "height": 1}}`, "Accept-Language", tt.accept)
			equal(t, tt.language, a.header.Get("Content-Language"))
			if !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "Accept-Language") {
				t.Errorf("Vary is %q", a.header.Values("Vary"))
			}
			var got texts
			if err := json.Unmarshal([]byte(a.text), &got); err != nil {
				t.Fatal(err)
			}
			equal(t, tt.want, got)

			below := c.want(422, "PATCH", first, `{"discount": {"kind": "amount", "amount": 990}}`, "Accept-Language", tt.accept)
			own := map[string]string{
				"en": "must take off less than the price",
				"de": "muss weniger als den Preis abziehen",
				"ja": "割引額は価格より少なくする必要があります",
			}[tt.language]
			if !strings.Contains(below.text, own) {
				t.Error(below.text)
			}
		}
	})
}

// Every problem of the shop in the document has a German and a Japanese translation.
func TestEveryProblemIsTranslated(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c.want(201, "POST", first+"/orders", order)
		c.want(200, "PATCH", first+"/orders/1", `{"status": "shipped"}`)
		c.want(200, "PATCH", second, `{"status": "retired"}`)
		hook := "/v1/webhooks/" + data(t, c.want(201, "POST", "/v1/webhooks", `{"url": "https://example.com/", "events": ["product.created"]}`))["id"].(string)
		refusals := map[string]func(language string) answer{
			"no_such_product": func(l string) answer { return c.want(404, "GET", absent, "", "Accept-Language", l) },
			"sku_taken": func(l string) answer {
				return c.want(409, "PATCH", first, `{"sku": "MOU-0002"}`, "Accept-Language", l)
			},
			"no_such_photo": func(l string) answer { return c.want(404, "GET", first+"/photo", "", "Accept-Language", l) },
			"no_such_order": func(l string) answer { return c.want(404, "GET", first+"/orders/9", "", "Accept-Language", l) },
			"not_for_sale":  func(l string) answer { return c.want(409, "POST", second+"/orders", order, "Accept-Language", l) },
			"order_closed":  func(l string) answer { return c.want(409, "PATCH", first+"/orders/1", `{}`, "Accept-Language", l) },
			"has_orders":    func(l string) answer { return c.want(409, "DELETE", first, "", "Accept-Language", l) },
			"no_such_entity": func(l string) answer {
				return c.want(404, "GET", "/v1/webhooks/00000000-0000-4000-8000-000000000001", "", "Accept-Language", l)
			},
			"no_such_delivery": func(l string) answer {
				return c.want(404, "POST", hook+"/deliveries/1/redeliver", "", "Accept-Language", l)
			},
			"too_many_webhooks": func(l string) answer {
				for range 25 {
					a := c.ask("POST", "/v1/webhooks", `{"url": "https://example.com/", "events": ["product.created"]}`, "Accept-Language", l)
					if a.status == 409 {
						return a
					}
				}
				return c.want(409, "POST", "/v1/webhooks", `{"url": "https://example.com/", "events": ["product.created"]}`)
			},
		}
		declared := map[string]bool{}
		for _, line := range strings.Split(c.want(200, "GET", "/openapi.yaml", "").text, "\n") {
			if code, ok := strings.CutPrefix(strings.TrimSpace(line), "code: "); ok {
				declared[code] = true
			}
		}
		titles := func(a answer) (code, title string) {
			var p struct{ Code, Title string }
			if err := json.Unmarshal([]byte(a.text), &p); err != nil {
				t.Fatal(err)
			}
			return p.Code, p.Title
		}
		for want, refuse := range refusals {
			if !declared[want] {
				t.Errorf("the document does not have %s", want)
			}
			code, english := titles(refuse("en"))
			equal(t, want, code)
			for _, language := range []string{"de", "ja"} {
				a := refuse(language)
				_, title := titles(a)
				if title == english || title == "" || a.header.Get("Content-Language") != language {
					t.Errorf("%s in %s: %q", code, language, title)
				}
			}
		}
		for code := range declared {
			if refusals[code] == nil && (strings.HasPrefix(code, "no_such") || strings.Contains(code, "order") || strings.Contains(code, "webhooks") || strings.Contains(code, "sku")) {
				t.Errorf("%s is not asked for", code)
			}
		}
	})
	if missing := languages().Missing(); len(missing) > 0 {
		t.Errorf("%q are not said", missing)
	}
}
