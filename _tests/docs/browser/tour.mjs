// Goes through the page of the shop in Chromium, like a reader who tries every operation, and
// prints what it saw as JSON:
//
//	node tour.mjs chromium http://127.0.0.1:8080/docs/ token plan screenshots
//
// plan has the visits: [{"name": "light", "version": "3.1", "scheme": "light", "width": 1280,
// "try": true, "axe": true}].
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [, , executablePath, address, token, plan, screenshots] = process.argv;
const patience = 120_000; // milliseconds; the machine may be busy
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const product = "00000000-0000-4000-8000-000000000001"; // of the seed
const photo = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=", "base64");

const browser = await chromium.launch({
  executablePath,
  timeout: patience,
  // Chromium has no sandbox for root, the user of containers.
  args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});

// judge returns the violations of WCAG 2.2 AA.
const judge = (page) => page.evaluate(`${axe};
  axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] })
    .then((r) => r.violations.flatMap((v) => v.nodes.map((n) => [v.id, n.target.join(" "), n.any[0]?.message ?? ""].join(": "))))`);

async function authorize(page) {
  await page.locator(".auth-wrapper .authorize").first().click();
  await page.locator(".auth-container input").first().fill(token);
  await page.locator(".auth-container .auth-btn-wrapper button[type=submit]").first().click();
  await page.locator(".btn-done").first().click();
}

// attempt sends the request of an operation as the page prefills it. Only the product in the
// path and the file are filled in.
async function attempt(page, block) {
  const id = (await block.getAttribute("id")).split("-").at(-1);
  await block.locator(".opblock-summary-control").click();
  await block.locator(".try-out__btn").click();
  const found = { id, prefilled: {}, path: await block.locator(".opblock-summary-path").innerText() };
  for (const row of await block.locator("tr[data-param-name]").all()) {
    const name = await row.getAttribute("data-param-name");
    const input = row.locator("input[type=text]").first();
    if (name === "id" || name === "product_id") await input.fill(product);
    else if (name === "number" || name === "sequence") await input.fill("1");
    else if (name === "If-Match" && id === "replaceProduct") await input.fill("*"); // any version
    else if (await input.count()) found.prefilled[name] = await input.inputValue();
  }
  for (const input of await block.locator("input[type=file]").all()) await input.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: photo });
  const body = block.locator(".body-param__text");
  if (await body.count()) found.body = await body.inputValue();
  const target = page.waitForResponse((r) => r.url().includes("/v1/"));
  await block.locator(".execute").click();
  const response = await target;
  found.status = String(response.status());
  found.folded = await block.locator("tr.problem button[aria-expanded=false]").count();
  found.documented = await block.locator(".responses-table:not(.live-responses-table) .response-col_status").evaluateAll(
    (all) => [...new Set(all.map((e) => e.textContent.trim()).filter((s) => /^\d{3}$/.test(s)))]);
  found.sent = response.request().postData();
  if (!found.status.startsWith("2")) found.problem = await response.text();
  return found;
}

const visits = [];
for (const step of JSON.parse(plan)) {
  const seen = { name: step.name, operations: [], wcag: [], policy: [], errors: [] };
  const context = await browser.newContext({ colorScheme: step.scheme, viewport: { width: step.width, height: 1000 }, reducedMotion: "reduce" });
  context.setDefaultTimeout(patience);
  await context.addInitScript(() => addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`)));
  context.on("weberror", (e) => seen.errors.push(String(e.error())));
  context.on("console", (m) => m.text().startsWith("policy: ") && seen.policy.push(m.text()));
  const page = await context.newPage();
  await page.goto(`${address}?openapi=${step.version}`);
  await page.locator(".opblock").first().waitFor();
  seen.notice = await page.locator("#notice").innerText();
  seen.version = await page.locator(".info .title .version-stamp").first().innerText();
  seen.locks = await page.locator(".opblock").evaluateAll((all) => Object.fromEntries(all.map((b) => [b.id.split("-").at(-1), b.querySelector(".public") ? "open" : "closed"])));
  await page.screenshot({ path: join(screenshots, `${step.name}.png`), fullPage: true });

  if (step.try) {
    await page.locator("#search").fill("order PLACE");
    seen.found = await page.locator(".opblock-summary-path").allInnerTexts();
    seen.count = await page.locator(".search [role=status]").innerText();
    await page.locator("#search").fill("");
    await authorize(page);
    // A photo that is set can be shown, and a product that is deleted has neither.
    const late = ["showPhoto", "deleteProduct"];
    const ids = await page.locator(".opblock").evaluateAll((all) => all.map((b) => b.id));
    const rank = (id) => late.indexOf(id.split("-").at(-1));
    for (const id of ids.sort((a, b) => rank(a) - rank(b))) seen.operations.push(await attempt(page, page.locator(`#${id}`)));
  } else {
    for (const id of ["listProducts", "createProduct", "putPhoto"]) {
      const block = page.locator(`.opblock[id$="-${id}"]`);
      await block.locator(".opblock-summary-control").click();
      await block.locator(".try-out__btn").click();
    }
  }
  const created = page.locator('.opblock[id$="-createProduct"]');
  await created.locator(".samples summary").click();
  seen.samples = {};
  for (const language of ["curl", "Go", "TypeScript"]) {
    await created.locator(".languages button", { hasText: language }).click();
    seen.samples[language] = await created.locator(".samples pre").innerText();
  }
  await created.locator(".problem button").first().click();
  if (step.axe) {
    for (const tab of await page.locator(".tablinks", { hasText: "Schema" }).all()) if (await tab.isVisible()) await tab.click();
    for (const more of await page.locator(".json-schema-2020-12-expand-deep-button, .model-box-control[aria-expanded=false]").all()) if (await more.isVisible()) await more.click();
  }
  seen.cases = await page.getByText("(kind: percent)").count();
  seen.text = await created.innerText();
  seen.wide = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.screenshot({ path: join(screenshots, `${step.name}-open.png`), fullPage: true });
  if (step.axe) {
    seen.wcag.push(...(await judge(page)));
    await page.locator(".auth-wrapper .authorize").first().click();
    seen.wcag.push(...(await judge(page)));
  }
  visits.push(seen);
  await context.close();
}
await browser.close();
console.log(JSON.stringify(visits));
