import { z } from "zod";
import { dayShape } from "#src/kernel/day-shape.ts";
import { isMonth } from "#src/kernel/local-time.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { type Currency } from "#src/kernel/money.ts";
import { HAND_WAYS, type HandWay, MAX_REFERENCE } from "#src/kernel/pay-method.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { amountField, NO_AMOUNT, optionalAmountField } from "#src/locales/amount-field.ts";
import { ChosenAddOns } from "#src/modules/sales/booking/rules/chosen-add-ons.ts";
import { DOOR_CURRENCIES } from "#src/modules/evening/till/rules/cash.ts";
import { isBarKind, OFFICE_KINDS, type OfficeKind } from "#src/modules/evening/till/rules/office.ts";
import type { CountedWay, ShownSum, ShownWay, TillState } from "#src/modules/evening/till/rules/till.ts";

// Messages are message ids. Amounts are typed, and become minor units.

const INVALID = "till.error.invalid";
const key = z.uuid(INVALID);
const box = z
  .union([z.literal("on"), z.literal("")])
  .default("")
  .transform((value) => value === "on");
const counted = optionalAmountField.transform((amount) => amount ?? 0);
const moved = amountField.refine((amount) => amount > 0, NO_AMOUNT);
const words = z.string(INVALID).overwrite(toOneLine).max(200, "errors.tooLong");

/** A sale at the door, as its form posts it. `expected`: the total in minor units that the guide was shown. */
export const DoorSale = z.strictObject({
  intent: z.literal("sell"),
  key,
  departure_id: z.uuid("till.error.departure"),
  people: z.coerce
    .number("errors.people")
    .pipe(z.int("errors.people").min(1, "errors.people").max(100, "errors.people")),
  currency: z.enum(DOOR_CURRENCIES, "errors.currency"),
  way: z.enum([...HAND_WAYS, "link"], "till.error.way"),
  /** the terminal's operation or the transfer's tracking key; a line of guests needn't wait for it */
  reference: z.string(INVALID).overwrite(toOneLine).max(MAX_REFERENCE, "errors.tooLong").optional(),
  expected: z.union([z.literal("").transform(() => null), z.coerce.number(INVALID).pipe(z.int(INVALID))]).default(null),
  /** of a gift card or of credit, which pays a part or all of it; `credit_pays` is how much, as the guide was shown */
  credit_code: z.string(INVALID).overwrite(toOneLine).max(50, "errors.tooLong").optional(),
  credit_pays: z.coerce.number(INVALID).pipe(z.int(INVALID).min(0, INVALID)).optional(),
  add_ons: ChosenAddOns.optional(),
  /** the seller gives them to the guests at once */
  hand_out: z.literal("on", INVALID).optional(),
  name: z.string("errors.name").overwrite(toOneLine).max(80, "errors.tooLong").default(""),
  email: z
    .string("errors.email")
    .overwrite(toOneLine)
    .max(254, "errors.email")
    .pipe(z.union([z.literal(""), z.email("errors.email")], "errors.email"))
    .default(""),
  language: z.enum(LOCALES, "errors.language"),
  id_seen: box,
  let_in: box,
  /** what the guest hands over: for the change only, never stored */
  given: z.string().max(40).optional(),
});
export type DoorSale = z.infer<typeof DoorSale>;

/** The same form, sent to see what its code would pay. */
export const CheckCredit = z.object({
  ...DoorSale.pick({ departure_id: true, people: true, currency: true, add_ons: true }).shape,
  credit_code: DoorSale.shape.credit_code.unwrap().min(1, "till.error.credit"),
});
export type CheckCredit = z.infer<typeof CheckCredit>;

/**
 * A sale that a device made offline, from its reserve: `key` is the device's own id of it, `expected` what was taken for it,
 * `sold_at` when by its clock, which was `ahead_ms` ahead of ours.
 */
export const OfflineSale = z.strictObject({
  ...DoorSale.omit({
    intent: true,
    way: true,
    given: true,
    expected: true,
    credit_code: true,
    credit_pays: true,
    add_ons: true,
    hand_out: true,
  }).shape,
  device_id: z.uuid(INVALID),
  // the sale happened offline, so its input can't be corrected anymore
  name: z
    .string()
    .catch("")
    .transform((name) => toOneLine(name.slice(0, 80)).trim()),
  // what phones of earlier releases sold was cash
  way: z.enum(HAND_WAYS, INVALID).optional(),
  reference: z
    .string()
    .catch("")
    .transform((text) => toOneLine(text).slice(0, MAX_REFERENCE).trim())
    .optional(),
  id_seen: z.boolean(INVALID),
  let_in: z.boolean(INVALID),
  expected: z.int(INVALID).min(1, INVALID),
  sold_at: z.iso.datetime(INVALID),
  ahead_ms: z.int(INVALID).default(0),
});
export type OfflineSale = z.infer<typeof OfflineSale>;

