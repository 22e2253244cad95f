import { z } from "zod";
import { MOST_AMOUNT } from "#src/kernel/amount.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { hasReference, isOfficeWay, MAX_REFERENCE } from "#src/kernel/pay-method.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { COUNTRIES, NOT_ASKED, OTHER_COUNTRY } from "#src/kernel/countries.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { ChosenAddOns } from "#src/modules/sales/booking/rules/chosen-add-ons.ts";
import { AddOnWish } from "#src/modules/sales/booking/schema.ts";
import { CONTACT_FIELDS } from "#src/modules/sales/booking/rules/contact.ts";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import { amountField, optionalAmountField } from "#src/locales/amount-field.ts";
import { Tagging } from "#src/modules/office/booking-admin/schema.ts";
import { CANCEL_CHOICES, REFUND_REASONS, TAKE_WAYS } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { VERDICTS } from "#src/modules/sales/affiliates/rules/attribution.ts";

// Staff actions on a booking, as posted by its forms. Messages are message ids.

const INVALID = "booking-admin.error.invalid";
const key = z.uuid(INVALID);
const currency = z.enum(CURRENCIES, INVALID);
const whole = z.coerce.number(INVALID).pipe(z.int(INVALID));
const name = z.string(INVALID).overwrite(toOneLine).max(80, "errors.tooLong");
const words = (max: number) => z.string(INVALID).overwrite(toPlainText).max(max, "errors.tooLong");

const requiredText = (fieldError: string) =>
  z.string(fieldError).overwrite(toOneLine).min(1, fieldError).max(80, "errors.tooLong");

/** The guest of a booking by staff, who can be reached by email or by phone. Staff know who has one name only. */
const Guest = {
  first_name: requiredText("booking-admin.error.firstName"),
  last_name: name,
  email: z
    .string("errors.email")
    .overwrite(toOneLine)
    .max(254, "errors.email")
    .pipe(z.union([z.literal(""), z.email("errors.email")], "errors.email")),
  phone: z
    .string("errors.phone")
    .overwrite(toPhone)
    .refine((phone) => phone === "" || isPhone(phone), "errors.phone"),
};
const isReachable = ({ email, phone }: { email: string; phone: string }) => email !== "" || phone !== "";
const UNREACHABLE = { path: ["email"], error: "booking-admin.error.contact" };

/** How cash went back, in the words of whoever gave it. */
const handed = words(500).min(1, INVALID);

const Expected = { version: whole, difference: whole, currency };

const Note = z.strictObject({ act: z.literal("note"), key, text: words(2000).min(1, "booking-admin.error.note") });
const takeWay = z.enum([...TAKE_WAYS, "free"], "booking-admin.error.way");
const reference = z.string(INVALID).overwrite(toOneLine).max(MAX_REFERENCE, "errors.tooLong").optional();
type PaymentByHand = { way: string; currency: string; reference?: string | undefined };
/** Nobody waits in line at the office: the number is there to be copied. */
const isReferenced = ({ way, reference: number }: Omit<PaymentByHand, "currency">) =>
  !hasReference(way) || Boolean(number);
const UNREFERENCED = { path: ["reference"], error: "booking-admin.error.reference" };
const isInItsCurrency = ({ way, currency: paid }: PaymentByHand) => isOfficeWay(way, paid);
const ONLY_PESOS = { path: ["way"], error: "booking-admin.error.onlyPesos" };

const Take = z
  .strictObject({
    act: z.literal("take"),
    key,
    way: takeWay,
    reference,
    amount: whole,
    currency,
    change_id: z.uuid(INVALID).optional(),
  })
  .refine(isReferenced, UNREFERENCED)
  .refine(isInItsCurrency, ONLY_PESOS);
const AnyChange = { act: z.literal("change"), key, money: z.enum(["price", "keeps"], INVALID), ...Expected };
/** How a difference that the guest owes reaches us. */
const Collected = { collect: z.enum(["link", ...TAKE_WAYS], INVALID).default("link"), reference };
const asPayment = <Act extends Omit<PaymentByHand, "way"> & { collect: string }>(act: Act) => ({
  ...act,
  way: act.collect,
});
const Move = z
  .strictObject({
    ...AnyChange,
    kind: z.literal("date"),
    departure_id: z.uuid("booking-admin.error.date"),
    ...Collected,
  })
  .refine((move) => isReferenced(asPayment(move)), UNREFERENCED)
  .refine((move) => isInItsCurrency(asPayment(move)), ONLY_PESOS);
