// Validates files with the official schemas of OpenAPI, and prints the errors as JSON. Those of
// 3.1 and 3.2 validate schema objects with JSON Schema 2020-12 and the vocabulary of OpenAPI.
import { readFile } from "node:fs/promises";
import { validate as v30 } from "@hyperjump/json-schema/openapi-3-0";
import { validate as v31 } from "@hyperjump/json-schema/openapi-3-1";
import { validate as v32 } from "@hyperjump/json-schema/openapi-3-2";
import { parse } from "yaml";

const schemas = {
  "3.0": [v30, "https://spec.openapis.org/oas/3.0/schema"],
  3.1: [v31, "https://spec.openapis.org/oas/3.1/schema-base"],
  3.2: [v32, "https://spec.openapis.org/oas/3.2/schema-base"],
};

const found = [];
for (const file of process.argv.slice(2)) {
  const document = parse(await readFile(file, "utf8"));
  const [validate, schema] = schemas[document.openapi.slice(0, 3)];
  const { valid, errors = [] } = await validate(schema, document, "BASIC");
  if (valid) {
    continue;
  }
  for (const e of errors) {
    found.push({ file, keyword: e.absoluteKeywordLocation, instance: e.instanceLocation });
  }
}
console.log(JSON.stringify(found));
