// Names the controls that Swagger UI leaves without one (WCAG 2.2 §4.1.2), as they appear.

const namers = [
  ["#servers, .servers select", () => "Server"],
  ["tr[data-param-name] :is(select, input, textarea)", (e) => e.closest("tr").dataset.paramName],
  ["tr[data-property-name] :is(select, input, textarea)", (e) => e.closest("tr").dataset.propertyName],
  [".examples-select-element", () => "Example"],
  [".content-type", () => "Media type"],
  [".model-box-control, .models-control, .model-toggle, .json-schema-2020-12-accordion", () => "Show the schema"],
  [".copy-to-clipboard button", () => "Copy"],
  [".close-modal", () => "Close"],
  [".body-param__text", () => "Request body"],
];

const isNamed = (e) => e.hasAttribute("aria-label") || e.hasAttribute("aria-labelledby") ||
  [...(e.labels ?? [])].some((l) => [...l.childNodes].some((n) => !n.contains(e) && n.textContent.trim())) || (e.tagName === "BUTTON" && e.textContent.trim() !== "");

function label(root) {
  for (const [selector, nameOf] of namers) {
    for (const e of root.querySelectorAll(selector)) {
      if (!isNamed(e)) e.setAttribute("aria-label", nameOf(e));
    }
  }
  // A label of ARIA must contain the visible text (§2.5.3).
  for (const e of root.querySelectorAll(".auth-btn-wrapper button[aria-label]")) {
    if (!e.ariaLabel.includes(e.textContent)) e.setAttribute("aria-label", `${e.textContent}: ${e.ariaLabel}`);
  }
  for (const e of root.querySelectorAll("img:not([alt])")) e.alt = "The response"; // §1.1.1
  // Regions that scroll must be reachable by keyboard (§2.1.1).
  for (const e of root.querySelectorAll(".highlight-code pre, .microlight, .opblock-body, .curl-command pre, .dialog-ux .modal-ux-content")) {
    const scrolls = e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight;
    if (scrolls && !e.hasAttribute("tabindex")) e.setAttribute("tabindex", "0");
  }
}

export function labelControls(root) {
  let due = 0;
  new MutationObserver(() => { due ||= requestAnimationFrame(() => { due = 0; label(root); }); })
    .observe(root, { childList: true, subtree: true });
}
