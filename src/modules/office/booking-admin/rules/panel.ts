import type { Change, ShownTable } from "#src/modules/sales/booking/schema.ts";
import { namedWay } from "#src/kernel/pay-method.ts";
import type { ListedVersion } from "#src/modules/site/content/rules/page-lists.ts";
import type { Change as AuditChange } from "#src/modules/base/audit/schema.ts";
import { dateIn } from "#src/kernel/local-time.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Why, WhyStep } from "#src/locales/why.ts";
import type { SOURCES } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { BookingPartner } from "#src/modules/office/booking-admin/rules/partner.ts";
import { type Verdict, VERDICTS } from "#src/modules/sales/affiliates/rules/attribution.ts";
import type { BookedAddOnView } from "#src/modules/sales/booking/schema.ts";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import {
  type HandBack,
  isAtBank,
  type PaymentStatus,
  type RefundStatus,
} from "#src/modules/money/payments/rules/payment.ts";

/** Everything about a booking for staff. Amounts in minor units of `currency` unless a row has its own; instants are ISO. */
export type Panel = {
  id: string;
  reference: string;
  version: number;
  status: BookingStatus;
  cancelReason: CancelReason | null;
  source: (typeof SOURCES)[number];
  /** the system that sold it, and its number there; absent where it was sold here */
  imported?: { source: string; reference: string } | null;
  test: boolean;
  language: "en" | "es";
  holdLives: boolean;
  holdExpiresAt: string;
  /** paid, without places: until when its guest chooses, whether money goes back then, and where staff choose for them, if they may */
  choice: { until: string; money: boolean; path: string | null } | null;
  people: number;
  guest: {
    name: string;
    first_name: string;
    last_name: string;
    email: string;
    phone: string;
    country: string;
    requests: string;
    /** since when a mail server refuses the address for good (ISO); null while it doesn't */
    refusedSince: string | null;
  };
  /** the date when this was read, in the departure's city */
  today: string;
  departure: {
    departureId: string;
    crawl: string;
    city: string;
    zone: string;
    date: string;
    startTime: string;
    endTime: string;
    over: boolean;
  };
  currency: Currency;
  price: {
    unit: number;
    subtotal: number;
    addOns: number;
    bought: readonly BookedAddOnView[];
    discount: number;
    total: number;
    coupon: string | null;
    rule: string | null;
  };
  /** why the total is what it is, and what it is in pesos; null where it is in pesos */
  why: { total: Why; pesos: Why | null };
  rateDate: string;
  /** what is due now, after credit; null once paid or when it can't be paid */
  toPay: number | null;
  tickets: PanelTicket[];
  /** whether none of its guests came */
  noShow: boolean;
  /** the friends' table that it started, or whose places it has; null for most */
  table: ShownTable | null;
  payments: PanelPayment[];
  refunds: PanelRefund[];
  kept: number;
  refund: { until: string; past: boolean; terms: string };
  emails: PanelEmail[];
  history: PanelEvent[];
  tags: string[];
  /** all tags in use, to choose from */
  tagsInUse: string[];
  notes: { id: string; at: string; author: string | null; text: string }[];
  /** a change pending payment */
  /** whether its crawl offers add-ons, or it has some */
  sellsAddOns: boolean;
  change: { id: string; kind: Change["kind"]; difference: number; until: string; date: string } | null;
  /** where the guest pays, while something is due */
  payLink: string | null;
  /** their own page, for staff to hand on where the guest left no email, and the words to send it with, in the guest's language */
  share: { link: string; whatsApp: string } | null;
  /** the versions of terms and privacy policy that the guest agreed to; none before they were kept, and of bookings by staff */
  agreed: ListedVersion[];
  /** who is credited with it; null: nobody */
  partner: BookingPartner | null;
  may: { change: boolean; refund: boolean; readEmails: boolean; credit: boolean };
};

export type PanelTicket = {
  position: number;
  name: string;
  code: string;
  valid: boolean;
  /** its guest has another one by now */
  replaced: boolean;
  /** when its holder went in (ISO), and who let them in; null while they haven't */
  entered: { at: string; by: string } | null;
};

export type PanelPayment = {
  id: string;
  provider: string;
  method: string;
  status: PaymentStatus;
  state: MoneyState;
  amount: number;
  currency: Currency;
  /** the terminal's operation or the transfer's tracking key; null without one */
  reference: string | null;
  at: string;
  /** what can still be refunded */
  left: number;
  /** with which payout it went to the bank, and when it arrives (YYYY-MM-DD); `owner`: when the owner transfers it; null: not known */
  payout: { id: string; on: string } | "owner" | null;
};

export type PanelRefund = {
  id: string;
  paymentId: string;
  amount: number;
  currency: Currency;
  status: RefundStatus | HandBack;
  reason: string;
  /** when its money went; until then, when it was asked for */
  at: string;
  /** how somebody has to give it back to the guest in person; null where nobody has */
  giveBy: HandBack | null;
};

export type PanelEmail = {
  id: string;
  kind: string;
  status: string;
  language: "en" | "es";
  at: string;
  captured: boolean;
  /** tells mails of one kind apart: what was changed, or the subject that staff wrote; `none` where nothing does */
  about: string;
};

type Night = { date: string; time: string };
export type NightOf = (departureId: string) => Night | undefined;

/** An audit log entry. `who`: a person's name, or null without one (`actor` says what they are). */
export type PanelEvent = {
  id: string;
  at: string;
  action: string;
  actor: string;
  who: string | null;
  changes: Telling[];
  /** where the booking was moved from and to */
  moved: { from: Night; to: Night } | null;
  /** the kind of mail that was sent again */
  email: string | null;
  /** the tag that was added or removed */
  tag: string | null;
  /** whom the booking was credited to before and after, by name */
  partner: { from: string | null; to: string | null } | null;
  /** what was decided of a booking in doubt */
  verdict: Verdict | null;
};

