import { storeAffiliate, storedAffiliate } from "#src/modules/affiliates/components/stored-affiliate.ts";
import { captureOf } from "#src/modules/affiliates/rules/capture.ts";

/** What this page has already reported: the same URL is reported once. */
const told = new Set<string>();

/**
 * Takes affiliate and QR code out of the page's URL, stores the former and reports both to the server. Without a code in the URL
 * it only removes an expired one. Nothing waits for it, and failures aren't shown.
 */
export function captureAffiliate(): void {
  const { affiliate, qr, rest } = captureOf(location.href);
  if (rest !== location.pathname + location.search + location.hash) {
    // the state belongs to React Router; its own navigation would reload the page's data
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
