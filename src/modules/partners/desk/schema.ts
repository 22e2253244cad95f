import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import type { CounterAddOn } from "#src/modules/sales/booking/rules/counter-add-ons.ts";
import { ChosenAddOns } from "#src/modules/sales/booking/rules/chosen-add-ons.ts";
import type { AdminState } from "#src/modules/partners/desk/rules/device.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";

// Messages are message ids. Money of partners is in centavos.

const INVALID = "desk.error.invalid";
const deviceName = z.string("desk.error.name").overwrite(toOneLine).min(1, "desk.error.name").max(40, "errors.tooLong");
const pin = z.string("desk.error.pin").regex(/^\d{6}$/, "desk.error.pin");

/** What a device sends when it is bound. */
export const BindDevice = z
  .strictObject({ name: deviceName, pin, again: z.string("desk.error.again") })
  .refine((sent) => sent.pin === sent.again, { path: ["again"], error: "desk.error.again" });

const email = z
  .string("errors.email")
  .overwrite(toOneLine)
  .max(254, "errors.email")
  .pipe(z.union([z.literal(""), z.email("errors.email")], "errors.email"))
  .default("");
const phone = z
  .string("errors.phone")
  .overwrite(toPhone)
  .refine((typed) => typed === "" || isPhone(typed), "errors.phone")
  .default("");

/** Of a gift card or of credit. */
const creditCode = z.string(INVALID).overwrite(toOneLine).max(50, "errors.tooLong");

/**
 * A sale at a desk. `key`: the device's own id of it, the same whenever it is sent again. `expected`: the total that was shown, and
 * `credit_pays` how much of it the code was said to pay, in centavos.
 */
export const DeskSale = z
  .strictObject({
    intent: z.literal("sell"),
    key: z.uuid(INVALID),
    departure_id: z.uuid(INVALID),
    people: z.coerce
      .number("errors.people")
      .pipe(z.int("errors.people").min(1, "errors.people").max(100, "errors.people")),
    name: z.string("desk.error.guest").overwrite(toOneLine).min(1, "desk.error.guest").max(80, "errors.tooLong"),
    email,
    phone,
    language: z.enum(LOCALES, "errors.language"),
    way: z.enum(["cash", "link"], INVALID),
    expected: z.coerce.number(INVALID).pipe(z.int(INVALID).min(0, INVALID)),
    credit_code: creditCode.optional(),
    credit_pays: z.coerce.number(INVALID).pipe(z.int(INVALID).min(0, INVALID)).optional(),
    add_ons: ChosenAddOns.optional(),
  })
  .refine((sale) => sale.email !== "" || sale.phone !== "", { path: ["phone"], error: "desk.error.contact" });
export type DeskSale = z.infer<typeof DeskSale>;

/** What a desk's page sends. `touch`: somebody is at it; `credit`: what a code would pay of a total. */
export const DeskAct = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("unlock"), pin }),
  z.strictObject({ intent: z.literal("lock") }),
  z.strictObject({ intent: z.literal("touch") }),
  z.strictObject({ intent: z.literal("cancel"), booking_id: z.uuid(INVALID) }),
  z.strictObject({
    intent: z.literal("credit"),
    credit_code: creditCode.min(1, INVALID),
    expected: z.coerce.number(INVALID).pipe(z.int(INVALID).min(0, INVALID)),
  }),
]);
export type DeskAct = z.infer<typeof DeskAct>;

/** A night that a desk sells. `free`: null where the operator shows no counts. `price`: per person in centavos. */
export type DeskNight = {
  id: string;
  crawl: string;
  city: string;
  date: string;
  start: string;
  end: string;
  isToday: boolean;
  isOpen: boolean;
  free: number | null;
  /** per person; those of `parties` from their size on */
  price: number;
  parties: { from: number; price: number }[];
};

export type SaleState = "waiting" | "paid" | "ended";

/** A sale of this desk, as its list says it. */
export type DeskLine = {
  id: string;
  reference: string;
  name: string;
  people: number;
  way: "cash" | "link";
  state: SaleState;
  crawl: string;
  date: string;
  start: string;
};

/** What a desk shows when it is open. Sums in centavos. */
export type OpenDesk = {
  kind: "open";
  at: string;
  zone: string;
  name: string;
  partner: string;
  nights: DeskNight[];
  maxPeople: number;
  cash: { limit: number; owed: number };
  month: { month: string; earned: number; bookings: number; people: number };
  tonight: { bookings: number; people: number };
  sales: DeskLine[];
};

export type DeskState = { kind: "gone" | "off" | "locked" } | { kind: "pin"; name: string; partner: string } | OpenDesk;

type BindingCode = { url: string; qrSvg: string };

/** One sale of this desk. `tickets` only for a while after it. */
export type DeskSaleView = DeskLine & {
  total: number;
  /** what a gift card or credit pays of it */
  credit: number;
  addOns: { id: string; name: string; quantity: number }[];
  until: string;
  zone: string;
  language: "en" | "es";
  pay: BindingCode | null;
  tickets: (BindingCode & { pdf: string }) | null;
};

/** A code as it was typed, and what is left behind it in centavos. */
export type DeskCredit = { code: string; left: number };

/** What a desk sells beside the places of a night. */
export type DeskAddOns = { night: string; offered: CounterAddOn<"MXN">[] };

/** What the answer to an act of a desk may have besides. `sale`: also where it was refused, when it has its places. */
export type DeskExtra = {
  state: DeskState;
  sale: DeskSaleView;
  addOns: DeskAddOns;
  reason: string;
  credit: DeskCredit;
};
export type DeskAnswer = FormAnswer<DeskExtra>;

// The acts of the operator's list of desks.
export const OfferDesk = z.object({ partner_id: z.uuid("desk-admin.error.partner"), name: deviceName });
export const OneDesk = z.object({ id: z.uuid() });
export const RenameDesk = OneDesk.extend({ name: deviceName });

/** A desk in the operator's list. Instants are ISO. */
export type AdminDesk = {
  id: string;
  name: string;
  partner: string;
  partnerId: string;
  state: AdminState;
  seen: string | null;
  since: string;
};