/** A payment's state for staff. */
export type MoneyState = "paid" | "bank" | "waits" | "failed" | "judge" | "disputed" | "unplaced";

export function stateOfPayment(payment: {
  status: PaymentStatus;
  bank_since: Date | null;
  review_reason: string | null;
  dispute_state: string | null;
  placement: string | null;
}): MoneyState {
  if (payment.dispute_state === "open" || payment.dispute_state === "lost") return "disputed";
  if (payment.review_reason) return "judge";
  if (isAtBank(payment)) return "bank";
  if (payment.status === "created" || payment.status === "pending") return "waits";
  if (payment.status !== "succeeded") return "failed";
  return payment.placement === "unplaced" ? "unplaced" : "paid";
}

/** What we keep of the payments, in minor units: pending refunds are already subtracted. */
export const keptOf = (
  payments: readonly { status: string; amount: number }[],
  refunds: readonly { status: string; amount: number }[],
): number =>
  sum(payments.filter(({ status }) => status === "succeeded")) -
  sum(refunds.filter(({ status }) => status !== "dropped"));

/** Why we keep what we do: every payment that came, less every refund. */
export const whyKept = ({ payments, refunds, kept: amount, currency, departure: { zone } }: Panel): Why => ({
  amount: { amount, currency },
  steps: [
    ...payments.filter(({ status }) => status === "succeeded").map((payment) => paidStep(payment, zone)),
    ...refunds.filter(({ status }) => status !== "dropped").map((refund) => backStep(refund, zone)),
  ],
});

/** Why so much of a payment can still be refunded. */
export const whyLeft = ({ refunds, departure: { zone } }: Panel, payment: PanelPayment): Why => ({
  amount: { amount: payment.left, currency: payment.currency },
  steps: [
    paidStep(payment, zone),
    ...refunds
      .filter(({ paymentId, status }) => paymentId === payment.id && status !== "dropped")
      .map((refund) => backStep(refund, zone)),
  ],
});

const dayOf = (at: string, zone: string) => ({ day: dateIn(new Date(at), zone) });

const paidStep = ({ method, at, amount }: PanelPayment, zone: string): WhyStep => ({
  text: "why-admin.paid",
  values: { way: { text: "booking-admin.way", values: { method: namedWay(method) } }, day: dayOf(at, zone) },
  adds: amount,
});

const backStep = ({ reason, at, amount }: PanelRefund, zone: string): WhyStep => ({
  text: "why.refund",
  values: { reason, day: dayOf(at, zone) },
  adds: -amount,
});

const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

/** Fields of an audit entry shown besides its verb: number of people, and money (minor units of the booking's currency). */
const TELLING = ["people", "amount", "total_price"] as const;
export type Telling = { field: (typeof TELLING)[number]; before: number | null; after: number };

/** The shown figures that an audit entry changed. */
export const tellingChanges = (changes: readonly AuditChange[]): Telling[] =>
  TELLING.flatMap((field) => {
    const { old: before, now: after } = changes.find((change) => change.field === field) ?? {};
    if (typeof after !== "number" || before === after) return [];
    return [{ field, before: typeof before === "number" ? before : null, after }];
  });

/** The departures that an audit entry moved a booking between; null where it moved none. */
export function movedBetween(changes: readonly AuditChange[], nightOf: NightOf): PanelEvent["moved"] {
  const [before, after] = departureIdsOf(changes);
  const [from, to] = [before && nightOf(before), after && nightOf(after)];
  return from && to && before !== after ? { from, to } : null;
}

/** The ids of both, as `booking.changed` and `booking.moved` write them. */
export function departureIdsOf(changes: readonly AuditChange[]): string[] {
  const { old: before, now: after } = changes.find(({ field }) => field === "departure") ?? {};
  return [before, after].filter((id): id is string => typeof id === "string");
}

/** The kind of mail that an entry is about; null for others. */
export function emailOf(action: string, changes: readonly AuditChange[]): string | null {
  const kind = ["email.sent_again", "email.retried"].includes(action)
    ? changes.find(({ field }) => field === "kind")?.now
    : null;
  return typeof kind === "string" ? kind : null;
}

/** The tag that an entry is about; null for others. */
export function tagOf(changes: readonly AuditChange[]): string | null {
  const { old: before, now: after } = changes.find(({ field }) => field === "tag") ?? {};
  const tag = after ?? before;
  return typeof tag === "string" ? tag : null;
}

/** Whom an entry credits a booking to; null for others. */
export function partnerIn(changes: readonly AuditChange[]): PanelEvent["partner"] {
  const change = changes.find(({ field }) => field === "partner");
  const name = (value: unknown) => (typeof value === "string" ? value : null);
  return change ? { from: name(change.old), to: name(change.now) } : null;
}

/** What an entry decides of a booking in doubt; null for others. */
export const verdictIn = (changes: readonly AuditChange[]): Verdict | null =>
  VERDICTS.find((verdict) => verdict === changes.find(({ field }) => field === "partner_verdict")?.now) ?? null;

/** What tells a mail apart from others of its kind, from its payload. */
export function aboutOf({ kind, payload }: { kind: string; payload: unknown }): string {
  const { change, subject } = (payload ?? {}) as { change?: unknown; subject?: unknown };
  if (kind === "booking_confirmation" && typeof change === "string") return change;
  return kind === "staff_letter" && typeof subject === "string" ? subject : "none";
}
