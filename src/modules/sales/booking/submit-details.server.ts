import { createHash } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { viaOf } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { applyCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { priceDetails } from "#src/modules/sales/booking/price-details.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import {
  addOnsText,
  agreedText,
  bookingOf,
  type Details,
  creditCodes,
  type DetailsError,
  fieldErrorOfRefusal,
  fieldErrorsOf,
  peopleOf,
} from "#src/modules/sales/booking/rules/details-form.ts";
import { type CheckoutOffer, CreateBooking } from "#src/modules/sales/booking/schema.ts";
import { type AgreedVersions, agreedNow } from "#src/modules/site/content/read-agreed.server.ts";
import { termsUpdated } from "#src/modules/site/content/read-pages.server.ts";
import type { Context } from "#src/platform/context.server.ts";

export type SubmittedDetails = {
  details: Details;
  /** What the browser remembers of the last partner's link or printed code (`viaText`); empty for nothing. */
  referral: string;
  /** The idempotency key rendered into the page. */
  key: string;
  /** The total shown on the page, for how many, with which add-ons, and what of it credit pays: minor units and currency as posted, empty while a price was being requested. */
  shown: { amount: string; currency: string; people: string; addOns: string; credit: string };
  /** The booking being edited. */
  editing: string | null;
  /** The code of the friends' table whose places it takes; null for those on sale. */
  table: string | null;
  /** The versions of terms and privacy policy that the page asked to agree to (`agreedText`). */
  agreedTo: string;
};

/**
 * Books what the form contains, and reserves the gift cards and credit that it names. Public. Returns the id of the placed booking, whether
 * what is left to pay is what the form showed (`isAsShown`: nobody is sent to pay another), and why the first code that pays nothing does
 * (`creditRefused`); otherwise the form values with their errors and the
 * current price (`refused`), or that the departure can't be booked any more (`gone`). Every refusal says what there is to agree to now,
 * and nobody is held to terms that their page didn't name.
 */
export async function submitDetails(ctx: Context, offer: CheckoutOffer, submitted: SubmittedDetails) {
  const { details } = submitted;
  const agreed = await agreedNow(ctx);
  const refuse = (fieldErrors: DetailsError[], intent: "update" | "coupon-apply" = "update") =>
    refused(ctx, offer, submitted, agreed, { fieldErrors, intent });
  // entered but not applied: show what it takes off before booking
  if (details.coupon_typed.trim()) return refuse([], "coupon-apply");
  const total = shownTotal(submitted);
  const input = CreateBooking.safeParse(
    bookingOf(details, {
      departureId: offer.departure_id,
      language: ctx.locale,
      shown: total,
      // an invalid value would be an error without a field
      referral: viaOf(submitted.referral, ctx.now.getTime()) && submitted.referral,
    }),
  );
  const fieldErrors = [
    ...(await editFieldErrors(ctx, submitted)),
    ...(input.success ? [] : fieldErrorsOf(input.error.issues)),
  ];
  if (!input.success || fieldErrors.length > 0) return refuse(fieldErrors);
  if (!/^[\w-]{8,100}$/.test(submitted.key)) return refuse([{ id: "main", message: "errors.invalid" }]);
  if (isOvertaken(submitted, agreed)) return refuse([]);
  const seller = submitted.table === null ? null : ({ kind: "friend", table: submitted.table } as const);
  const result = await placeBooking(ctx, input.data, bookingKey(submitted, input.data), {
    agreed,
    ...(seller && { seller }),
  });
  if (result.ok) {
    const { id } = result.booking;
    const creditRefused = await takeCredits(ctx, id, creditCodes(details));
    const credit = (await creditIn(ctx, id))?.amount ?? 0;
    return ok({ bookingId: id, isAsShown: total !== null && Number(submitted.shown.credit) === credit, creditRefused });
  }
  if (result.reason === "already_paid")
    return ok({ bookingId: result.booking_id, isAsShown: false, creditRefused: null });
  const isTableOver = seller !== null && result.reason === "sold_out";
  return refuse([fieldErrorOfRefusal(isTableOver ? { reason: "table_over" } : result, ctx.locale)]);
}

