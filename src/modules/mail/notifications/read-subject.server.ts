import { invoiceOf } from "#src/modules/money/invoices/queries.server.ts";
import { type StoredMessage, messageAnswerOf, messageOf } from "#src/modules/site/messages/queries.server.ts";
import { isSameAddress } from "#src/modules/sales/booking/rules/contact.ts";
import { holdEpisode } from "#src/modules/sales/booking/queries.server.ts";
import { creditBackFrom, creditOf, type ShownCredit } from "#src/modules/sales/credits/queries.server.ts";
import {
  type Account,
  accountOf,
  type Invitation,
  invitationOf,
  staffWho,
} from "#src/modules/base/identity/queries.server.ts";
import { partnerToMail } from "#src/modules/sales/affiliates/read-link.server.ts";
import { openQuestions, questionToMail, statementToMail } from "#src/modules/partners/commission/queries.server.ts";
import { whyNotBack } from "#src/modules/mail/notifications/lead-back.server.ts";
import { refusedAt } from "#src/modules/mail/notifications/grant-optout.server.ts";
import { shiftsToTell } from "#src/modules/evening/guides/queries.server.ts";
import type { GuideNight } from "#src/modules/evening/guides/schema.ts";
import { isReminder, whyNotReminded } from "#src/modules/mail/notifications/rules/reminders.ts";
import {
  type AccountEmail,
  type AccountEmailKind,
  type BookingEmailKind,
  type HoldEmail,
  type HoldEmailKind,
  type InvitationEmail,
  isAccountEmail,
  isBookingEmail,
  isHoldEmail,
  isInvitationEmail,
  isMessageMail,
  isMoneyEmail,
  isOptional,
  isPartnerAlert,
  isPartnerEmail,
  isShiftEmail,
  isTillEmail,
  isTrial,
  isWaitingEmail,
  type MessageMailKind,
  type MoneyEmailKind,
  type PartnerAlert,
  type PartnerAlertKind,
  type PartnerEmail,
  type PartnerEmailKind,
  PAYLOADS,
  type ShiftEmail,
  type ShiftEmailKind,
  type TillEmail,
  type TillEmailKind,
  type Trial,
  type WaitingEmail,
  type WaitingEmailKind,
} from "#src/modules/mail/notifications/schema.ts";
import {
  deskById,
  type EmailRow,
  moneyOf,
  noteOfEnd,
  tillToTake,
} from "#src/modules/mail/notifications/store.server.ts";
import {
  deadEvent,
  differencesOfBooking,
  differencesOfTills,
  undecidedOf,
} from "#src/modules/money/payments/queries.server.ts";
import { runOf } from "#src/modules/money/reconciliation/queries.server.ts";
import type { Run } from "#src/modules/money/reconciliation/schema.ts";
import { givenReview, isReviewed, reviewReplyOf } from "#src/modules/evening/reviews/queries.server.ts";
import { routeOf } from "#src/modules/evening/stops/queries.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { bookedDepartureOf } from "#src/modules/evening/tickets/queries.server.ts";
import { entriesToMail, listLink } from "#src/modules/sales/waiting/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The subject of a booking email, read when it is sent: the booking with its departure and the money concerned. */
export type BookingSubject = { about: "booking"; kind: BookingEmailKind; reason: string; rated: boolean } & {
  /** what was changed, where the email is about that */
  change: "date" | "add" | "remove" | "moved" | "replaced" | null;
  /** what comes back by that change, in minor units of the booking's currency */
  back: number;
  invoice: Awaited<ReturnType<typeof invoiceOf>>;
  /** how the ledger differs from it, where the email is about that */
  differences: Awaited<ReturnType<typeof differencesOfBooking>>;
  /** why a scheduled email isn't to leave, beyond what the booking says */
  unscheduled: string | null;
  /** the guest's review, where the email notifies staff of it */
  review: Awaited<ReturnType<typeof givenReview>>;
  /** staff's reply to it, where the email delivers it */
  reply: Awaited<ReturnType<typeof reviewReplyOf>>;
  /** the credit, where the email is about one */
  credit: ShownCredit | null;
  /** the address that the booking's emails are to go to, and the token that its reader agrees with, where the email asks */
  moving: { newEmail: string; token: string | null } | null;
  /** what its reader signs in with, where the email is a link for that */
  signIn: { token: string | null } | null;
  /** staff's text, where they wrote the email */
  written: { subject: string; text: string } | null;
  /** the operator's note on a cancelled departure, in each language */
  note: Awaited<ReturnType<typeof noteOfEnd>> | null;
  /** until when places are held for somebody who waited for them, where the email offers them */
  offeredUntil: string | null;
  /** how to pay us directly, where the email tells it */
  byHand: { until: string; door: boolean; transfer: string } | null;
  /** tonight's stops, where the email tells them */
  stops: Awaited<ReturnType<typeof routeOf>>["stops"];
  /** what the guest of a night that we called off may still choose, and until when; `isLast`: the email reminds of it */
  choice: { money: boolean; until: Date; isLast: boolean } | null;
  /** credit returned by a cancelled booking */
  creditBack: Awaited<ReturnType<typeof creditBackFrom>>;
} & Awaited<ReturnType<typeof moneyOf>> & { booking: Awaited<ReturnType<typeof bookedDepartureOf>> };

