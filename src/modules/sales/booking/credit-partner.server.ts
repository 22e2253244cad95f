import { mailboxOf } from "#src/kernel/mailbox.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { traceOf } from "#src/modules/sales/affiliates/note-trace.server.ts";
import { creditOf, type Doubt, type FoundPartner, viaOf } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { CODE } from "#src/modules/sales/affiliates/rules/capture.ts";
import { lineOf } from "#src/modules/sales/booking/rules/unpaid.ts";
import type { CreateBooking } from "#src/modules/sales/booking/schema.ts";
import type { Naming, Offer, SentBy } from "#src/modules/sales/booking/store/hold.server.ts";
import { countGuess, tooManyGuesses } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { codeKey } from "#src/modules/sales/coupons/rules/discount.ts";
import type { Context } from "#src/platform/context.server.ts";

export { creditBooking, judgeBooking } from "#src/modules/sales/booking/store/credit.server.ts";

/** What a booking names of partners, to be read with its departure; null where it names nothing. */
export function namingOf(
  ctx: Context,
  { partner_code: typed, coupon_code: coupon, referral }: Partial<CreateBooking>,
): Naming | null {
  const via = viaOf(referral ?? "", ctx.now.getTime());
  const codes = [typed?.trim(), via?.code, via?.before]
    .filter((code) => code && CODE.test(code))
    .map((code) => code!.toLowerCase());
  if (!typed?.trim() && !coupon && !via) return null;
  const { browser, address } = ctx.actor;
  const traces = [traceOf(ctx, "network", address), ...(browser ? [traceOf(ctx, "browser", browser)] : [])];
  return { codes, coupon: coupon ? codeKey(coupon) : null, qr: via?.qr ?? null, traces };
}

/**
 * Whom a booking is credited to (docs/decisions/112). What the browser remembers is ignored where it leads nowhere; a code that the
 * guest typed is refused: partner_code_unknown; a guess as a coupon's is, so beyond their limit too_many_attempts {retry_after}.
 */
export async function creditFor(
  ctx: Context,
  input: CreateBooking,
  offer: Pick<Offer, "partners" | "qr" | "guessed_out">,
) {
  const { partner_code, referral } = input;
  const typed = partner_code?.trim() || null;
  if (typed !== null && offer.guessed_out) return tooManyGuesses(ctx);
  const found = offer.partners.map((partner) => foundOf(partner, input));
  const via = viaOf(referral ?? "", ctx.now.getTime());
  const credit = creditOf({ typed, via, qr: offer.qr }, found, ctx.now);
  if (typed === null || credit.reason === "code") return ok({ credit });
  const counted = await countGuess(ctx);
  return counted.ok ? fail("partner_code_unknown") : counted;
}

/** The partner whose link or QR code brought a guest, whatever code they typed besides: whose guests' price they pay (rule prices-6). */
export function broughtByPartner(
  ctx: Context,
  referral: string | null | undefined,
  { partners, qr }: Pick<Offer, "partners" | "qr">,
): string | null {
  const found = partners.map(({ id, code, by_qr }) => ({ id, code, byCoupon: false, byQr: by_qr, doubts: [] }));
  return creditOf({ typed: null, via: viaOf(referral ?? "", ctx.now.getTime()), qr }, found, ctx.now).partnerId;
}

function foundOf({ id, code, by_coupon, by_qr, ...partner }: SentBy, { customer }: CreateBooking): FoundPartner {
  const is: Record<Doubt, boolean> = {
    email: partner.email !== "" && customer.email !== "" && mailboxOf(partner.email) === mailboxOf(customer.email),
    phone: partner.phone !== "" && customer.phone !== "" && lineOf(partner.phone) === lineOf(customer.phone),
    browser: partner.traces.includes("browser"),
    network: partner.traces.includes("network") && !partner.shares_network,
  };
  const doubts = (Object.keys(is) as Doubt[]).filter((doubt) => is[doubt]);
  return { id, code, byCoupon: by_coupon, byQr: by_qr, doubts };
}
