import { type ContactMessage, messageOf } from "#src/modules/contact/queries.server.ts";
import { creditBackFrom, creditOf, type ShownCredit } from "#src/modules/credits/queries.server.ts";
import { type Account, accountOf } from "#src/modules/identity/queries.server.ts";
import {
  type AccountMail,
  type AccountMailKind,
  type BookingMailKind,
  isAccountMail,
  isBookingMail,
  isMessageMail,
  isMoneyMail,
  type MessageMailKind,
  type MoneyMailKind,
  PAYLOADS,
} from "#src/modules/notifications/schema.ts";
import { type EmailRow, moneyOf } from "#src/modules/notifications/store.server.ts";
import { deadEvent, differencesOfBooking, invoiceOf } from "#src/modules/payments/queries.server.ts";
import { runOf } from "#src/modules/reconciliation/queries.server.ts";
import type { Run } from "#src/modules/reconciliation/schema.ts";
import { isRated } from "#src/modules/reviews/queries.server.ts";
import { bookedNightOf } from "#src/modules/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What a mail about a booking tells, read when it is sent: the booking with its night and the money in question. */
export type BookingSubject = { about: "booking"; kind: BookingMailKind; reason: string; rated: boolean } & {
  /** what was changed, where the letter tells of that */
  change: "date" | "add" | "remove" | null;
  invoice: Awaited<ReturnType<typeof invoiceOf>>;
  /** how the books differ from it, where the letter tells of that */
  differences: Awaited<ReturnType<typeof differencesOfBooking>>;
  /** the credit that the letter is about */
  credit: ShownCredit | null;
  /** credit that a cancelled booking gave back */
  creditBack: Awaited<ReturnType<typeof creditBackFrom>>;
} & Awaited<ReturnType<typeof moneyOf>> & { booking: Awaited<ReturnType<typeof bookedNightOf>> };

/** What a mail about a message to us tells. */
export type MessageSubject = { about: "message"; kind: MessageMailKind; message: ContactMessage | undefined };

/** What a mail about money tells: a message that was given up, or a day that does not agree. */
export type MoneySubject = { about: "money"; kind: MoneyMailKind } & {
  event: Awaited<ReturnType<typeof deadEvent>>;
  run: Run | undefined;
};

/** What a mail about an account tells: the account as it is now, and what its row says. */
export type AccountSubject = { about: "account"; account: Account | undefined; now: Date } & AccountMail;

export type MailSubject = BookingSubject | MessageSubject | MoneySubject | AccountSubject;

/** Reads what a mail is about. Throws on a row of a kind that this version doesn't know. */
export async function readSubject(ctx: Pick<Context, "db" | "now">, mail: EmailRow): Promise<MailSubject> {
  const { kind } = mail;
  if (isMessageMail(kind)) {
    const { messageId } = PAYLOADS[kind].parse(mail.payload);
    return { about: "message", kind, message: await messageOf(ctx, messageId) };
  }
  if (isMoneyMail(kind)) return readMoney(ctx, kind, mail);
  if (isAccountMail(kind)) return readAccount(ctx, kind, mail);
  if (isBookingMail(kind)) return readBooking(ctx, kind, mail);
  throw new Error(`no mail of kind ${kind}`);
}

async function readMoney(ctx: Pick<Context, "db">, kind: MoneyMailKind, mail: EmailRow): Promise<MoneySubject> {
  const about = PAYLOADS[kind].parse(mail.payload);
  return {
    about: "money",
    kind,
    event: "eventId" in about ? await deadEvent(ctx, about.eventId) : undefined,
    run: "runId" in about ? await runOf(ctx, about.runId) : undefined,
  };
}

async function readAccount(
  ctx: Pick<Context, "db" | "now">,
  kind: AccountMailKind,
  mail: EmailRow,
): Promise<AccountSubject> {
  const written = { kind, payload: PAYLOADS[kind].parse(mail.payload) } as AccountMail;
  return { about: "account", ...written, account: await accountOf(ctx, written.payload.userId), now: ctx.now };
}

async function readBooking(
  ctx: Pick<Context, "db">,
  kind: BookingMailKind,
  { booking_id, payload: written }: EmailRow,
): Promise<BookingSubject> {
  const payload = PAYLOADS[kind].parse(written);
  const money = booking_id
    ? await moneyOf(ctx.db, booking_id, "paymentId" in payload || "refundId" in payload ? payload : {})
    : { refunds: [], inCash: false, disputeLost: false, payment: undefined, refund: undefined };
  const booking = booking_id ? await bookedNightOf(ctx, booking_id) : undefined;
  const rated = kind === "rating_request" && booking !== undefined && (await isRated(ctx, booking.id));
  const invoice = kind === "staff_invoice_request" && booking_id ? await invoiceOf(ctx, booking_id) : null;
  const differences = kind === "staff_books_differ" && booking_id ? await differencesOfBooking(ctx, booking_id) : [];
  const credit = "creditId" in payload ? await creditOf(ctx, payload.creditId) : null;
  const creditBack = kind === "booking_cancelled" && booking_id ? await creditBackFrom(ctx, booking_id) : null;
  const change = ("change" in payload && payload.change) || null;
  const reason = "reason" in payload ? payload.reason : "";
  return { about: "booking", kind, booking, rated, reason, change, invoice, differences, credit, creditBack, ...money };
}