/** The subject of an email about a message to us. */
export type MessageSubject = { about: "message"; kind: MessageMailKind; message: StoredMessage | undefined } & {
  /** staff's answer, where the email delivers it */
  answer: Awaited<ReturnType<typeof messageAnswerOf>>;
};

/** The subject of an email about money: a webhook that was given up, a day that doesn't reconcile, or tills that don't. */
export type MoneySubject = { about: "money"; kind: MoneyEmailKind } & {
  event: Awaited<ReturnType<typeof deadEvent>>;
  run: Run | undefined;
  tills: Awaited<ReturnType<typeof differencesOfTills>>;
};

/** The subject of an account email: the current account, and the row's payload. */
export type AccountSubject = { about: "account"; account: Account | undefined; now: Date } & AccountEmail;

/** The subject of an email that offers a role. */
export type InvitationSubject = {
  about: "invitation";
  invitation: Invitation | undefined;
  now: Date;
} & InvitationEmail;

/** The subject of an email about unpaid places. */
export type HoldSubject = { about: "hold"; episode: Awaited<ReturnType<typeof holdEpisode>>; now: Date } & HoldEmail;

/** The subject of an email about the waiting list: what its reader asked for, as it is now. */
export type WaitingSubject = {
  about: "waiting";
  entries: Awaited<ReturnType<typeof entriesToMail>>;
  link: string;
} & WaitingEmail;

/** The subject of an email to a guide: the nights it is about, as they are now. */
export type ShiftSubject = { about: "shift"; nights: GuideNight[]; isGuide: boolean; now: Date } & ShiftEmail;

/** The subject of an email to a partner: the partner as they are now, with what it is about. */
export type PartnerSubject = {
  about: "partner";
  partner: Awaited<ReturnType<typeof partnerToMail>>;
  recipient: string;
  statement: Awaited<ReturnType<typeof statementToMail>>;
  question: Awaited<ReturnType<typeof questionToMail>>;
} & PartnerEmail;

/** The subject of an email to staff about a partner: a statement with its open questions, or a desk. */
export type PartnerAlertSubject = {
  about: "partnerAlert";
  statement: Awaited<ReturnType<typeof statementToMail>>;
  questions: Awaited<ReturnType<typeof openQuestions>>;
  desk: Awaited<ReturnType<typeof deskById>>;
} & PartnerAlert;

/** The subject of an email to who is to take a till over: the till, as long as it waits for them. */
export type TillSubject = { about: "till"; till: Awaited<ReturnType<typeof tillToTake>> } & TillEmail;

/** An email that staff send to themselves. */
export type TrialSubject = { about: "trial" } & Trial;

export type EmailSubject =
  | TrialSubject
  | HoldSubject
  | WaitingSubject
  | ShiftSubject
  | TillSubject
  | PartnerSubject
  | PartnerAlertSubject
  | BookingSubject
  | MessageSubject
  | MoneySubject
  | AccountSubject
  | InvitationSubject;