/**
 * Reserves credit by its codes, but what a form that was sent twice has reserved. Returns why the first that pays nothing does, where that
 * is about the card and others don't pay everything: one of the reasons of `refusalAfterPlacing` that begin with `credit_`.
 */
async function takeCredits(ctx: Context, bookingId: string, codes: readonly string[]): Promise<string | null> {
  if (codes.length === 0) return null;
  const before = (await creditIn(ctx, bookingId))?.parts.map(({ code }) => code) ?? [];
  let why: string | null = null;
  for (const code of codes.filter((one) => !before.includes(one))) {
    const result = await applyCredit(ctx, { booking_id: bookingId, token: null, code });
    // a code that is mailed has such a limit as well: the address says whose it was
    const reason = result.ok ? "" : result.reason === "too_many_attempts" ? "credit_too_many" : result.reason;
    if (reason.startsWith("credit_") && reason !== "credit_not_needed") why ??= reason;
  }
  return why;
}

/** Whether a form names other versions than there are to agree to now. */
const isOvertaken = ({ agreedTo }: SubmittedDetails, agreed: AgreedVersions): boolean =>
  agreedTo !== agreedText(agreed);

type Refusal = { fieldErrors: DetailsError[]; intent: "update" | "coupon-apply" };

async function refused(
  ctx: Context,
  offer: CheckoutOffer,
  submitted: SubmittedDetails,
  agreed: AgreedVersions,
  { fieldErrors: found, intent }: Refusal,
) {
  const isNewer = isOvertaken(submitted, agreed);
  // a guest who was shown other terms than the answer names agrees again
  const details = { ...submitted.details, agreed: submitted.details.agreed && !isNewer };
  const fieldErrors: DetailsError[] = isNewer
    ? [...found.filter(({ id }) => id !== "agreed"), { id: "agreed", message: "errors.terms_changed" }]
    : found;
  const now = await priceDetails(ctx, offer, details, intent, submitted.referral);
  if (!now.ok) return fail("gone");
  const { priced } = now;
  const people = peopleOf(details.number_of_people);
  // the "sold out" error replaces the one on the number being too high
  const hasPeopleError = fieldErrors.some(({ id }) => id === "number_of_people");
  const tooMany: DetailsError[] =
    people > offer.left && !hasPeopleError
      ? [
          {
            id: "number_of_people",
            message: submitted.table === null ? "errors.sold_out" : "errors.table_left",
            values: { left: offer.left },
          },
        ]
      : [];
  const others = priced.fieldErrors.filter(({ id }) => !fieldErrors.some((fieldError) => fieldError.id === id));
  const asksCode = fieldErrors.some(({ id }) => id === "email_code");
  const typed = asksCode ? { ...priced.details, email_code: priced.details.email_code ?? "" } : priced.details;
  return fail("refused", {
    priced: {
      ...priced,
      details: typed,
      fieldErrors: [...fieldErrors, ...tooMany, ...others],
      agreedTo: agreedText(agreed),
      termsUpdated: await termsUpdated(ctx),
    },
  });
}

/** The currency is fixed once the guest has proceeded to payment (spec section 4). */
async function editFieldErrors(ctx: Context, { editing, details }: SubmittedDetails): Promise<DetailsError[]> {
  const booking = editing ? await findBooking(ctx, editing, null) : null;
  const changed = booking?.private && booking.total.currency !== details.currency;
  return changed ? [{ id: "currency", message: "errors.currency_frozen" }] : [];
}

/** Submitting the same form twice books once; a form changed after going back, or under other terms, makes a new booking. */
function bookingKey({ key, agreedTo, details }: SubmittedDetails, input: CreateBooking): string {
  const { referral: _, price_promise: _promise, ...chosen } = input;
  const content = JSON.stringify([chosen, agreedTo, creditCodes(details)]);
  return `${key}.${createHash("sha256").update(content).digest("base64url").slice(0, 22)}`;
}

/** Null where the form asks for something else than it shows a total of, as without JavaScript: the next step shows that total. */
function shownTotal({ details, shown: { amount, currency, people, addOns } }: SubmittedDetails) {
  const isSame =
    currency === details.currency &&
    Number(people) === peopleOf(details.number_of_people) &&
    addOns === addOnsText(details);
  return isSame && /^\d{1,12}$/.test(amount) ? { amount_minor: Number(amount), currency: details.currency } : null;
}