const More = z
  .strictObject({
    ...AnyChange,
    kind: z.literal("add"),
    // agreed: the difference is what staff agreed on with the guest
    money: z.enum(["price", "keeps", "agreed"], INVALID),
    names: z.array(name).min(1).max(99),
    ...Collected,
  })
  .refine(({ money, difference }) => money !== "agreed" || (difference >= 0 && difference <= MOST_AMOUNT), {
    path: ["difference"],
    error: INVALID,
  })
  .refine((more) => isReferenced(asPayment(more)), UNREFERENCED)
  .refine((more) => isInItsCurrency(asPayment(more)), ONLY_PESOS);
const Fewer = z.strictObject({
  ...AnyChange,
  kind: z.literal("remove"),
  positions: z.array(whole).min(1, "booking-admin.error.guests").max(99),
});
const AddOns = z
  .strictObject({ ...AnyChange, kind: z.literal("add_ons"), add_ons: AddOnWish, ...Collected })
  .refine((other) => isReferenced(asPayment(other)), UNREFERENCED)
  .refine((other) => isInItsCurrency(asPayment(other)), ONLY_PESOS);
const Names = z.strictObject({
  act: z.literal("names"),
  version: whole,
  names: z.array(z.strictObject({ position: whole, name })).max(100, INVALID),
});
const Cancel = z.strictObject({
  act: z.literal("cancel"),
  choice: z.enum(CANCEL_CHOICES, INVALID),
  version: whole,
  refund: whole,
  credit: whole.optional(),
  currency,
  handed: handed.optional(),
});
const HandOver = z.strictObject({ act: z.literal("hand_over"), refund_id: z.uuid(INVALID), handed });
const Refund = z.strictObject({
  act: z.literal("refund"),
  key,
  payment_id: z.uuid(INVALID),
  amount: amountField.refine((amount) => amount > 0, "booking-admin.error.amount"),
  reason: z.enum(REFUND_REASONS, "booking-admin.error.reason"),
  words: words(2000),
  handed: handed.optional(),
});
const Resend = z.strictObject({ act: z.literal("resend"), key, email_id: z.uuid(INVALID) });
const Link = z.strictObject({ act: z.literal("link"), key });
const Tag = z.strictObject({ act: z.literal("tag"), ...Tagging.shape });
const There = z.strictObject({ act: z.literal("there") });
const CloseTable = z.strictObject({ act: z.literal("close_table") });
const ResizeTable = z.strictObject({ act: z.literal("resize_table"), places: whole });
const NewLink = z.strictObject({ act: z.literal("new_link"), key });
/** A partner is credited, or nobody; `expected` as the panel showed it. */
const Partner = z.strictObject({
  act: z.literal("partner"),
  partner_id: z.uuid(INVALID).optional(),
  expected: z.uuid(INVALID).optional(),
});
const Doubt = z.strictObject({
  act: z.literal("doubt"),
  verdict: z.enum(VERDICTS, INVALID),
  partner_id: z.uuid(INVALID),
  expected: z.enum(VERDICTS, INVALID).optional(),
});

/** `expected`: the contact as the panel showed it (`contactAsShown`). */
const Contact = z
  .strictObject({ act: z.literal("contact"), key, ...Guest, expected: z.string(INVALID).max(700, INVALID) })
  .refine(isReachable, UNREACHABLE);

export const AdminAct = z.union([
  Note,
  Take,
  Move,
  More,
  Fewer,
  AddOns,
  Names,
  Cancel,
  Refund,
  HandOver,
  Resend,
  Link,
  NewLink,
  Tag,
  There,
  CloseTable,
  ResizeTable,
  Partner,
  Doubt,
  Contact,
]);
export type AdminAct = z.infer<typeof AdminAct>;
export type AdminChangeAct = Extract<AdminAct, { act: "change" }>;
export type ContactAct = z.infer<typeof Contact>;
export type RefundAct = z.infer<typeof Refund>;