/** Reads what an email is about. Throws on a row of a kind unknown to this version. */
export async function readSubject(ctx: Context, email: EmailRow): Promise<EmailSubject> {
  const { kind } = email;
  if (isMessageMail(kind)) {
    const about = PAYLOADS[kind].parse(email.payload);
    const answerId = kind === "message_answered" ? PAYLOADS[kind].parse(email.payload).answerId : null;
    const answer = answerId === null ? undefined : await messageAnswerOf(ctx, answerId);
    return { about: "message", kind, message: await messageOf(ctx, about.messageId), answer };
  }
  if (isMoneyEmail(kind)) return readMoney(ctx, kind, email);
  if (isAccountEmail(kind)) return readAccount(ctx, kind, email);
  if (isInvitationEmail(kind)) {
    const payload = PAYLOADS[kind].parse(email.payload);
    return {
      about: "invitation",
      kind,
      payload,
      invitation: await invitationOf(ctx, payload.invitationId),
      now: ctx.now,
    };
  }
  if (isTrial(kind)) return { about: "trial", kind, payload: PAYLOADS[kind].parse(email.payload) } as TrialSubject;
  if (isHoldEmail(kind)) return readHold(ctx, kind, email);
  if (isWaitingEmail(kind)) return readWaiting(ctx, kind, email);
  if (isShiftEmail(kind)) return readShifts(ctx, kind, email);
  if (isTillEmail(kind)) return readTill(ctx, kind, email);
  if (isPartnerEmail(kind)) return readPartner(ctx, kind, email);
  if (isPartnerAlert(kind)) return readAlert(ctx, kind, email);
  if (isBookingEmail(kind)) return readBooking(ctx, kind, email);
  throw new Error(`no email of kind ${kind}`);
}

async function readMoney(ctx: Pick<Context, "db">, kind: MoneyEmailKind, email: EmailRow): Promise<MoneySubject> {
  const about = PAYLOADS[kind].parse(email.payload);
  return {
    about: "money",
    kind,
    event: "eventId" in about ? await deadEvent(ctx, about.eventId) : undefined,
    run: "runId" in about ? await runOf(ctx, about.runId) : undefined,
    tills: kind === "staff_tills_differ" ? await differencesOfTills(ctx) : [],
  };
}

async function readHold(ctx: Context, kind: HoldEmailKind, email: EmailRow): Promise<HoldSubject> {
  const written = { kind, payload: PAYLOADS[kind].parse(email.payload) } as HoldEmail;
  const episode =
    written.kind === "staff_unpaid_places" ? await holdEpisode(ctx, written.payload.episodeId) : undefined;
  return { about: "hold", ...written, episode, now: ctx.now };
}

async function readWaiting(ctx: Context, kind: WaitingEmailKind, email: EmailRow): Promise<WaitingSubject> {
  const payload = PAYLOADS[kind].parse(email.payload);
  const locale = email.language === "es" ? "es" : "en";
  const entries = await entriesToMail(ctx, payload.entryIds, locale);
  return { about: "waiting", kind, payload, entries, link: listLink(ctx, payload.entryIds[0]!, locale) };
}

async function readShifts(ctx: Context, kind: ShiftEmailKind, email: EmailRow): Promise<ShiftSubject> {
  const written = { kind, payload: PAYLOADS[kind].parse(email.payload) } as ShiftEmail;
  const ids = "shiftIds" in written.payload ? written.payload.shiftIds : [written.payload.shiftId];
  const nights = await shiftsToTell(ctx, ids, email.language === "es" ? "es" : "en");
  const guides = await staffWho(ctx, "checkins.record");
  const isGuide = guides.some((guide) => guide.id === written.payload.userId);
  return { about: "shift", ...written, nights, isGuide, now: ctx.now };
}

async function readTill(ctx: Context, kind: TillEmailKind, email: EmailRow): Promise<TillSubject> {
  const written = { kind, payload: PAYLOADS[kind].parse(email.payload) } as TillEmail;
  return { about: "till", ...written, till: await tillToTake(ctx.db, written.payload) };
}

