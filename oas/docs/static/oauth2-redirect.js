"use strict";

// The provider sends its window here with a code (RFC 6749 §4.1.2). The page that
// opened the window waits for it, and gets the token itself.
{
  const asked = window.opener?.swaggerUIRedirectOauth2;
  const answer = new URLSearchParams(location.search);

  const hand = () => {
    const { auth, state, redirectUrl, callback, errCb } = asked;
    const fail = (message) => errCb({ authId: auth.name, source: "auth", level: "error", message });
    if (answer.get("state") !== state) {
      fail("The answer is not to the question that was asked: its state is another.");
    } else if (answer.has("error")) {
      const said = [answer.get("error"), answer.get("error_description"), answer.get("error_uri")];
      fail(said.filter(Boolean).join(": "));
    } else if (!answer.get("code")) {
      fail("The provider answered without a code.");
    } else {
      delete asked.state; // it is good for one answer
      auth.code = answer.get("code");
      callback({ auth, redirectUrl });
    }
  };

  if (asked) {
    hand();
    window.close();
  } else {
    document.getElementById("outcome").textContent = "This page belongs to an authorisation that is over.";
  }
}
