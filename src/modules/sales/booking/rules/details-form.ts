import { type Currency, isCurrency } from "#src/kernel/money.ts";
import { hasOneName, lastNameOf } from "#src/kernel/one-name.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { toAsciiDigits } from "#src/kernel/digits.ts";
import type { PayMethod } from "#src/kernel/pay-method.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import type { CreditShare } from "#src/modules/money/credits/rules/credit.ts";
import { addOnsWanted } from "#src/modules/sales/booking/rules/add-on-field.ts";
import { type Refusal, refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import type { WhyPrice } from "#src/modules/sales/booking/rules/why-price.ts";
import type { OfferedAddOn, QuoteShape } from "#src/modules/sales/booking/schema.ts";

/** The details step's raw form values: strings that may be invalid and must never be lost. */
export type Details = {
  first_name: string;
  last_name: string;
  /** The guest has no last name. */
  one_name: boolean;
  email: string;
  phone: string;
  country: string;
  number_of_people: string;
  additional_names: string[];
  special_requests: string;
  /** What is chosen beside the places, as typed; what is none is left out. */
  add_ons: { id: string; quantity: string }[];
  currency: Currency;
  /** The applied coupon. */
  coupon_code: string;
  /** Keeps the price that the form showed; empty for none. */
  price_promise: string;
  /** Entered in the coupon field but not applied yet. */
  coupon_typed: string;
  /** The noted code of the partner who sent the guest. */
  partner_code: string;
  /** The codes of gift cards and credit that pay a part, separated by spaces, in their order. */
  credit_codes: string;
  agreed: boolean;
  /** Whether one email is wanted if the booking isn't finished. */
  remind: boolean;
  /** The code that was mailed to `email`; null unless one was asked for, which the form then goes on doing. */
  email_code: string | null;
};

export const EMPTY_DETAILS: Details = {
  first_name: "",
  last_name: "",
  one_name: false,
  email: "",
  phone: "",
  country: "",
  number_of_people: "1",
  additional_names: [],
  special_requests: "",
  add_ons: [],
  currency: "MXN",
  coupon_code: "",
  price_promise: "",
  coupon_typed: "",
  partner_code: "",
  credit_codes: "",
  agreed: false,
  remind: false,
  email_code: null,
};

const OF_PROFILE = ["first_name", "last_name", "email", "phone", "country"] as const;
type OfProfileField = (typeof OF_PROFILE)[number];
type OfProfile = Pick<Details, OfProfileField>;

/** An empty form in the first currency offered, prefilled from the profile of a signed-in user. */
export const detailsOfGuest = (profile: OfProfile | null, currency: Currency = EMPTY_DETAILS.currency): Details => ({
  ...EMPTY_DETAILS,
  currency,
  ...(profile && Object.fromEntries(OF_PROFILE.map((field) => [field, profile[field]]))),
  one_name: hasOneName(profile ?? EMPTY_DETAILS),
});

/** Merges a draft begun before signing in with the profile: entered values win, empty ones are filled in. */
export const filledIn = (draft: Details, loaded: Details): Details => ({
  ...draft,
  ...Object.fromEntries(OF_PROFILE.map((field) => [field, draft[field].trim() === "" ? loaded[field] : draft[field]])),
});

const OF_PRICE = ["number_of_people", "currency", "coupon_code", "partner_code", "credit_codes"] as const;
/** Whether two forms of a departure have the same price, as far as they say. */
export const costsAlike = (one: Details, other: Details): boolean =>
  OF_PRICE.every((field) => one[field] === other[field]) && addOnsText(one) === addOnsText(other);

/** What a form has chosen of add-ons, as the page says what its total was shown for. */
export const addOnsText = ({ add_ons }: Pick<Details, "add_ons">): string =>
  add_ons.map(({ id, quantity }) => `${id}:${peopleOf(quantity)}`).join(" ");

/** A guest has one or two; a form that names more is none of ours. */
const MOST_CREDITS = 5;
/** The codes of gift cards and credit that a form names, each once. */
export const creditCodes = ({ credit_codes: codes }: Pick<Details, "credit_codes">): string[] =>
  [...new Set(codes.split(/\s+/).filter((code) => code !== ""))].slice(0, MOST_CREDITS);

/** What gift cards and credit pay together, in minor units. */
export const creditSum = (credits: readonly CreditShare[]): number =>
  credits.reduce((sum, { amount }) => sum + amount, 0);

/** Parses the posted form; missing or non-string values become empty. */
export function detailsOf(form: FormData): Details {
  const text = (name: string) => asText(form.get(name));
  const currency = text("currency");
  return {
    first_name: text("first_name"),
    last_name: text("last_name"),
    one_name: form.has("one_name"),
    email: text("email"),
    phone: text("phone"),
    country: text("country"),
    number_of_people: text("number_of_people"),
    additional_names: form.getAll("additional_names").map(asText),
    special_requests: text("special_requests"),
    add_ons: addOnsWanted(form.entries()),
    currency: isCurrency(currency) ? currency : "MXN",
    coupon_code: text("coupon_code"),
    price_promise: text("price_promise").slice(0, 4000),
    coupon_typed: text("coupon_typed"),
    partner_code: text("partner_code"),
    credit_codes: text("credit_codes").slice(0, 400),
    agreed: form.has("agreed"),
    remind: form.has("remind"),
    email_code: form.has("email_code") ? text("email_code") : null,
  };
}

const asText = (value: unknown) => (typeof value === "string" ? value : "");

/** The details of a booking being edited. The agreement must be given again. */
export const detailsOfBooking = (
  booking: { number_of_people: number; total: { currency: Currency } },
  own: Pick<
    Details,
    OfProfileField | "additional_names" | "special_requests" | "add_ons" | "partner_code" | "credit_codes" | "remind"
  > & {
    coupon_code: string | null;
  },
): Details => ({
  first_name: own.first_name,
  last_name: own.last_name,
  one_name: hasOneName(own),
  email: own.email,
  phone: own.phone,
  country: own.country,
  additional_names: own.additional_names,
  special_requests: own.special_requests,
  add_ons: own.add_ons,
  number_of_people: String(booking.number_of_people),
  currency: booking.total.currency,
  coupon_code: own.coupon_code ?? "",
  price_promise: "",
  coupon_typed: "",
  partner_code: own.partner_code,
  credit_codes: own.credit_codes,
  agreed: false,
  remind: own.remind,
  email_code: null,
});

/** The entered whole number, or NaN: "2abc", "1e309" and "" are rejected. */
export const peopleOf = (input: string): number => {
  const text = toAsciiDigits(toOneLine(input));
  return /^-?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
};

/** The booking request for the details; the module's schema validates it. */
export function bookingOf(
  details: Details,
  rest: {
    departureId: string;
    language: "en" | "es";
    shown: { amount_minor: number; currency: Currency } | null;
    /** what the browser remembers of partners' links; null while the form is only checked */
    referral: string | null;
  },
) {
  const people = peopleOf(details.number_of_people);
  // names beyond the party stay in the form but not in the booking; an empty field keeps its person's position
  const names = details.additional_names.slice(0, Math.max(0, people - 1 || 0));
  while (names.length > 0 && names.at(-1)?.trim() === "") names.pop();
  const { first_name, email, phone, country } = details;
  const last_name = lastNameOf(details);
  return {
    scheduled_crawl_id: rest.departureId,
    number_of_people: people,
    customer: { first_name, last_name, email, phone, country },
    additional_names: names,
    special_requests: details.special_requests,
    ...(details.add_ons.length > 0
      ? { add_ons: details.add_ons.map(({ id, quantity }) => ({ id, quantity: peopleOf(quantity) })) }
      : {}),
    currency: details.currency,
    coupon_code: details.coupon_code.trim() || null,
    ...(details.price_promise ? { price_promise: details.price_promise } : {}),
    partner_code: details.partner_code.trim() || null,
    ...(rest.referral ? { referral: rest.referral } : {}),
    language: rest.language,
    agreed_to_terms: details.agreed,
    ...(rest.shown ? { displayed_total: rest.shown } : {}),
    ...(details.email_code?.trim() ? { email_code: details.email_code } : {}),
  };
}

/** What a button in the form can request besides booking. */
export const PRICE_INTENTS = ["update", "coupon-apply", "coupon-remove", "partner-remove", "credits-remove"] as const;
export type PriceIntent = (typeof PRICE_INTENTS)[number];

/**
 * Whether leaving a control asks for the price: a coupon may be limited for each guest, and who has used it is told before they book.
 * Not on the way to a button that sends the form (`next`): its answer says it too, and a total that is on its way would lead to no payment.
 */
export const asksOnLeaving = (
  { name, value }: { name: string; value: string },
  next: { type?: string } | null,
  details: Pick<Details, "coupon_code" | "email">,
): boolean =>
  name === "email" && details.coupon_code !== "" && value.trim() !== details.email.trim() && next?.type !== "submit";

const SHOWN_CODES = ["applied", "partner", "credits"] as const;
type ShownCodes = Record<(typeof SHOWN_CODES)[number], string>;

/**
 * Which of the codes shown the guest has just applied or removed, so that the control they used is replaced; null for none, and where
 * the change answers something done elsewhere (`isUpdate`), as in the field that they type in now.
 */
export const changedCode = (before: ShownCodes, now: ShownCodes, isUpdate: boolean): keyof ShownCodes | null =>
  isUpdate ? null : (SHOWN_CODES.find((code) => before[code] !== now[code]) ?? null);

/** The field for codes beside those shown: `entry` changes where it is emptied, `isTyped`: something is typed in it. */
export type CodeField = { codes: ShownCodes; entry: number; isTyped: boolean };

/**
 * The field once an answer shows other codes: emptied where the guest has just applied or removed one, and left alone where the answer
 * is to something else, since they may be typing.
 */
export const fieldAfter = (field: CodeField, codes: ShownCodes, isUpdate: boolean): CodeField =>
  changedCode(field.codes, codes, isUpdate) === null
    ? { ...field, codes }
    : { codes, entry: field.entry + 1, isTyped: false };

/** An error with the id of its control and its message. */
export type DetailsError = {
  id: string;
  message: MessageId;
  values?: Record<string, string | number>;
  /** The booking to finish or cancel first. */
  booking?: string;
};

/** A way to pay, and the company that takes the money. */
export type Way = { provider: string; method: PayMethod };

/** Details, price and coupon as of `at` (milliseconds); the newest of several wins. */
export type Priced = {
  at: number;
  details: Details;
  quote: QuoteShape;
  /** What is offered beside the places, and how many of each the quote has. */
  addOns: (OfferedAddOn & { quantity: number })[];
  /** Why it costs that. */
  why?: WhyPrice<SaidWhy>;
  fieldErrors: DetailsError[];
  /** True when a coupon has just been applied. */
  applied: boolean;
  /** What gift cards and credit pay of the total, in the order of their codes. */
  credits: CreditShare[];
  /** How the rest can be paid; the page adds it. */
  ways?: Way[];
  /** What there is to agree to now (`agreedText`), and when the terms were last changed, in words: of a refused form. */
  agreedTo?: string;
  termsUpdated?: string | null;
};

/** The versions of terms and privacy policy as a form names them; empty while none are kept. */
export const agreedText = ({ terms, privacy }: { terms: string | null; privacy: string | null }): string =>
  [terms, privacy].filter((id) => id !== null).join(" ");

/** The form's controls in page order. An additional guest's name is `additional_names-0`, `-1`, … */
const ORDER = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "country",
  "email_code",
  "number_of_people",
  "additional_names",
  "special_requests",
  "add_ons",
  "agreed",
  "coupon_typed",
  "currency",
];