async function readPartner(ctx: Context, kind: PartnerEmailKind, email: EmailRow): Promise<PartnerSubject> {
  const written = { kind, payload: PAYLOADS[kind].parse(email.payload) } as PartnerEmail;
  const { payload } = written;
  return {
    about: "partner",
    ...written,
    partner: await partnerToMail(ctx, payload.partnerId),
    statement: "statementId" in payload ? await statementToMail(ctx, payload.statementId) : null,
    question: "questionId" in payload ? await questionToMail(ctx, payload.questionId) : null,
    recipient: email.recipient,
  };
}

async function readAlert(ctx: Context, kind: PartnerAlertKind, email: EmailRow): Promise<PartnerAlertSubject> {
  const written = { kind, payload: PAYLOADS[kind].parse(email.payload) } as PartnerAlert;
  const { payload } = written;
  return {
    about: "partnerAlert",
    ...written,
    statement: "statementId" in payload ? await statementToMail(ctx, payload.statementId) : null,
    questions: "statementId" in payload ? await openQuestions(ctx, payload.statementId) : [],
    desk: "deviceId" in payload ? await deskById(ctx.db, payload.deviceId) : undefined,
  };
}

async function readAccount(ctx: Context, kind: AccountEmailKind, email: EmailRow): Promise<AccountSubject> {
  const written = { kind, payload: PAYLOADS[kind].parse(email.payload) } as AccountEmail;
  return { about: "account", ...written, account: await accountOf(ctx, written.payload.userId), now: ctx.now };
}

async function readBooking(
  ctx: Context,
  kind: BookingEmailKind,
  { booking_id, recipient, payload: stored }: EmailRow,
): Promise<BookingSubject> {
  const payload = PAYLOADS[kind].parse(stored);
  const money = booking_id
    ? await moneyOf(ctx.db, booking_id, "paymentId" in payload || "refundId" in payload ? payload : {})
    : { refunds: [], inCash: false, disputeLost: false, payment: undefined, refund: undefined };
  const booking = booking_id ? await bookedDepartureOf(ctx, booking_id) : undefined;
  const rated = kind === "rating_request" && booking !== undefined && (await isReviewed(ctx, booking.id));
  const invoice = isAboutInvoice(kind) && booking_id ? await invoiceOf(ctx, booking_id) : null;
  const differences = kind === "staff_books_differ" && booking_id ? await differencesOfBooking(ctx, booking_id) : [];
  const credit = "creditId" in payload ? await creditOf(ctx, payload.creditId) : null;
  const creditBack = kind === "booking_cancelled" && booking_id ? await creditBackFrom(ctx, booking_id) : null;
  const review = kind === "staff_low_rating" && booking_id ? await givenReview(ctx, booking_id) : undefined;
  const reply = "answerId" in payload ? await reviewReplyOf(ctx, payload.answerId) : undefined;
  const note = kind === "booking_cancelled" && booking_id ? await noteOfEnd(ctx.db, booking_id) : null;
  const cancelled = kind === "booking_cancelled" ? PAYLOADS[kind].parse(stored) : null;
  const choice = cancelled && booking_id ? await openChoice(ctx, booking_id, cancelled.reminder ?? false) : null;
  const written = kind === "staff_letter" ? PAYLOADS[kind].parse(stored) : null;
  const byHand = kind === "pay_by_hand" ? PAYLOADS[kind].parse(stored) : null;
  const offer = kind === "waiting_offer" ? PAYLOADS[kind].parse(stored) : null;
  const told = kind === "route_changed" ? PAYLOADS[kind].parse(stored) : null;
  const route = told && (await routeOf(ctx, told.departureId));
  const isOtherInvoice = "invoiceId" in payload && invoice?.issued?.id !== payload.invoiceId;
  const asksAddress = kind === "address_change_asked" || kind === "address_change_confirm";
  const moving = asksAddress ? PAYLOADS[kind].parse(stored) : null;
  const signIn = kind === "sign_in_link" ? PAYLOADS[kind].parse(stored) : null;
  const unscheduled = isOtherInvoice
    ? "the invoice is another one"
    : offer
      ? new Date(offer.until) <= ctx.now
        ? "its time is over"
        : null
      : cancelled
        ? cancelled.reminder && !choice
          ? "the choice is made"
          : null
        : moving
          ? whyNotMoved(booking, moving, ctx.now)
          : signIn
            ? whyLinkIsOver(signIn, ctx.now)
            : told
              ? whyNotTold(booking, {
                  departureId: told.departureId,
                  isCurrent: route?.version === told.version,
                  now: ctx.now,
                })
              : written
                ? whyNotWritten(booking, written)
                : "requested" in payload
                  ? null
                  : await whyUnscheduled(ctx, kind, {
                      booking,
                      recipient,
                      date: "date" in payload ? payload.date : "",
                    });
  const change = ("change" in payload && payload.change) || null;
  const back = ("back" in payload && payload.back) || 0;
  const reason = "reason" in payload ? payload.reason : "";
  const offeredUntil = offer?.until ?? null;
  const words = {
    reason,
    change,
    back,
    written,
    byHand,
    offeredUntil,
    note,
    choice,
    unscheduled,
    moving,
    signIn,
    stops: route?.stops ?? [],
  };
  const about = { ...words, rated, invoice, differences, review, reply, credit, creditBack };
  return { about: "booking", kind, booking, ...about, ...money };
}

