import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

// rows returns the tables of a page that list other pages: their heading and their links.
function* tables(page) {
  for (const [, heading, rows] of page.matchAll(/^\| (\w+) \| \|\n\|[-|]+\n((?:\|.*\n)+)/gm)) {
    const links = rows.split("\n").flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)]);
    yield { heading, links: links.map(([, text, file]) => ({ text, file })) };
  }
}

const title = (file) => /^# (.*)$/m.exec(readFileSync(file, "utf8"))[1];

// guides returns the pages in the order of doc/README.md.
export function guides(doc) {
  const groups = [...tables(readFileSync(join(doc, "README.md"), "utf8"))].map(({ heading, links }) => ({
    text: heading,
    items: links.map((l) => ({ text: l.text[0].toUpperCase() + l.text.slice(1), link: "/" + l.file.replace(/\.md$/, "").replace(/^adr$/, "adr/") })),
  }));
  groups[0].items.unshift({ text: "Guides", link: "/" });
  return groups;
}

// decisions returns the decision records in their order.
export function decisions(doc) {
  const files = readdirSync(join(doc, "adr")).filter((f) => /^\d/.test(f)).sort();
  const items = files.map((f) => ({ text: title(join(doc, "adr", f)), link: "/adr/" + f.replace(/\.md$/, "") }));
  return [{ text: "Decisions", items: [{ text: "All decisions", link: "/adr/" }, ...items] }, { items: [{ text: "Guides", link: "/" }] }];
}