/** Most sales that one upload may have; a phone sends fewer (rules/offline.ts). */
const MOST_SALES = 20;

/** A sale that can't be read: its money is kept with what can be, and those after it aren't held up. */
const UnreadableSale = z
  .looseObject({
    key: z.uuid(),
    departure_id: z.uuid().nullable().catch(null),
    people: z.int().min(1).max(1000).nullable().catch(null),
    currency: z.enum(DOOR_CURRENCIES).nullable().catch(null),
    expected: z.int().min(1).nullable().catch(null),
    sold_at: z.iso.datetime().nullable().catch(null),
    ahead_ms: z.int().catch(0),
    way: z.enum(HAND_WAYS).catch("cash"),
    reference: z.string().overwrite(toOneLine).max(MAX_REFERENCE).catch(""),
  })
  .transform((sale) => ({ ...sale, unreadable: true as const }));

/** What a device hands over: sales as it made them. */
export const SalesInput = z.strictObject({
  sales: z.array(z.union([OfflineSale.omit({ device_id: true }), UnreadableSale])).max(MOST_SALES),
});
export type SalesInput = z.infer<typeof SalesInput>;
export type HandedSale = SalesInput["sales"][number];

/** The answers to an upload of sales, one for each, in order. */
export const SalesAnswer = z
  .strictObject({
    answers: z.array(
      z.strictObject({
        key: z.uuid(),
        result: z
          .enum(["sold", "refused", "waits"])
          .describe("waits: send it again later. refused: for good; the server keeps it, and staff settle its money"),
        reason: z.string().nullable().describe("why it waits or was refused"),
        reference: z.string().nullable().describe("the booking's, once it is sold"),
      }),
    ),
  })
  .meta({ id: "DoorSales" });

export type SalesAnswer = z.infer<typeof SalesAnswer>;

export const PlacesInput = z.strictObject({
  departure_id: z.uuid().nullable().describe("the night whose places are wanted; null: none"),
  give_back: z.array(z.uuid()).max(10).describe("nights whose places aren't needed any more"),
  release: z
    .array(z.uuid())
    .max(10)
    .optional()
    .describe("nights whose places somebody puts back on sale: none are held for them until `again`"),
  again: z.boolean().optional().describe("somebody asks for places of a night that was released"),
});
export type PlacesInput = z.infer<typeof PlacesInput>;

export const PlacesAnswer = z
  .strictObject({
    places: z
      .strictObject({
        left: z.int().describe("how many this device may sell without a line"),
        prices: z
          .record(z.string(), z.int())
          .describe("per person in minor units, by currency; fixed while it has them"),
        step: z.int().describe("what pesos in cash are rounded to, in centavos"),
        most: z.int().describe("the largest party"),
        until: z.iso.datetime().describe("the night's end"),
      })
      .nullable(),
    reason: z.string().nullable().describe("why it gets none"),
  })
  .meta({ id: "DoorPlaces" });
export type PlacesAnswer = z.infer<typeof PlacesAnswer>;

/** A sale that a phone made offline and that was refused for good. `money` in minor units, cash as coins go; null where it couldn't be read. */
export type RefusedSale = {
  id: string;
  people: number | null;
  money: { amount: number; currency: Currency } | null;
  way: HandWay;
  reference: string;
  at: string;
  zone: string;
  by: string;
  device: string;
  night: { title: string; date: string; start: string } | null;
  reason: string;
};

export const CancelSale = z.strictObject({ intent: z.literal("cancel"), booking_id: z.uuid(INVALID) });

export const UndoSale = z.strictObject({ intent: z.literal("undo"), booking_id: z.uuid(INVALID) });

export const OpenTill = z.strictObject({
  intent: z.literal("open"),
  key,
  city_id: z.string("till.error.city").min(1, "till.error.city").max(100, "till.error.city"),
  float_MXN: counted,
  float_USD: counted,
});
export type OpenTill = z.infer<typeof OpenTill>;

export const PayOut = z.strictObject({
  intent: z.literal("pay_out"),
  key,
  till_id: z.uuid(INVALID),
  amount: moved,
  currency: z.enum(DOOR_CURRENCIES, "errors.currency"),
  reason: words.min(1, "till.error.reason"),
});
export type PayOut = z.infer<typeof PayOut>;

/** In place of the person who takes a till over, when nobody is there to. */
export const ALONE = "alone";

