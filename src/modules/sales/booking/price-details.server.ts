import { fail, ok } from "#src/kernel/result.ts";
import { partnerCode } from "#src/modules/sales/affiliates/queries.server.ts";
import { explainQuote } from "#src/modules/sales/booking/explain-price.server.ts";
import { notPayable } from "#src/modules/sales/booking/price-offer.server.ts";
import { offeredAddOns } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { priceChoice } from "#src/modules/sales/booking/queries.server.ts";
import {
  creditCodes,
  creditSum,
  type Details,
  type DetailsError,
  fieldErrorOfRefusal,
  peopleOf,
  type Priced,
  type PriceIntent,
} from "#src/modules/sales/booking/rules/details-form.ts";
import type { Refusal } from "#src/modules/sales/booking/rules/refusal-text.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import type { CheckoutOffer, QuoteShape } from "#src/modules/sales/booking/schema.ts";
import { countGuess, forgiveCode, forgiveGuess } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { creditKey, saysCredit } from "#src/modules/money/credits/rules/credit.ts";
import { previewCredits } from "#src/modules/money/credits/reserve-credit.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Prices the details as entered by who came by `referral` (`viaText`), invalid values included: an invalid number of people counts as
 * one, a refused coupon is removed and becomes an error, an empty one is none. A code that isn't a coupon may be a partner's, which is
 * recorded instead, or one of a gift card or of credit, which pays a part. Reserves nothing. Refusals: those of the departure.
 */
export async function priceDetails(
  ctx: Context,
  offer: CheckoutOffer,
  details: Details,
  intent: PriceIntent,
  referral = "",
) {
  const people = Math.min(Math.max(1, peopleOf(details.number_of_people) || 1), offer.left);
  const wished =
    intent === "coupon-apply" ? details.coupon_typed : intent === "coupon-remove" ? "" : details.coupon_code;
  const code = wished.trim();
  const fieldErrors: DetailsError[] = [];
  const night = { id: offer.departure_id, crawlId: offer.crawl_id, date: offer.date, ownHold: offer.own_booking };
  const offered = await offeredAddOns(ctx, night, { people, currency: details.currency });
  const addOns = offered.map((one) => ({ ...one, quantity: quantityOf(details, one) }));
  // more than there are would be refused: what is shown can be booked
  const isShort = details.add_ons.some(
    ({ id, quantity }) => (addOns.find((one) => one.id === id)?.quantity ?? 0) < (peopleOf(quantity) || 0),
  );
  if (isShort) fieldErrors.push(fieldErrorOfRefusal({ reason: "add_on_fewer" }, ctx.locale));
  const chosen = {
    scheduled_crawl_id: offer.departure_id,
    number_of_people: people,
    currency: details.currency,
    price_promise: details.price_promise,
    email: details.email.slice(0, 254),
    referral: referral || null,
    add_ons: addOns.flatMap(({ id, quantity }) => (quantity > 0 ? [{ id, quantity }] : [])),
  };
  const withCoupon = await priceChoice(ctx, { ...chosen, coupon_code: code.slice(0, 50) || null });
  const refused = !withCoupon.ok && code !== "" ? withCoupon : null;
  // beyond the limit of wrong guesses nothing is looked up here either
  const isNone = intent === "coupon-apply" && refused?.reason === "coupon_invalid";
  const noted = isNone ? await notedInstead(ctx, code) : null;
  const quoted = refused
    ? await priceWithout(ctx, chosen, intent === "coupon-apply" ? details.coupon_code : "")
    : withCoupon;
  if (!quoted.ok) return fail(quoted.reason);
  const enteredCode = intent === "partner-remove" ? "" : details.partner_code.trim();
  const partner = noted ?? (enteredCode && (await keptIfKnown(ctx, enteredCode)));
  const { quote } = quoted;
  // what is typed and not applied yet stays where it is
  const unapplied = intent === "coupon-apply" ? "" : details.coupon_typed.trim();
  const typed = isNone && !noted && creditKey(code) !== null ? code : null;
  const paying = await creditsFor(ctx, intent === "credits-remove" ? [] : creditCodes(details), typed, {
    total: quote.total,
    own: offer.own_booking,
  });
  fieldErrors.push(...paying.fieldErrors);
  const isCredit = typed !== null && (paying.isTaken || saysCredit(typed));
  const inField = unapplied || (refused && !noted && !paying.isTaken ? code : partner === null ? enteredCode : "");
  /** Why a code counts no more. Where another is in the field, it is named: the reason would be taken for that one's. */
  const codeError = (of: string, refusal: Refusal): DetailsError =>
    of === inField
      ? fieldErrorOfRefusal(refusal, ctx.locale)
      : { id: "coupon_typed", message: "errors.code_taken_off", values: { code: of } };
  if (refused && !noted && !isCredit) fieldErrors.push(codeError(code, refused));
  if (enteredCode && !partner) fieldErrors.push(codeError(enteredCode, { reason: "partner_code_unknown" }));
  const unpayable = await notPayable(ctx, { total: quote.total.amount_minor, currency: quote.total.currency });
  if (unpayable) fieldErrors.push(fieldErrorOfRefusal(unpayable, ctx.locale));
  const priced: Priced = {
    at: ctx.now.getTime(),
    details: {
      ...details,
      add_ons: chosen.add_ons.map(({ id, quantity }) => ({ id, quantity: String(quantity) })),
      coupon_code: quote.coupon_code ?? quote.unused_coupon_code ?? "",
      // another choice may be what it was promised for
      price_promise: quote.price_promise ?? details.price_promise,
      coupon_typed: inField,
      partner_code: partner ?? "",
      credit_codes: paying.codes.join(" "),
    },
    quote,
    addOns,
    credits: paying.shares,
    why: await explainQuote(ctx, quoted.priced, offer.early_bird, creditSum(paying.shares)),
    fieldErrors,
    applied: intent === "coupon-apply" && quote.coupon_code !== null,
  };
  return ok({ priced });
}