const CONTROLS: Record<string, string> = {
  agreed_to_terms: "agreed",
  coupon_code: "coupon_typed",
  partner_code: "coupon_typed",
};

/** Schema issues as form errors: the first per control, in page order. */
export function fieldErrorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): DetailsError[] {
  const fieldErrors = new Map<string, DetailsError>();
  for (const { path, message } of issues) {
    const [first, second] = path.map(String);
    const name = (first === "customer" ? second : first) ?? "";
    const control = CONTROLS[name] ?? name;
    const id = control === "additional_names" ? `${control}-${second ?? 0}` : control;
    if (!fieldErrors.has(id)) fieldErrors.set(id, { id, message: message as MessageId });
  }
  const rank = ({ id }: DetailsError) => ORDER.indexOf(id.replace(/-\d+$/, ""));
  return [...fieldErrors.values()].toSorted((a, b) => rank(a) - rank(b));
}

/** The way to pay that a form chose, by a button of its own (`place:apple_pay`) or as `method`; null where it names none. */
export function waySent(form: FormData): string | null {
  const [, button] = asText(form.get("intent")).split(":");
  return button ?? (asText(form.get("method")) || null);
}

/** Why a code of a gift card or of credit pays nothing. */
const CREDIT_REFUSALS = ["credit_invalid", "credit_expired", "credit_spent", "credit_not_needed", "credit_currency"];

