import { storeAffiliate, storedAffiliate } from "#src/modules/affiliates/components/stored-affiliate.ts";
import { captureOf } from "#src/modules/affiliates/rules/capture.ts";

/** What this page has told already: a second look at the same address tells nothing twice. */
const told = new Set<string>();

/**
 * Takes partner and QR code out of the page's address, keeps the first and tells the server of both. Without a code in the
 * address it only removes one that has expired. Nothing waits for it, and nothing that fails is shown.
 */
export function captureAffiliate(): void {
  const { affiliate, qr, rest } = captureOf(location.href);
  if (rest !== location.pathname + location.search + location.hash) {
    // the state belongs to React Router; its own navigation would read the page's data once more
    history.replaceState(history.state, "", rest);
  }
  if (affiliate) storeAffiliate(affiliate);
  else storedAffiliate();
  if (affiliate) {
    const { userAgent } = navigator;
    const referrer = document.referrer;
    tell("track-affiliate-visit", { affiliateCode: affiliate, userAgent, ipAddress: null, referrer });
  }
  if (qr) tell("track-qr-scan", { qrCodeId: qr });
}

function tell(name: string, content: object): void {
  const body = JSON.stringify(content);
  if (told.has(name + body)) return;
  told.add(name + body);
  const headers = { "content-type": "application/json" };
  fetch(`/api/functions/${name}`, { method: "POST", headers, body, keepalive: true })
    .then((answer) => console.debug(`[${name}] ${answer.status}`))
    .catch((error: unknown) => console.debug(`[${name}] ${String(error)}`));
}
