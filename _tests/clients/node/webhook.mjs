// Verifies the webhooks of a list in a file with npm's standardwebhooks, and signs their
// bodies again. It prints a line of JSON for each.
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

for (const { secret, headers, body } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const webhook = new Webhook(secret);
  const out = { signature: webhook.sign("msg_1", new Date(1_800_000_000_000), body) };
  try {
    out.payload = webhook.verify(body, headers);
  } catch (e) {
    out.error = e.message;
  }
  console.log(JSON.stringify(out));
}
