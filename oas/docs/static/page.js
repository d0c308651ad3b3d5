"use strict";

// What the server knows stands in the attributes of the page, for its policy
// allows no script within the document.
{
  const page = document.getElementById("page");
  const { document: url, client, scopes } = page.dataset;

  const ui = SwaggerUIBundle({
    domNode: page,
    url,
    presets: [SwaggerUIBundle.presets.apis],
    layout: "BaseLayout",
    deepLinking: true,
    displayRequestDuration: true,
    queryConfigEnabled: false, // a link must not choose another document
    validatorUrl: null, // which is another host
    oauth2RedirectUrl: new URL("oauth2-redirect.html", document.baseURI).href,
  });

  if (client) {
    ui.initOAuth({
      clientId: client,
      scopes,
      usePkceWithAuthorizationCodeGrant: true,
    });
  }
}
