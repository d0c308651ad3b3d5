// Code samples of an operation: a command, and calls of the typed clients in Go and TypeScript.

// samplesOf returns the samples by language.
export function samplesOf({ specSelectors, oas3Selectors }, path, method) {
  const document = specSelectors.specJson().toJS();
  const operation = document.paths[path][method];
  const server = oas3Selectors.selectedServer() || document.servers?.[0]?.url || "/";
  const base = new URL(server, new URL(specSelectors.url() || "", window.document.baseURI)).href.replace(/\/$/, "");
  const sample = {
    base, path, method, operation,
    id: operation.operationId ?? "operation",
    parameters: (operation.parameters ?? []).filter((p) => p.required).map((p) => ({ ...p, value: exampleOf(p) ?? "…" })),
    bearer: needsBearer(document, operation),
    ...bodyOf(operation),
  };
  return { curl: curl(sample), Go: go(sample), TypeScript: typeScript(sample) };
}

const exampleOf = (x) => x.example ?? Object.values(x.examples ?? {})[0]?.value ?? x.schema?.example ?? x.schema?.examples?.[0] ?? x.schema?.default;

// bodyOf returns the media type of the request body, and its example.
function bodyOf({ requestBody }) {
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return mediaType ? { mediaType, content, body: exampleOf(content) } : {};
}

function needsBearer(document, operation) {
  const security = operation.security ?? document.security ?? [];
  const schemes = document.components?.securitySchemes ?? {};
  const named = security.flatMap((requirement) => Object.keys(requirement));
  return security.every((requirement) => Object.keys(requirement).length > 0) &&
    named.some((name) => ["oauth2", "openIdConnect"].includes(schemes[name]?.type) || schemes[name]?.scheme?.toLowerCase() === "bearer");
}

const within = (sample, place) => sample.parameters.filter((p) => p.in === place);
const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const indented = (value, by) => JSON.stringify(value, null, 2).replaceAll("\n", "\n" + by);

function curl(sample) {
  const quote = (s) => `'${s.replaceAll("'", `'\\''`)}'`;
  const path = sample.path.replace(/\{([^}]+)\}/g, (all, name) => {
    const parameter = within(sample, "path").find((p) => p.name === name);
    return parameter ? encodeURIComponent(text(parameter.value)) : all;
  });
  const query = new URLSearchParams(within(sample, "query").map((p) => [p.name, text(p.value)])).toString();
  const lines = [`curl -X ${sample.method.toUpperCase()} ${quote(sample.base + path + (query && "?" + query))}`];
  if (sample.bearer) lines.push(`-H "Authorization: Bearer $TOKEN"`);
  for (const p of within(sample, "header")) lines.push(`-H ${quote(`${p.name}: ${text(p.value)}`)}`);
  for (const p of within(sample, "cookie")) lines.push(`-b ${quote(`${p.name}=${text(p.value)}`)}`);
  if (sample.mediaType === "multipart/form-data") {
    for (const [name, schema] of Object.entries(sample.content.schema?.properties ?? {})) lines.push(`-F ${quote(`${name}=${schema.format === "binary" ? "@file" : "…"}`)}`);
    if (!sample.content.schema?.properties) lines.push(`-F 'name=@file'`);
  } else if (sample.mediaType === "application/x-www-form-urlencoded") {
    for (const [name, value] of Object.entries(sample.body ?? {})) lines.push(`--data-urlencode ${quote(`${name}=${text(value)}`)}`);
  } else if (sample.mediaType) {
    lines.push(`-H ${quote(`Content-Type: ${sample.mediaType}`)}`);
    lines.push(sample.body === undefined ? "--data-binary @file" : `-d ${quote(JSON.stringify(sample.body, null, 2))}`);
  }
  return lines.join(" \\\n  ");
}

// goName writes a name as an identifier of Go.
const goName = (name) => name.replace(/[^A-Za-z0-9]+([A-Za-z0-9])?/g, (_, c) => (c ?? "").toUpperCase()).replace(/^[0-9]/, "_$&");
const exported = (name) => goName(name).replace(/^./, (c) => c.toUpperCase());
const unexported = (name) => goName(name).replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (c) => c.toLowerCase());

function go(sample) {
  const route = exported(sample.id);
  const args = ["ctx", "c"];
  const notes = [`// ${route} is the route that declares this operation.`];
  if (sample.mediaType) {
    const ref = sample.content.schema?.$ref?.split("/").at(-1);
    args.push("in");
    notes.push(`// in is the request body${ref ? `, ${ref}` : ""}.`);
  }
  for (const p of sample.parameters) {
    args.push(`${unexported(p.name)}.Is(${typeof p.value === "object" ? "…" : JSON.stringify(p.value)})`);
  }
  const lines = [`c := client.New(${JSON.stringify(sample.base)})`];
  if (sample.bearer) {
    lines.push("c = c.Prepare(func(r *http.Request) error {", `\tr.Header.Set("Authorization", "Bearer "+token)`, "\treturn nil", "})");
  }
  const result = "204" in (sample.operation.responses ?? {}) ? "_" : "out";
  lines.push("", ...notes, `${result}, err := ${route}.Call(${args.join(", ")})`);
  return lines.join("\n");
}

function typeScript(sample) {
  const lines = [
    `import createClient from "openapi-fetch";`,
    `import type { paths } from "./schema"; // made by openapi-typescript`,
    "",
    `const client = createClient<paths>({`,
    `  baseUrl: ${JSON.stringify(sample.base)},`,
    ...(sample.bearer ? ["  headers: { Authorization: `Bearer ${token}` },"] : []),
    "});",
  ];
  const params = {};
  for (const p of sample.parameters) (params[p.in] ??= {})[p.name] = p.value;
  const options = [];
  if (Object.keys(params).length > 0) options.push(`  params: ${indented(params, "  ")},`);
  if (sample.mediaType === "multipart/form-data") {
    options.push("  body: form, // a FormData", "  bodySerializer: (form) => form,");
  } else if (sample.mediaType) {
    options.push(`  body: ${sample.body === undefined ? "content" : indented(sample.body, "  ")},`);
  }
  const call = `client.${sample.method.toUpperCase()}(${JSON.stringify(sample.path)}`;
  lines.push("", `const { data, error } = await ${call}${options.length ? `, {\n${options.join("\n")}\n}` : ""});`);
  return lines.join("\n");
}
