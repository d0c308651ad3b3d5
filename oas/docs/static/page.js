// Starts Swagger UI. What the server knows is in attributes of the page, because its policy
// allows no script within the document.
import { amend } from "./document.js";
import { labelControls } from "./labels.js";
import { plugin } from "./plugin.js";

const page = document.getElementById("page");
const { client, scopes, version } = page.dataset;
const links = [...document.querySelectorAll("#versions a")];
const linkOf = (name) => links.find((a) => a.textContent === name);

// A link chooses one of the documents of this page, and no other.
let shown = linkOf(new URLSearchParams(location.search).get("openapi")) ?? linkOf(version);

// Swagger UI has this selector in the versions that know OpenAPI 3.2.
const knows32 = () => {
  const probe = SwaggerUIBundle({ domNode: document.createElement("div"), spec: { openapi: "3.2.0", info: { title: "", version: "" }, paths: {} } });
  const { specSelectors } = probe.getSystem();
  return "isOAS32" in specSelectors && specSelectors.isOAS32();
};
if (shown.textContent === "3.2" && !knows32()) {
  const notice = document.getElementById("notice");
  notice.append("This version of Swagger UI cannot show OpenAPI 3.2. This is the document in 3.1; the other one is ");
  const link = document.createElement("a");
  link.href = link.textContent = shown.dataset.document;
  notice.append(link, ".");
  shown = linkOf("3.1");
}
shown.setAttribute("aria-current", "page");

labelControls(page);
const url = shown.dataset.document;
const ui = SwaggerUIBundle({
  domNode: page,
  url,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plugin],
  layout: "BaseLayout",
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  queryConfigEnabled: false, // a link must not choose another document
  validatorUrl: null, // which is another host
  oauth2RedirectUrl: new URL("oauth2-redirect.html", document.baseURI).href,
  responseInterceptor(response) {
    if (response.url === new URL(url, document.baseURI).href && response.ok) {
      response.text = JSON.stringify(amend(JSON.parse(response.text)));
    }
    return response;
  },
});

if (client) {
  ui.initOAuth({
    clientId: client,
    scopes,
    usePkceWithAuthorizationCodeGrant: true,
  });
}
