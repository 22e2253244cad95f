import type { Locale } from "#src/kernel/localized.ts";
import { idTyped, leadsTo, toWhatIsSeen } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import { scannedCode } from "#src/modules/sales/affiliates/store/qr-codes.server.ts";
import { trackScan } from "#src/modules/sales/affiliates/track-visit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Where the short address of a printed code leads: a path of our own, home for an unknown one. Anyone may ask. With `counts` the
 * scan is counted here, for browsers without JavaScript; the page's own report of it finds the same visitor within the hour and
 * counts nothing. A scan that can't be counted leads on all the same.
 */
export async function followQrCode(
  ctx: Context,
  { typed, locale, counts }: { typed: string; locale: Locale; counts: boolean },
): Promise<string> {
  const id = idTyped(typed);
  const code = id === null ? null : await scannedCode(ctx.pool, id);
  if (counts && code?.is_active) await trackScan(ctx, { qrCodeId: code.id }).catch(uncounted);
  return leadsTo(code && toWhatIsSeen(code, ctx.site), locale);
}

const uncounted = (error: Error) => log("warn", "scan.uncounted", { message: error.message });