/** A count of a till: per currency what is there, why it differs where it does, and who takes it over. */
export const CountTill = z.strictObject({
  intent: z.literal("count"),
  till_id: z.uuid(INVALID),
  round: z.coerce.number(INVALID).pipe(z.int(INVALID)),
  counted: z.record(z.string(), counted),
  /** what should be there, in minor units, where it was shown after a count; where it is another by now, nothing is counted */
  expected: z.record(z.string(), z.coerce.number(INVALID).pipe(z.int(INVALID))).optional(),
  reason: words.default(""),
  taker_id: z.union([z.literal(ALONE), z.uuid()], "till.error.taker"),
});
export type CountTill = z.infer<typeof CountTill>;

export const TakeOver = z.strictObject({
  intent: z.literal("take_over"),
  till_id: z.uuid(INVALID),
  round: z.coerce.number(INVALID).pipe(z.int(INVALID)),
});
export const SendBack = z.strictObject({
  intent: z.literal("send_back"),
  till_id: z.uuid(INVALID),
  round: z.coerce.number(INVALID).pipe(z.int(INVALID)),
});

/** A posted form with its counts (`counted_` and the count's name), and what should be there (`expected_`), as one field each. */
export function countedIn(fields: Record<string, unknown>): Record<string, unknown> {
  const all = Object.entries(fields);
  const groups = ["counted", "expected"].flatMap((group) => {
    const own = all.filter(([name]) => COUNTED.exec(name)?.[1] === group);
    return own.length === 0
      ? []
      : [[group, Object.fromEntries(own.map(([name, text]) => [name.slice(group.length + 1), text]))]];
  });
  return Object.fromEntries([...all.filter(([name]) => !COUNTED.test(name)), ...groups]);
}
const COUNTED = /^(counted|expected)_((?:terminal_)?[A-Z]{3})$/;

export const LookAt = z.strictObject({ intent: z.literal("look_at"), till_id: z.uuid(INVALID) });

/** What left the office's cash or came into it, or what a bar was paid; a bar's names the bar and the month of the drinks. */
export const OfficeMove = z
  .strictObject({
    intent: z.literal("office_record"),
    key,
    kind: z.enum(OFFICE_KINDS, "till.error.kind"),
    amount: moved,
    currency: z.enum(DOOR_CURRENCIES, "errors.currency"),
    day: dayShape("till.error.day"),
    bar_id: z.union([z.literal("").transform(() => null), z.uuid("till.error.bar")]).default(null),
    month: z.union([z.literal("").transform(() => null), z.string().refine(isMonth, "till.error.month")]).default(null),
    receipt: z.string(INVALID).overwrite(toOneLine).max(60, "errors.tooLong").default(""),
    note: words.default(""),
  })
  .superRefine(({ kind, bar_id, month }, ctx) => {
    if (!isBarKind(kind)) return;
    if (bar_id === null) ctx.addIssue({ code: "custom", path: ["bar_id"], message: "till.error.bar" });
    if (month === null) ctx.addIssue({ code: "custom", path: ["month"], message: "till.error.month" });
  });
export type OfficeMove = z.infer<typeof OfficeMove>;
export const UndoOffice = z.strictObject({ intent: z.literal("office_undo"), id: z.uuid(INVALID) });

/** A movement of the office's cash as it is listed; instants are ISO, `day` and `booked` days. */
export type OfficeMoveView = {
  id: string;
  kind: OfficeKind;
  test: boolean;
  money: { amount: number; currency: Currency };
  day: string;
  /** the day on which the books have it */
  booked: string;
  note: string;
  receipt: string;
  bar: { name: string; month: string } | null;
  by: string;
  at: string;
  undone: { at: string; by: string } | null;
};

/** A count of one way and currency. Minor units. */
export type TillCount = { way: CountedWay; currency: Currency; expected: number; counted: number; reason: string };

/** A till as it is shown: to its owner, to who takes it over, and in the operator's list. Instants are ISO. */
export type TillView = {
  id: string;
  /** of practice: its money is none */
  test: boolean;
  night: string;
  city: string;
  zone: string;
  state: TillState;
  round: number;
  by: string;
  taker: string;
  openedAt: string;
  closedAt: string | null;
  /** its cash */
  sums: ShownSum[];
  /** what came by card terminal and by transfer */
  ways: ShownWay[];
  counts: TillCount[];
  payouts: { id: string; currency: Currency; amount: number; reason: string; at: string }[];
  /** who closed it without another, and why; null where two did */
  closedAlone: { by: string; reason: string } | null;
  /** a difference that nobody has looked at */
  toLookAt: boolean;
};
