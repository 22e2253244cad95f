import { type ContactMessage, messageAnswerOf, messageOf } from "#src/modules/contact/queries.server.ts";
import { creditBackFrom, creditOf, type ShownCredit } from "#src/modules/credits/queries.server.ts";
import { type Account, accountOf, type Invitation, invitationOf } from "#src/modules/identity/queries.server.ts";
import {
  type AccountMail,
  type AccountMailKind,
  type BookingMailKind,
  type InvitationMail,
  isAccountMail,
  isBookingMail,
  isInvitationMail,
  isMessageMail,
  isMoneyMail,
  type MessageMailKind,
  type MoneyMailKind,
  PAYLOADS,
} from "#src/modules/notifications/schema.ts";
import { type EmailRow, moneyOf, noteOfEnd } from "#src/modules/notifications/store.server.ts";
import { deadEvent, differencesOfBooking, invoiceOf } from "#src/modules/payments/queries.server.ts";
import { runOf } from "#src/modules/reconciliation/queries.server.ts";
import type { Run } from "#src/modules/reconciliation/schema.ts";
import { givenRating, isRated, ratingReplyOf } from "#src/modules/reviews/queries.server.ts";
import { bookedNightOf } from "#src/modules/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What a mail about a booking tells, read when it is sent: the booking with its night and the money in question. */
export type BookingSubject = { about: "booking"; kind: BookingMailKind; reason: string; rated: boolean } & {
  /** what was changed, where the letter tells of that */
  change: "date" | "add" | "remove" | "moved" | null;
  invoice: Awaited<ReturnType<typeof invoiceOf>>;
  /** how the books differ from it, where the letter tells of that */
  differences: Awaited<ReturnType<typeof differencesOfBooking>>;
  /** what the guest said of the night, where the letter tells staff of that */
  rating: Awaited<ReturnType<typeof givenRating>>;
  /** what staff wrote back to that, where the letter is it */
  reply: Awaited<ReturnType<typeof ratingReplyOf>>;
  /** the credit that the letter is about */
  credit: ShownCredit | null;
  /** what staff wrote, where the letter is theirs */
  written: { subject: string; text: string } | null;
  /** what the operator adds about a night that was called off, in each language */
  note: Awaited<ReturnType<typeof noteOfEnd>> | null;
  /** credit that a cancelled booking gave back */
  creditBack: Awaited<ReturnType<typeof creditBackFrom>>;
} & Awaited<ReturnType<typeof moneyOf>> & { booking: Awaited<ReturnType<typeof bookedNightOf>> };

/** What a mail about a message to us tells. */
export type MessageSubject = { about: "message"; kind: MessageMailKind; message: ContactMessage | undefined } & {
  /** what staff wrote back, where the letter is that */
  answer: Awaited<ReturnType<typeof messageAnswerOf>>;
};

/** What a mail about money tells: a message that was given up, or a day that does not agree. */
export type MoneySubject = { about: "money"; kind: MoneyMailKind } & {
  event: Awaited<ReturnType<typeof deadEvent>>;
  run: Run | undefined;
};

/** What a mail about an account tells: the account as it is now, and what its row says. */
export type AccountSubject = { about: "account"; account: Account | undefined; now: Date } & AccountMail;

/** What a mail that offers a role tells. */
export type InvitationSubject = {
  about: "invitation";
  invitation: Invitation | undefined;
  now: Date;
} & InvitationMail;

export type MailSubject = BookingSubject | MessageSubject | MoneySubject | AccountSubject | InvitationSubject;

/** Reads what a mail is about. Throws on a row of a kind that this version doesn't know. */
export async function readSubject(ctx: Pick<Context, "db" | "now">, mail: EmailRow): Promise<MailSubject> {
  const { kind } = mail;
  if (isMessageMail(kind)) {
    const about = PAYLOADS[kind].parse(mail.payload);
    const answerId = kind === "message_answered" ? PAYLOADS[kind].parse(mail.payload).answerId : null;
    const answer = answerId === null ? undefined : await messageAnswerOf(ctx, answerId);
    return { about: "message", kind, message: await messageOf(ctx, about.messageId), answer };
  }
  if (isMoneyMail(kind)) return readMoney(ctx, kind, mail);
  if (isAccountMail(kind)) return readAccount(ctx, kind, mail);
  if (isInvitationMail(kind)) {
    const payload = PAYLOADS[kind].parse(mail.payload);
    return {
      about: "invitation",
      kind,
      payload,
      invitation: await invitationOf(ctx, payload.invitationId),
      now: ctx.now,
    };
  }
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
  { booking_id, payload: stored }: EmailRow,
): Promise<BookingSubject> {
  const payload = PAYLOADS[kind].parse(stored);
  const money = booking_id
    ? await moneyOf(ctx.db, booking_id, "paymentId" in payload || "refundId" in payload ? payload : {})
    : { refunds: [], inCash: false, disputeLost: false, payment: undefined, refund: undefined };
  const booking = booking_id ? await bookedNightOf(ctx, booking_id) : undefined;
  const rated = kind === "rating_request" && booking !== undefined && (await isRated(ctx, booking.id));
  const invoice = kind === "staff_invoice_request" && booking_id ? await invoiceOf(ctx, booking_id) : null;
  const differences = kind === "staff_books_differ" && booking_id ? await differencesOfBooking(ctx, booking_id) : [];
  const credit = "creditId" in payload ? await creditOf(ctx, payload.creditId) : null;
  const creditBack = kind === "booking_cancelled" && booking_id ? await creditBackFrom(ctx, booking_id) : null;
  const rating = kind === "staff_low_rating" && booking_id ? await givenRating(ctx, booking_id) : undefined;
  const reply = "answerId" in payload ? await ratingReplyOf(ctx, payload.answerId) : undefined;
  const note = kind === "booking_cancelled" && booking_id ? await noteOfEnd(ctx.db, booking_id) : null;
  const change = ("change" in payload && payload.change) || null;
  const reason = "reason" in payload ? payload.reason : "";
  const written = kind === "staff_letter" ? PAYLOADS[kind].parse(stored) : null;
  const told = { rated, reason, change, invoice, differences, rating, reply, written, note, credit, creditBack };
  return { about: "booking", kind, booking, ...told, ...money };
}