/** What the guest of a night that we called off may still choose. */
async function openChoice(ctx: Context, bookingId: string, isLast: boolean): Promise<BookingSubject["choice"]> {
  const undecided = await undecidedOf(ctx, bookingId);
  return undecided?.why === "night_off" ? { money: undecided.back > 0, until: undecided.until, isLast } : null;
}

const isAboutInvoice = (kind: BookingEmailKind): boolean =>
  kind === "staff_invoice_request" || kind === "invoice_issued" || kind === "invoice_refused";

/** Why nobody is to be asked any more whether a booking's emails go elsewhere. */
function whyNotMoved(
  booking: BookingSubject["booking"],
  { newEmail, token, until }: { newEmail: string; token: string | null; until: string },
  now: Date,
): string | null {
  if (!booking) return null;
  if (isSameAddress(booking.email, newEmail)) return "the address is changed already";
  return whyLinkIsOver({ token, until }, now);
}

const whyLinkIsOver = ({ token, until }: { token: string | null; until: string }, now: Date): string | null =>
  token === null || new Date(until) <= now ? "its link is too old" : null;

type Told = { departureId: string; isCurrent: boolean; now: Date };

/** Why guests aren't to be told of a night's stops any more: a newer version has its own email. */
function whyNotTold(booking: BookingSubject["booking"], { departureId, isCurrent, now }: Told): string | null {
  if (!booking) return null;
  if (booking.departure_id !== departureId) return "the night was moved";
  if (booking.departure_status === "cancelled") return "the night is cancelled";
  if (booking.ends_at <= now) return "its time is over";
  return isCurrent ? null : "the stops were changed again";
}

/** Why a letter to a night isn't for this guest any more; one to chosen bookings always is. */
function whyNotWritten(booking: BookingSubject["booking"], { departureId }: { departureId?: string | undefined }) {
  if (!booking || departureId === undefined) return null;
  if (booking.status !== "confirmed") return `the booking is ${booking.status}`;
  return booking.departure_id === departureId ? null : "the night was moved";
}

/** Why a scheduled email isn't to leave: what its reader, the operator or the calendar has changed since it was queued. */
async function whyUnscheduled(
  ctx: Context,
  kind: BookingEmailKind,
  { booking, recipient, date }: { booking: BookingSubject["booking"]; recipient: string; date: string },
): Promise<string | null> {
  if (!booking || (!isReminder(kind) && !isOptional(kind))) return null;
  if (isOptional(kind) && (await refusedAt(ctx, recipient))) return "its reader has unsubscribed";
  if (kind === "checkout_unfinished") return whyNotBack(ctx, booking);
  const { scheduled: plan } = await storedSettings(ctx);
  if (isReminder(kind)) return whyNotReminded(kind, { night: booking, of: date, plan, now: ctx.now });
  return plan.rating.on ? null : "it is switched off";
}
