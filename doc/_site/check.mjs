// Checks the site that vitepress build has written to dist: links and anchors, the order of the
// pages, search, and accessibility in Chromium, in light and dark.
//
//	node check.mjs /usr/bin/chromium [whole]
//
// Pages of decisions have the same parts, and schemes differ in colors alone: accessibility is
// checked on all guides and two decisions in light, and on some pages in dark. whole checks all
// pages in both.
import { createServer } from "node:http";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { decisions, guides } from "./sidebar.mjs";

const base = process.env.SITE_BASE ?? "/tenon/";
const dist = new URL("dist/", import.meta.url).pathname;
const [, , executablePath, whole] = process.argv;
const patience = 60_000; // milliseconds; the machine may be busy
const faults = [];

const pages = readdirSync(dist, { recursive: true }).filter((f) => f.endsWith(".html") && f !== "404.html").sort();
const texts = new Map(pages.map((p) => [p, readFileSync(join(dist, p), "utf8")]));
const ids = new Map([...texts].map(([p, text]) => [p, new Set([...text.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]))]));

// fileOf returns the file of an address below base, and its anchor.
function fileOf(url) {
  let file = decodeURIComponent(url.pathname.slice(base.length));
  if (file === "" || file.endsWith("/")) file += "index.html";
  else if (!existsSync(join(dist, file)) && ids.has(file + ".html")) file += ".html";
  return [file, decodeURIComponent(url.hash.slice(1))];
}

// Every link within the site has a target, and every anchor an element.
let links = 0;
for (const [page, text] of texts) {
  for (const [, address] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
    const url = new URL(address.replaceAll("&amp;", "&"), new URL(base + page, "http://site"));
    if (url.host !== "site") continue;
    const [file, anchor] = fileOf(url);
    links++;
    if (!url.pathname.startsWith(base) || !existsSync(join(dist, file))) faults.push(`${page}: ${address} has no target`);
    else if (anchor && ids.has(file) && !ids.get(file).has(anchor)) faults.push(`${page}: ${address} has no such anchor`);
  }
}

// Every page is in a sidebar, and next leads from the first guide to the last, and from the first
// decision to the last.
const doc = new URL("..", import.meta.url).pathname;
const fileOfLink = (link) => (link + ".html").replace("/.html", "/index.html").slice(1);
const listed = (groups) => groups.flatMap((g) => g.items).map((i) => fileOfLink(i.link));
const orders = [listed(guides(doc)).filter((p) => p !== "adr/index.html"), listed(decisions(doc)).filter((p) => p !== "index.html")];
for (const page of pages) if (!orders.flat().includes(page)) faults.push(`doc/README.md does not list ${page}`);
for (const order of orders) {
  for (const [i, page] of order.entries()) {
    const link = new RegExp(`class="VPLink link pager-link next" href="([^"]+)"`).exec(texts.get(page) ?? "")?.[1];
    const got = link && fileOf(new URL(link, "http://site"))[0];
    if (order[i + 1] && got !== order[i + 1]) faults.push(`${page}: next is ${got}, not ${order[i + 1]}`);
  }
}

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json" };
const server = createServer((request, response) => {
  const [file] = fileOf(new URL(request.url, "http://site"));
  if (!existsSync(join(dist, file))) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(join(dist, file)));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const home = `http://127.0.0.1:${server.address().port}${base}`;

const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const browser = await chromium.launch({
  executablePath,
  timeout: patience,
  // Chromium has no sandbox for root, the user of containers.
  args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});

// judge returns the violations of WCAG 2.2 AA and of best practices on a page, or of some rules.
const all = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
const colors = { type: "rule", values: ["color-contrast", "link-in-text-block"] };
const judge = (page, runOnly = all) => page.evaluate((runOnly) =>
  axe.run(document, { runOnly, resultTypes: ["violations"] })
    .then((r) => r.violations.flatMap((v) => v.nodes.map((n) => [v.id, n.target.join(" "), n.any[0]?.message ?? ""].join(": ")))), runOnly);

async function open(colorScheme, viewport) {
  const context = await browser.newContext({ colorScheme, viewport, reducedMotion: "reduce" });
  context.setDefaultTimeout(patience);
  await context.addInitScript(axe);
  context.on("weberror", (e) => faults.push(`${colorScheme}: ${e.error()}`));
  // Leaving a page aborts its prefetches.
  context.on("requestfailed", (r) => r.failure().errorText === "net::ERR_ABORTED" || faults.push(`${colorScheme}: ${r.url()} failed`));
  context.on("request", (r) => r.url().startsWith(home) || r.url().startsWith("data:") || faults.push(`the page requests ${r.url()}`));
  return context.newPage();
}

let judged = 0;
await Promise.all(["light", "dark"].map(async (scheme) => {
  const few = ["index.html", "lists.html", "errors.html"];
  const wide = whole ? pages : scheme === "light" ? pages.filter((p) => !/^adr\/00(?!01|02)/.test(p)) : [...few, "tutorial.html", "performance.html"];
  for (const [width, some] of [[1280, wide], [390, few]]) {
    const page = await open(scheme, { width, height: 900 });
    for (const name of some) {
      await page.goto(home + name);
      await page.locator(".VPDoc h1").waitFor();
      if ((await page.locator("html.dark").count() === 1) !== (scheme === "dark")) faults.push(`${name} is not ${scheme}`);
      for (const v of new Set(await judge(page, scheme === "dark" && !whole ? colors : all))) faults.push(`${name}, ${scheme}, ${width}: ${v}`);
      judged++;
    }
    await page.context().close();
  }
}));

// A word leads to its page.
const page = await open("light", { width: 1280, height: 900 });
await page.goto(home, { waitUntil: "networkidle" }); // the search needs its script
await page.locator(".VPNavBarSearch button").first().click();
await page.locator(".VPLocalSearchBox input").fill("Idempotency-Key");
const result = page.locator(".VPLocalSearchBox a.result").first();
await result.waitFor();
// VitePress makes results of options that contain links, and names them with ">" between headings,
// where their text has "#". They work with the keyboard and with screen readers.
const known = /^(nested-interactive|label-content-name-mismatch): (\.VPLocalSearchBox|#localsearch-item|a\[)/;
for (const v of await judge(page)) if (!known.test(v)) faults.push(`search: ${v}`);
await result.click();
await page.waitForURL((url) => url.pathname.includes("idempoten")).catch(() => faults.push(`the search for Idempotency-Key leads to ${page.url()}`));

await browser.close();
server.close();
if (faults.length > 0) {
  console.error([...new Set(faults)].join("\n"));
  process.exit(1);
}
console.log(`${pages.length} pages, ${links} links, ${judged} reports of axe-core without a violation`);