/** The price without the code that was refused, but with the coupon that was applied before, as long as that is good. */
async function priceWithout(ctx: Context, chosen: Parameters<typeof priceChoice>[1], before: string) {
  const code = before.trim().slice(0, 50);
  const priced = code ? await priceChoice(ctx, { ...chosen, coupon_code: code }) : null;
  return priced?.ok ? priced : priceChoice(ctx, { ...chosen, coupon_code: null });
}

/** How many of an add-on a form has chosen, of as many as it may. */
function quantityOf({ add_ons: chosen }: Details, { id, most }: { id: string; most: number }): number {
  const typed = chosen.find((one) => one.id === id);
  return Math.min(most, Math.max(0, typed ? peopleOf(typed.quantity) || 0 : 0));
}

type Payable = { total: QuoteShape["total"]; own: string | null };

/** Why a code that pays nothing now may still pay when the form is sent: others guess in the same network, or the total rises again. */
const MAY_PAY_LATER = new Set(["too_many_attempts", "credit_not_needed"]);

/**
 * What the codes that a form names would pay, and the one that was `typed` just now (`isTaken`, if it does), and which of them stay
 * (`codes`). Those that pay nothing any more are errors, and off the form.
 */
async function creditsFor(ctx: Context, codes: readonly string[], typed: string | null, { total, own }: Payable) {
  if (codes.length === 0 && typed === null) return { shares: [], codes: [], fieldErrors: [], isTaken: false };
  const { amount_minor, currency } = total;
  const bill = { total: amount_minor, currency, smallest: SMALLEST_CHARGE[currency], test: practises(ctx) };
  const { shares, refused } = await previewCredits(ctx, [...codes, ...(typed === null ? [] : [typed])], { bill, own });
  const isTaken = typed !== null && !refused.some(({ code }) => code === typed);
  if (isTaken) await forgiveCode(ctx, typed);
  const isOnForm = ({ code }: { code: string }) => code !== typed && codes.includes(code);
  const waiting = refused.filter((one) => isOnForm(one) && MAY_PAY_LATER.has(one.refusal.reason));
  const fieldErrors = refused
    // a card that only waits until it is needed has nothing wrong
    .filter((one) => !(isOnForm(one) && one.refusal.reason === "credit_not_needed"))
    // what wasn't said to be one may be any code: it is told as the coupon that it isn't
    .filter(({ code, refusal }) => code !== typed || saysCredit(code) || refusal.reason !== "credit_invalid")
    .map(({ refusal }) => fieldErrorOfRefusal(refusal, ctx.locale));
  const stay = [...shares, ...waiting].map(({ code }) => code);
  return { shares, codes: stay, fieldErrors: fieldErrors.slice(0, 1), isTaken };
}

/** The partner's code that was entered in the coupon's place; the guess that was counted for it was none then. */
async function notedInstead(ctx: Context, code: string): Promise<string | null> {
  const partner = await partnerCode(ctx, code);
  if (partner) await forgiveCode(ctx, code);
  return partner;
}

/**
 * The partner's code that the form noted before, null where it is none anymore. The form could name any: beyond the limit of wrong
 * guesses it stays as it is, and booking refuses it.
 */
async function keptIfKnown(ctx: Context, code: string): Promise<string | null> {
  const counted = await countGuess(ctx);
  if (!counted.ok) return code;
  const partner = await partnerCode(ctx, code);
  if (partner) await forgiveGuess(ctx);
  return partner;
}
