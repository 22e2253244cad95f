import { rememberedVia, rememberVisit } from "#src/modules/sales/affiliates/components/stored-affiliate.ts";
import { tellVisit } from "#src/modules/sales/affiliates/components/tell-visit.ts";
import { captureOf } from "#src/modules/sales/affiliates/rules/capture.ts";

/**
 * Remembers the affiliate and QR code of the address by which the visitor came (`href`), reports both to the server and takes them out
 * of the address that is shown. Without a code it only removes an expired one.
 */
export function captureAffiliate(href: string): void {
  const { affiliate, qr } = captureOf(href);
  const { rest } = captureOf(location.href);
  if (rest !== location.pathname + location.search + location.hash) {
    // the state belongs to React Router; its own navigation would reload the page's data
    history.replaceState(history.state, "", rest);
  }
  if (affiliate || qr) rememberVisit({ code: affiliate, qr });
  else rememberedVia();
  if (affiliate) {
    const { userAgent } = navigator;
    const { referrer } = document;
    const visit = { affiliateCode: affiliate, userAgent, ipAddress: null, referrer };
    tellVisit("track-affiliate-visit", qr ? { ...visit, qrCodeId: qr } : visit);
  }
  if (qr) tellVisit("track-qr-scan", { qrCodeId: qr });
}
