import { type Currency, formatMoney, isCurrency, type Money } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { QuoteShape } from "#src/modules/booking/schema.ts";

/** The details step as it was typed: text that may be wrong and must never be lost. */
export type Details = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  country: string;
  number_of_people: string;
  additional_names: string[];
  special_requests: string;
  currency: Currency;
  /** The coupon that counts. */
  coupon_code: string;
  /** What stands in the coupon field and has not been applied. */
  coupon_typed: string;
  agreed: boolean;
};

export const EMPTY_DETAILS: Details = {
  first_name: "",
  last_name: "",
  email: "",
  phone: "",
  country: "",
  number_of_people: "1",
  additional_names: [],
  special_requests: "",
  currency: "MXN",
  coupon_code: "",
  coupon_typed: "",
  agreed: false,
};

const OF_PROFILE = ["first_name", "last_name", "email", "phone", "country"] as const;
type OfProfile = Pick<Details, (typeof OF_PROFILE)[number]>;

/** A form that nobody has filled in yet, in the first currency offered: with what a profile says of who is signed in. */
export const detailsOfGuest = (profile: OfProfile | null, currency: Currency = EMPTY_DETAILS.currency): Details => ({
  ...EMPTY_DETAILS,
  currency,
  ...(profile && Object.fromEntries(OF_PROFILE.map((field) => [field, profile[field]]))),
});

/** A draft that was begun before signing in may lack what the profile says: what was typed counts, what is empty is filled in. */
export const filledIn = (draft: Details, loaded: Details): Details => ({
  ...draft,
  ...Object.fromEntries(OF_PROFILE.map((field) => [field, draft[field].trim() === "" ? loaded[field] : draft[field]])),
});

/** Reads the posted form; what is missing or no text counts as empty. */
export function detailsOf(form: FormData): Details {
  const text = (name: string) => asText(form.get(name));
  const currency = text("currency");
  return {
    first_name: text("first_name"),
    last_name: text("last_name"),
    email: text("email"),
    phone: text("phone"),
    country: text("country"),
    number_of_people: text("number_of_people"),
    additional_names: form.getAll("additional_names").map(asText),
    special_requests: text("special_requests"),
    currency: isCurrency(currency) ? currency : "MXN",
    coupon_code: text("coupon_code"),
    coupon_typed: text("coupon_typed"),
    agreed: form.has("agreed"),
  };
}

const asText = (value: unknown) => (typeof value === "string" ? value : "");

/** The details of a booking that its guest goes back to edit. Agreeing is asked again. */
export const detailsOfBooking = (
  booking: { number_of_people: number; total: { currency: Currency } },
  own: Omit<Details, "number_of_people" | "currency" | "coupon_code" | "coupon_typed" | "agreed"> & {
    coupon_code: string | null;
  },
): Details => ({
  first_name: own.first_name,
  last_name: own.last_name,
  email: own.email,
  phone: own.phone,
  country: own.country,
  additional_names: own.additional_names,
  special_requests: own.special_requests,
  number_of_people: String(booking.number_of_people),
  currency: booking.total.currency,
  coupon_code: own.coupon_code ?? "",
  coupon_typed: "",
  agreed: false,
});

/** A whole number as typed, or NaN: "2abc", "1e309" and "" are no numbers of people. */
export const peopleOf = (input: string): number => (/^\s*-?\d{1,4}\s*$/.test(input) ? Number(input) : Number.NaN);

/** What is asked of the booking module; its schema decides whether it is right. */
export function bookingOf(
  details: Details,
  rest: { departureId: string; language: "en" | "es"; shown: { amount_minor: number; currency: Currency } | null },
) {
  const people = peopleOf(details.number_of_people);
  // names beyond the party stay in the form, not in the booking; an empty field keeps the place of its person
  const names = details.additional_names.slice(0, Math.max(0, people - 1 || 0));
  while (names.length > 0 && names.at(-1)?.trim() === "") names.pop();
  const { first_name, last_name, email, phone, country } = details;
  return {
    scheduled_crawl_id: rest.departureId,
    number_of_people: people,
    customer: { first_name, last_name, email, phone, country },
    additional_names: names,
    special_requests: details.special_requests,
    currency: details.currency,
    coupon_code: details.coupon_code.trim() || null,
    language: rest.language,
    agreed_to_terms: details.agreed,
    ...(rest.shown ? { displayed_total: rest.shown } : {}),
  };
}

/** A error with the id of the control that it belongs to and the text that says it. */
export type DetailsError = { id: string; message: MessageId; values?: Record<string, string | number> };

/** What the page knows about details, price and coupon at one moment (milliseconds); the newest of several counts. */
export type Priced = {
  at: number;
  details: Details;
  quote: QuoteShape;
  fieldErrors: DetailsError[];
  /** True where a coupon has just been applied. */
  applied: boolean;
};

/** The controls of the form in the order of the page. A name of an additional person is `additional_names-0`, `-1`, … */
const ORDER = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "number_of_people",
  "country",
  "additional_names",
  "special_requests",
  "agreed",
  "coupon_typed",
  "currency",
];

const CONTROLS: Record<string, string> = { agreed_to_terms: "agreed", coupon_code: "coupon_typed" };

/** What a schema found, as errors of the form: the first of each control, in the order of the page. */
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

/** Which control a refusal is about; the others are about the departure or the service, and link to the page itself. */
const REFUSED_AT: Record<string, string> = {
  sold_out: "number_of_people",
  too_many_people: "number_of_people",
  price_changed: "order-total",
  currency_frozen: "currency",
  currency_not_offered: "currency",
};

/** What a use case refused, as a error of the form: the text `errors.<reason>` with the figures that it takes. */
export function fieldErrorOfRefusal(
  refusal: { reason: string; left?: number; max?: number; minimum?: Money },
  locale: "en" | "es",
): DetailsError {
  const { reason, left, max, minimum } = refusal;
  const coupon = reason.startsWith("coupon_") || reason === "too_many_attempts";
  const id = REFUSED_AT[reason] ?? (coupon ? "coupon_typed" : "main");
  const values = {
    ...(left === undefined ? {} : { left }),
    ...(max === undefined ? {} : { max }),
    ...(minimum ? { amount: formatMoney(minimum, locale) } : {}),
  };
  return { id, message: `errors.${reason}` as MessageId, values };
}