/** Which control a refusal belongs to; the rest concern the departure or the service, and link to the page itself. */
const REFUSED_AT: Record<string, string> = {
  sold_out: "number_of_people",
  too_many_people: "number_of_people",
  price_changed: "order-total",
  currency_frozen: "currency",
  currency_not_offered: "currency",
  partner_code_unknown: "coupon_typed",
  email_code_needed: "email_code",
  email_code_wrong: "email_code",
  add_on_unknown: "add_ons",
  add_on_too_many: "add_ons",
  add_on_sold_out: "add_ons",
  add_on_fewer: "add_ons",
  ...Object.fromEntries(CREDIT_REFUSALS.map((reason) => [reason, "coupon_typed"])),
};

/** Whether an answer only asks for the mailed code: the guest has done nothing wrong. */
export const isCodeAsked = ({ message }: { message: MessageId }): boolean => message === "errors.email_code_needed";

/** A use case's refusal as a form error. */
export function fieldErrorOfRefusal(refusal: Refusal & { booking_id?: string }, locale: "en" | "es"): DetailsError {
  const { reason, booking_id: booking } = refusal;
  const coupon = reason.startsWith("coupon_") || (reason === "too_many_attempts" && refusal.of !== "codes");
  const id = REFUSED_AT[reason] ?? (coupon ? "coupon_typed" : "main");
  return { id, ...refusalText(refusal, locale), ...(booking ? { booking } : {}) };
}

/** Why what was just booked couldn't be paid at once, of what its address may say. */
const AFTER_PLACING = ["email_code_needed", "provider_unavailable", "too_many_attempts"];
/** Why a gift card that the form showed doesn't pay. An address has no currency to name, nor how long to wait. */
const CREDIT_AFTER_PLACING: Record<string, Omit<DetailsError, "id">> = {
  credit_invalid: { message: "errors.credit_invalid" },
  credit_expired: { message: "errors.credit_expired" },
  credit_spent: { message: "errors.credit_spent" },
  credit_currency: { message: "errors.credit_other_currency" },
  credit_too_many: { message: "errors.too_many_attempts", values: { minutes: 0 } },
};

/** The same as a form error: the places are held, and paying is tried again there. */
export function refusalAfterPlacing(reason: string, locale: "en" | "es"): DetailsError {
  const ofCredit = Object.hasOwn(CREDIT_AFTER_PLACING, reason) && CREDIT_AFTER_PLACING[reason];
  if (ofCredit) return { id: "credit_code", ...ofCredit };
  return AFTER_PLACING.includes(reason)
    ? fieldErrorOfRefusal({ reason, because: "keeping", of: "codes", retry_after: 0 }, locale)
    : { id: "main", message: "errors.provider" };
}