const SHAPES: Record<string, z.ZodType<AdminAct>> = {
  note: Note,
  take: Take,
  names: Names,
  cancel: Cancel,
  refund: Refund,
  hand_over: HandOver,
  resend: Resend,
  link: Link,
  new_link: NewLink,
  tag: Tag,
  there: There,
  close_table: CloseTable,
  resize_table: ResizeTable,
  partner: Partner,
  doubt: Doubt,
  contact: Contact,
  "change.date": Move,
  "change.add": More,
  "change.remove": Fewer,
  "change.add_ons": AddOns,
};

/** Parses a posted panel form as the one action it names, so that errors refer to its own fields. */
export function readAct(form: FormData) {
  const fields: Record<string, unknown> = {};
  for (const [field, value] of form) if (!LISTS.includes(field) && value !== "") fields[field] = value;
  const [names, positions] = LISTS.map((field) => form.getAll(field).map(String)) as [string[], string[]];
  if (fields["kind"] === "add") fields["names"] = names;
  if (fields["kind"] === "remove") fields["positions"] = positions;
  if (fields["kind"] === "add_ons") fields["add_ons"] = addOnsPosted(form.getAll("add_ons").map(String));
  if (fields["act"] === "names") fields["names"] = names.map((one, i) => ({ name: one, position: positions[i] }));
  if (fields["act"] === "refund") fields["words"] ??= "";
  if (fields["act"] === "contact") for (const field of CONTACT_FIELDS) fields[field] ??= "";
  const shape = fields["act"] === "change" ? `change.${String(fields["kind"])}` : String(fields["act"]);
  return (SHAPES[shape] ?? AdminAct).safeParse(fields);
}
const LISTS = ["names", "positions", "add_ons"];

/** Wishes for add-ons as they are posted, `id:quantity` each. */
export const addOnsPosted = (values: readonly string[]) =>
  values.map((value) => {
    const [, id = "", quantity] = /^([^:]+):(\d{1,4})$/.exec(value) ?? [];
    return { id, quantity: Number(quantity) };
  });

/** What decides the price of a booking by staff. An empty `total` means the regular price, which cash rounds down. */
const Sale = {
  departure_id: z.uuid("booking-admin.error.departure"),
  people: z.coerce
    .number("errors.people")
    .pipe(z.int("errors.people").min(1, "errors.people").max(100, "errors.people")),
  currency: z.enum(CURRENCIES, "errors.currency"),
  way: takeWay,
  total: optionalAmountField,
  coupon_code: z.string("errors.coupon").overwrite(toOneLine).max(50, "errors.coupon").default(""),
  add_ons: ChosenAddOns.optional(),
};
export const HandSale = z.object(Sale);
export type HandSale = z.infer<typeof HandSale>;

/** The agreed total of a booking by staff, as the quote takes it. */
export const saleOf = ({ way, total }: Pick<HandSale, "way" | "total">) => ({
  total: way === "free" ? 0 : total,
  inCash: way === "cash",
});

/** A booking made by staff, as posted by its form. The guest can be reached by email or phone; `expected` is the price they saw (`expectedText`). */
export const HandBooking = z
  .strictObject({
    ...Sale,
    reference,
    key,
    ...Guest,
    names: z.array(name).max(99, INVALID).default([]),
    country: z.enum([NOT_ASKED, ...COUNTRIES, OTHER_COUNTRY], "errors.country"),
    language: z.enum(LOCALES, "errors.language"),
    requests: words(1000),
    /** whom staff credit with it */
    partner_id: z
      .union([z.literal("").transform(() => undefined), z.uuid()], "booking-admin.refused.partner_not_found")
      .optional(),
    expected: z.union([z.literal("").transform(() => null), whole]).default(null),
  })
  .refine(isReachable, UNREACHABLE)
  // where a coupon leaves nothing to pay, there is no payment to name
  .refine((sale) => sale.expected === 0 || sale.total === 0 || isReferenced(sale), UNREFERENCED)
  .refine(isInItsCurrency, ONLY_PESOS);
export type HandBooking = z.infer<typeof HandBooking>;
