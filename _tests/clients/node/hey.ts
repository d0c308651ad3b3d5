// Calls of the client of @hey-api/openapi-ts: some must compile, some must not.
import { createClient, createConfig } from "./generated/hey/client/index.js";
import { createProduct, listProducts, updateProduct, type ProductCreate, type Violation } from "./generated/hey/index.js";

const client = createClient(createConfig({ baseUrl: "http://127.0.0.1", auth: () => "token" }));

export async function use(): Promise<Violation[]> {
  const draft: ProductCreate = {
    sku: "HEY-0001",
    name: "Keyboard",
    price: 8900,
    size: { width: 359, height: 35, depth: 128 },
    discount: { kind: "percent", percent: 10 },
  };
  const { data, error } = await createProduct({ client, body: draft });
  if (data === undefined) {
    return error.errors ?? [];
  }
  const { id, price } = data.data;
  await updateProduct({ client, path: { id }, headers: { "If-Match": '"1"' }, body: { price: price + 1, note: null, size: { depth: 1 }, discount: null } });
  await listProducts({ client, query: { order_by: ["-price"], status: ["active"], limit: 2 } });

  // @ts-expect-error: not a sort order
  await listProducts({ client, query: { order_by: ["-cost"] } });
  // @ts-expect-error: a name cannot be null
  await updateProduct({ client, path: { id }, body: { name: null } });
  // @ts-expect-error: read-only members cannot be sent
  await createProduct({ client, body: { ...draft, id } });
  return [];
}
