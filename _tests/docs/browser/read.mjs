// Reads the page of an API's documents in Chromium, like a new reader, and prints the results
// as JSON:
//
//	node read.mjs chromium http://127.0.0.1:8080/docs/ ../screenshots
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [, , executablePath, address, screenshots] = process.argv;
const provider = "https://id.example.com"; // is answered for below
const patience = 120_000; // milliseconds; the machine may be busy
mkdirSync(screenshots, { recursive: true });

const seen = { requests: [], console: [], errors: [], violations: [], failed: [] };
const browser = await chromium.launch({
  executablePath,
  timeout: patience,
  // Chromium has no sandbox for root, the user of containers.
  args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});

// open opens the page in a new context and records its requests and messages.
async function open(colorScheme, viewport = { width: 1280, height: 1000 }) {
  const context = await browser.newContext({ colorScheme, viewport, serviceWorkers: "block" });
  context.setDefaultTimeout(patience);
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
  });
  context.on("request", (r) => seen.requests.push(r.url()));
  context.on("requestfailed", (r) => seen.failed.push(r.url()));
  context.on("weberror", (e) => seen.errors.push(String(e.error())));
  context.on("console", (m) => {
    if (m.text().startsWith("policy: ")) seen.violations.push(m.text());
    else if (["error", "warning"].includes(m.type())) seen.console.push(`${m.location().url}: ${m.text()}`);
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(".opblock").first().waitFor();
  return page;
}

const shoot = (page, name) => page.screenshot({ path: join(screenshots, name + ".png"), fullPage: true });

// faint returns the visible texts with a contrast below 3 to 1, the minimum of WCAG 2.2 §1.4.11
// for text other than body text.
const faint = (page) => page.evaluate(() => {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => Object.fromEntries(["r", "g", "b"].map((c) => [c, top[c] * top.a + below[c] * (1 - top.a)]));
  const luminance = (colour) => {
    const [r, g, b] = [colour.r, colour.g, colour.b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    if (!element) return { r: 255, g: 255, b: 255 };
    const own = parse(getComputedStyle(element).backgroundColor);
    return own.a === 1 ? own : over(own, ground(element.parentElement));
  };
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.textContent.trim();
    if (!text || !element.checkVisibility() || element.closest("script, noscript, option")) continue;
    const below = ground(element);
    const [low, high] = [luminance(below), luminance(over(parse(getComputedStyle(element).color), below))].sort((a, b) => a - b);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < 3) found.add(`${text.slice(0, 40)} (${element.closest("[class]").className}) ${contrast.toFixed(1)}`);
  }
  return [...found];
});

const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

// send opens an operation and sends a request.
async function send(page, id, body) {
  const block = page.locator(`.opblock[id$="-${id}"]`);
  if (!(await block.evaluate((e) => e.classList.contains("is-open")))) {
    await block.locator(".opblock-summary-control").click();
  }
  const start = block.locator(".try-out__btn:not(.cancel):not(.reset)");
  await block.locator(".try-out__btn").first().waitFor();
  if (await start.count()) await start.click();
  if (body !== undefined) await block.locator(".body-param__text").fill(JSON.stringify(body));
  const [answer] = await Promise.all([
    page.waitForResponse((r) => r.request().method() !== "OPTIONS" && r.request().headers()["accept"] !== undefined && !r.url().includes("/docs/")),
    block.locator(".execute").click(),
  ]);
  const live = block.locator(".live-responses-table");
  await live.locator(".response-col_status", { hasText: String(answer.status()) }).first().waitFor();
  return {
    status: (await live.locator("tbody .response-col_status").first().innerText()).trim(),
    body: await live.locator(".microlight, .highlight-code code").first().innerText(),
    url: (await block.locator(".request-url pre").innerText()).trim(),
  };
}

// light: with a token.
let page = await open("light");
seen.title = await page.title();
seen.heading = await page.locator(".info .title").innerText();
seen.operations = await page.locator(".opblock-summary").evaluateAll((all) => all.map((o) =>
  [".opblock-summary-method", ".opblock-summary-path"].map((s) => o.querySelector(s).textContent.replace(/\u200b/g, "").trim()).join(" ")));
seen.servers = await page.locator(".servers select option").allInnerTexts();
seen.light = await ground(page);
await shoot(page, "light");

seen.anonymous = await send(page, "createProduct", { name: "Keyboard", price: 4900 });
await page.locator(".auth-wrapper .authorize").first().click();
seen.schemes = (await page.locator(".auth-container h4").allInnerTexts()).map((s) => s.replace(/\s+/g, " "));
await shoot(page, "authorise");
await page.locator('.auth-container input[aria-label="auth-bearer-value"]').fill("open-sesame");
await page.locator('.auth-container button[aria-label$="Apply credentials"]').last().click();
await page.locator(".btn-done").first().click();

seen.created = await send(page, "createProduct", { name: "Keyboard", price: 4900 });
await shoot(page, "created");
seen.refused = await send(page, "createProduct", { name: "", price: -1 });
await shoot(page, "refused");
seen.listed = await send(page, "listProducts");
seen.stored = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
await page.context().close();

// dark: with a login at the provider, which has another origin.
page = await open("dark");
seen.dark = await ground(page);
seen.faint = await faint(page);
seen.foreign = seen.requests.filter((u) => !u.startsWith(new URL("/", address).href) && !u.startsWith("data:"));
await page.context().route(provider + "/**", async (route) => {
  const url = new URL(route.request().url());
  if (url.pathname === "/authorize") {
    seen.authorize = Object.fromEntries(url.searchParams);
    const back = new URL(url.searchParams.get("redirect_uri"));
    back.search = new URLSearchParams({ code: "a code", state: url.searchParams.get("state") });
    // A redirect of a fulfilled route cannot lead to another fulfilled route.
    await route.fulfill({ contentType: "text/html", body: `<meta http-equiv="refresh" content="0;url=${back.href.replaceAll("&", "&amp;")}">` });
    return;
  }
  seen.token = Object.fromEntries(new URLSearchParams(route.request().postData()));
  await route.fulfill({
    json: { access_token: "open-sesame", token_type: "bearer" },
    headers: { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" },
  });
});
await page.locator(".auth-wrapper .authorize").first().click();
const oauth = page.locator(".auth-container", { hasText: "OAuth2" }).last();
await shoot(page, "dark-authorise");
seen.faint.push(...(await faint(page)));
const window = page.context().waitForEvent("page");
await oauth.locator('button[aria-label$="Apply given OAuth2 credentials"]').click();
await (await window).waitForEvent("close");
await oauth.locator("button", { hasText: "Logout" }).waitFor();
await page.locator(".btn-done").first().click();
seen.loggedIn = await send(page, "createProduct", { name: "Mouse", price: 1900 });
await send(page, "listProducts");
await shoot(page, "dark");
for (const button of await page.locator(".json-schema-2020-12-accordion, .model-toggle, .models button").all()) if (await button.isVisible()) await button.click();
for (const tab of await page.locator(".tablinks", { hasText: "Schema" }).all()) if (await tab.isVisible()) await tab.click();
seen.faint.push(...(await faint(page)));
await shoot(page, "dark-schemas");
await page.context().close();

page = await open("dark", { width: 390, height: 800 });
await page.locator(".opblock-summary-control").first().click();
await page.locator(".opblock-body .responses-inner").waitFor();
await shoot(page, "narrow");
seen.wide = await page.evaluate(() => document.documentElement.scrollWidth);
await browser.close();
console.log(JSON.stringify(seen));
