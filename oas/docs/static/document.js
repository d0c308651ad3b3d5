// Changes the document for Swagger UI, which shows it after that. The document that is served
// stays as it is.

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

// operationsOf lists the operations of a document.
export function operationsOf(document) {
  return Object.values(document.paths ?? {}).flatMap((item) => methods.filter((m) => item[m]).map((m) => item[m]));
}

export function amend(document) {
  for (const operation of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      if (!parameter.required) leaveEmpty(parameter);
    }
  }
  titleCases(document);
  return document;
}

// leaveEmpty makes Swagger UI not fill in a parameter: its example would be sent by everyone
// who tries the operation, and an Idempotency-Key that everyone sends replays a response.
function leaveEmpty(parameter) {
  const { schema = {} } = parameter;
  const examples = parameter.examples
    ? Object.values(parameter.examples).map((x) => x.value)
    : [parameter.example, schema.example, ...(schema.examples ?? [])].filter((x) => x !== undefined);
  delete parameter.example;
  delete parameter.examples;
  delete schema.example;
  delete schema.examples;
  const notes = [];
  if (schema.default !== undefined) notes.push(`Default: ${code(schema.default)}.`);
  if (examples.length > 0) notes.push(`Example: ${examples.map(code).join(", ")}.`);
  delete schema.default;
  // Swagger UI makes a value of an object that has no examples.
  if (schema.type === "object" || schema.$ref || schema.properties) parameter.examples = {};
  parameter.description = [parameter.description, notes.join(" ")].filter(Boolean).join("\n\n");
}

const code = (value) => "`" + (typeof value === "string" ? value : JSON.stringify(value)).replaceAll("`", "'") + "`";

// titleCases gives the cases of unions titles, by which Swagger UI calls them.
function titleCases(document) {
  const schemas = document.components?.schemas ?? {};
  for (const union of Object.values(schemas)) {
    const tags = new Map(Object.entries(union.discriminator?.mapping ?? {}).map(([tag, ref]) => [ref, tag]));
    for (const { $ref } of union.oneOf ?? []) {
      const name = $ref?.split("/").at(-1);
      const schema = schemas[name];
      if (!schema || schema.title) continue;
      const tag = tags.get($ref);
      schema.title = tag ? `${name} (${union.discriminator.propertyName}: ${tag})` : name;
    }
  }
}
