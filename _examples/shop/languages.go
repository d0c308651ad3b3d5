package main

import "github.com/tenon-go/tenon/l10n"

// languages are the languages of problems. The library has translations of its own messages;
// these are the shop's.
func languages() l10n.Catalog {
	return japanese(german(l10n.Builtin().Only("en", "de", "ja")))
}

func german(c l10n.Catalog) l10n.Catalog {
	tag := l10n.Message("darf nur Kleinbuchstaben, Ziffern und Bindestriche haben und beginnt mit einem Buchstaben")
	return c.
		Add("de", l10n.Texts{"below_price": l10n.Message("muss weniger als den Preis abziehen")}).
		Override("de", "sku", "pattern", l10n.Message("muss aussehen wie KEY-0042")).
		Override("de", "tag", "pattern", tag).
		Override("de", "tags", "pattern", tag).
		Problem("de", "no_such_product", "Dieses Produkt gibt es nicht.").
		Problem("de", "sku_taken", "Die Artikelnummer ist vergeben.").
		Problem("de", "no_such_photo", "Dieses Foto gibt es nicht.").
		Problem("de", "no_such_order", "Diese Bestellung gibt es nicht.").
		Problem("de", "not_for_sale", "Das Produkt ist nicht zu kaufen.").
		Problem("de", "order_closed", "Die Bestellung ist abgeschlossen.").
		Problem("de", "has_orders", "Für das Produkt gibt es Bestellungen.").
		Problem("de", "too_many_webhooks", "Es gibt zu viele Webhooks.").
		Problem("de", "no_such_delivery", "Diese Zustellung gibt es nicht.")
}

func japanese(c l10n.Catalog) l10n.Catalog {
	tag := l10n.Message("英小文字で始まり、英小文字、数字、ハイフンのみを使用できます")
	return c.
		Add("ja", l10n.Texts{"below_price": l10n.Message("割引額は価格より少なくする必要があります")}).
		Override("ja", "sku", "pattern", l10n.Message("KEY-0042 のような形式である必要があります")).
		Override("ja", "tag", "pattern", tag).
		Override("ja", "tags", "pattern", tag).
		Problem("ja", "no_such_product", "この商品は存在しません。").
		Problem("ja", "sku_taken", "この SKU は既に使用されています。").
		Problem("ja", "no_such_photo", "この写真は存在しません。").
		Problem("ja", "no_such_order", "この注文は存在しません。").
		Problem("ja", "not_for_sale", "この商品は販売されていません。").
		Problem("ja", "order_closed", "この注文は完了しています。").
		Problem("ja", "has_orders", "この商品には注文があります。").
		Problem("ja", "too_many_webhooks", "Webhook が多すぎます。").
		Problem("ja", "no_such_delivery", "この配信は存在しません。")
}
