// Parses AsyncAPI documents, and prints what @asyncapi/parser says about each.
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

const parser = new Parser();
const all = [];
for (const file of process.argv.slice(2)) {
  const { document, diagnostics } = await parser.parse(readFileSync(file, "utf8"));
  all.push({
    File: file,
    Messages: document?.operations().all().flatMap((o) => o.messages().all().map((m) => `${o.action()} ${o.channels().all()[0].address()} ${m.contentType()}`)) ?? [],
    Findings: diagnostics.map((d) => ({ Severity: d.severity, Code: String(d.code), Text: `${d.message} at ${d.path.join("/")}` })),
  });
}
console.log(JSON.stringify(all));
