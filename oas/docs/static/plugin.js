// A plugin of Swagger UI: search, code samples, folded problems and locks.
import { samplesOf } from "./samples.js";

export function plugin(system) {
  const { React } = system;
  const h = React.createElement;

  // Search replaces the filter by tag.
  function Search({ layoutSelectors, layoutActions, specSelectors }) {
    const filter = layoutSelectors.currentFilter();
    const phrase = typeof filter === "string" ? filter : "";
    const count = specSelectors.taggedOperations().reduce((n, tag) => n + tag.get("operations").size, 0);
    return h("div", { className: "search wrapper" },
      h("label", { htmlFor: "search" }, "Search"),
      h("input", {
        id: "search", type: "search", value: phrase, autoComplete: "off", placeholder: "path, summary, parameter …",
        onChange: (e) => layoutActions.updateFilter(e.target.value),
      }),
      h("p", { role: "status" }, phrase && `${count} ${count === 1 ? "operation" : "operations"}`));
  }

  const textOf = (tag, entry) => {
    const operation = entry.get("operation");
    return [
      tag, entry.get("method"), entry.get("path"), operation.get("operationId"), operation.get("summary"), operation.get("description"),
      ...(operation.get("parameters")?.map((p) => p.get("name")) ?? []),
    ].join(" ").toLowerCase();
  };

  // opsFilter keeps the operations that contain every word.
  function opsFilter(tags, phrase) {
    const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
    return tags
      .map((tag, name) => tag.update("operations", (all) => all.filter((o) => {
        const text = textOf(name, o);
        return words.every((word) => text.includes(word));
      })))
      .filter((tag) => tag.get("operations").size > 0);
  }

  // Problems are folded: most operations have the same ones.
  const Response = (Original) => function FoldedResponse(props) {
    const [open, setOpen] = React.useState(false);
    if (!(props.code >= "400")) return h(Original, props);
    const text = (props.response?.get?.("description") ?? "").split("\n")[0];
    return h(React.Fragment, null,
      h("tr", { className: "problem" },
        h("td", { className: "response-col_status" }, props.code),
        h("td", { colSpan: 2 }, h("button", { type: "button", "aria-expanded": open, onClick: () => setOpen(!open) },
          h("span", { "aria-hidden": true }, open ? "▾ " : "▸ "), h("span", { className: "visually-hidden" }, `${props.code}: `), plain(text) || "Problem"))),
      open && h(Original, props));
  };

  // The descriptions are CommonMark.
  const plain = (text) => text.replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, "$1");

  function Samples({ path, method }) {
    const [language, choose] = React.useState("curl");
    const [copied, setCopied] = React.useState(false);
    const all = samplesOf(system.getSystem(), path, method);
    const text = all[language];
    const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true), () => setCopied(false));
    return h("details", { className: "samples" },
      h("summary", null, "Code samples"),
      h("div", { className: "languages", role: "group", "aria-label": "Language" },
        Object.keys(all).map((name) => h("button", {
          key: name, type: "button", "aria-pressed": name === language,
          onClick: () => { choose(name); setCopied(false); },
        }, name)),
        h("button", { type: "button", className: "copy", onClick: copy }, copied ? "Copied" : "Copy")),
      h("pre", { tabIndex: 0, "aria-label": `${language} sample` }, h("code", null, text)));
  }

  const Responses = (Original) => function SampledResponses(props) {
    const { specPath, path, method } = props;
    return h(React.Fragment, null,
      specPath.get(0) === "paths" && h(Samples, { path, method }),
      h(Original, props));
  };

  const lock = (closed) => h("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": true, focusable: false },
    h("path", { d: closed ? "M6 8V6a4 4 0 0 1 8 0v2" : "M6 8V6a4 4 0 0 1 7.5-2", fill: "none", stroke: "currentColor", strokeWidth: 2 }),
    h("rect", { x: 4, y: 8, width: 12, height: 9, rx: 1.5, fill: "currentColor" }));

  // Access is what an operation requires: "required", "optional", or "none".
  const Access = React.createContext("required");
  const accessOf = (security) => {
    if (!security || security.every((requirement) => requirement.size === 0)) return "none";
    return security.some((requirement) => requirement.size === 0) ? "optional" : "required";
  };
  const Summary = (Original) => function SummaryWithAccess(props) {
    return h(Access.Provider, { value: accessOf(props.operationProps.get("security")) }, h(Original, props));
  };

  // An operation that needs no credentials has an open lock; others have a closed one, also
  // before the reader has entered any.
  const Path = (Original) => function PathWithLock(props) {
    const access = React.useContext(Access);
    const schemes = system.getSystem().specSelectors.securityDefinitions();
    if (access === "required" || !(schemes?.size > 0)) return h(Original, props);
    return h(React.Fragment, null, h(Original, props),
      h("span", { className: "public", title: "Needs no credentials" }, lock(false), h("span", { className: "visually-hidden" }, "public")));
  };

  const AuthorizeButton = () => function Lock({ isAuthorized, onClick }) {
    const optional = React.useContext(Access) === "optional";
    const need = optional ? "Takes credentials" : "Needs credentials";
    // For Swagger UI, an operation without credentials is authorized.
    if (optional) isAuthorized = system.getSystem().authSelectors.authorized()?.size > 0;
    return h("button", {
      type: "button",
      className: isAuthorized ? "authorization__btn authorized" : "authorization__btn",
      "aria-label": isAuthorized ? `${need}: they are set` : need,
      title: isAuthorized ? `${need}: they are set` : need,
      onClick: (e) => { e.stopPropagation(); onClick?.(); },
    }, lock(!optional || isAuthorized));
  };

  // A link within the button of an operation cannot be reached with a keyboard. The address of
  // the page leads to the operation that is open.
  const DeepLink = (Original) => function LinkOfTag(props) {
    return props.path?.includes("/") ? h("span", null, props.text) : h(Original, props);
  };

  return {
    fn: { opsFilter },
    components: { FilterContainer: Search },
    wrapComponents: { DeepLink, response: Response, responses: Responses, OperationSummary: Summary, OperationSummaryPath: Path, authorizeOperationBtn: AuthorizeButton },
  };
}
