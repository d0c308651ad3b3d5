// The client of openapi-fetch, with the types of openapi-typescript.
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.js";
import { ascending, must, report, violations } from "./steps.js";

const [baseUrl, token] = process.argv.slice(2) as [string, string];
const shop = createClient<paths>({
  baseUrl,
  headers: { Authorization: `Bearer ${token}` },
  querySerializer: { array: { style: "form", explode: false } }, // it does not read styles from the document
});

const draft = {
  sku: "FET-0001",
  name: "Keyboard",
  price: 8900,
  status: "active",
  tags: ["usb-c"],
  size: { width: 359, height: 35, depth: 128 },
  variants: [],
  discount: { kind: "percent", percent: 10 },
} satisfies components["schemas"]["ProductCreate"];

// The compiler rejects what the document does not allow.
// @ts-expect-error: a product has a name
({ sku: "FET-0002", price: 1, size: draft.size, status: "active", tags: [], variants: [] }) satisfies components["schemas"]["ProductCreate"];
// @ts-expect-error: not a status
({ ...draft, status: "sold" }) satisfies components["schemas"]["ProductCreate"];
// @ts-expect-error: a price is a number
({ price: "1" }) satisfies components["schemas"]["ProductUpdate"];

const created = await shop.POST("/v1/products", { body: draft });
const product = must(created.data, "product").data;
const path = { id: product.id };

const pages: number[] = [];
const prices: number[] = [];
const ids = new Set<string>();
for (let cursor = ""; ; ) {
  const page = must((await shop.GET("/v1/products", {
    params: { query: { limit: 40, order_by: ["price", "name"], status: ["active", "draft"], min_price: 1, ...(cursor && { cursor }) } },
  })).data, "page");
  pages.push(page.data.length);
  for (const p of page.data) {
    prices.push(p.price);
    ids.add(p.id);
  }
  if (!page.pagination.has_more) {
    break;
  }
  cursor = page.pagination.next_cursor;
}

const tag = must(created.response.headers.get("ETag"), "ETag");
const updated = await shop.PATCH("/v1/products/{id}", {
  params: { path, header: { "If-Match": tag } },
  body: { price: 9900, note: "Ask first.", size: { depth: 130 }, discount: null },
});
const changed = must(updated.data, "change").data;
const stale = await shop.PATCH("/v1/products/{id}", { params: { path, header: { "If-Match": tag } }, body: { price: 1 } });

const refused = await shop.POST("/v1/products", { body: { ...draft, sku: "FET-2", price: -1, size: { ...draft.size, depth: 0 } } });
const unread = await shop.GET("/v1/products", { params: { query: { limit: 0, tag: "USB" } } });
const deleted = await shop.DELETE("/v1/products/{id}", { params: { path } });
const gone = await shop.GET("/v1/products/{id}", { params: { path } });

report({
  created: { status: created.response.status, price: product.price, discount: JSON.stringify(product.discount), tags: product.tags },
  pages,
  found: ids.size,
  ordered: ascending(prices),
  updated: { status: updated.response.status, price: changed.price, note: changed.note, depth: changed.size.depth },
  stale: { status: stale.response.status, code: must(stale.error, "problem").code },
  refused: { status: refused.response.status, code: must(refused.error, "problem").code, violations: violations(refused.error?.errors) },
  unread: { status: unread.response.status, violations: violations(unread.error?.errors) },
  deleted: { status: deleted.response.status, same: deleted.data?.data.id === product.id },
  gone: { status: gone.response.status, code: must(gone.error, "problem").code },
});
