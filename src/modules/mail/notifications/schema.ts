import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { jsonText } from "#src/kernel/json-text.ts";

const id = z.uuid();

/** A secret token. Null once the email was sent or never will be: readers of the log must not be able to use it. */
const secret = { token: z.string().nullable(), until: z.iso.datetime() };

/** Booking emails, with what their row needs beyond the booking; the rest is read when they are sent. */
const BOOKING_MAILS = {
  booking_confirmation: z.strictObject({
    change: z.enum(["date", "add", "remove", "moved", "replaced"]).optional(),
    back: z.int().positive().optional().describe("what comes back by the change, in minor units"),
  }),
  booking_cancelled: z.strictObject({ reminder: z.boolean().optional().describe("of a choice that is still open") }),
  booking_link: z.strictObject({}),
  sign_in_link: z.strictObject(secret),
  address_change_asked: z.strictObject({ newEmail: z.string(), ...secret }),
  address_change_confirm: z.strictObject({ newEmail: z.string(), ...secret }),
  contact_changed: z.strictObject({}),
  payment_unplaced: z.strictObject({ paymentId: id }),
  voucher_issued: z.strictObject({ paymentId: id }),
  payment_at_bank: z.strictObject({ paymentId: id }),
  payment_refused: z.strictObject({ paymentId: id }),
  waiting_offer: z.strictObject({ until: z.iso.datetime() }),
  pay_by_hand: z.strictObject({ until: z.iso.datetime(), door: z.boolean(), transfer: z.string() }),
  credit_given: z.strictObject({ creditId: id }),
  refund_sent: z.strictObject({ refundId: id }),
  change_lost: z.strictObject({ paymentId: id }),
  staff_payment_review: z.strictObject({ paymentId: id, reason: z.string() }),
  staff_late_tolerance: z.strictObject({}),
  invoice_issued: z.strictObject({ invoiceId: id }),
  invoice_refused: z.strictObject({}),
  staff_invoice_request: z.strictObject({}),
  staff_books_differ: z.strictObject({}),
  reminder_day_before: z.strictObject({ date: z.iso.date() }),
  reminder_today: z.strictObject({ date: z.iso.date() }),
  checkout_unfinished: z.strictObject({}),
  route_changed: z.strictObject({ departureId: id, version: z.int() }),
  /** `requested`: the guest asked for the link, so that neither a setting nor an unsubscription withholds it. */
  rating_request: z.strictObject({ requested: z.literal(true).optional() }),
  rating_answered: z.strictObject({ answerId: id }),
  staff_low_rating: z.strictObject({}),
  staff_letter: z.strictObject({
    subject: z.string(),
    text: z.string(),
    departureId: id.optional().describe("of a letter to a night: for whoever is booked onto it"),
  }),
} as const;

/** Emails about a message sent to us. */
const MESSAGE_MAILS = {
  message_received: z.strictObject({ messageId: id }),
  staff_message: z.strictObject({ messageId: id }),
  message_answered: z.strictObject({ messageId: id, answerId: id }),
} as const;

/** Emails to staff about money that doesn't add up. */
const MONEY_MAILS = {
  staff_event_died: z.strictObject({ eventId: id }),
  staff_money_differs: z.strictObject({ runId: id }),
  staff_tills_differ: z.strictObject({}),
} as const;

/** Account emails. `newEmail` is the address to verify, where it is another one. */
const ACCOUNT_MAILS = {
  account_verify: z.strictObject({ userId: id, ...secret }),
  account_reset: z.strictObject({ userId: id, ...secret }),
  account_exists: z.strictObject({ userId: id }),
  account_guessed: z.strictObject({ userId: id, what: z.enum(["password", "code"]).default("password") }),
  account_password_changed: z.strictObject({ userId: id, by: z.enum(["owner", "link"]) }),
  account_email_change: z.strictObject({ userId: id, newEmail: z.string(), ...secret }),
  account_email_changed: z.strictObject({ userId: id, newEmail: z.string() }),
  account_second_factor: z.strictObject({ userId: id, enabled: z.boolean() }),
} as const;

/** Emails that offer a role. */
const INVITATION_MAILS = {
  role_offered: z.strictObject({ invitationId: id, ...secret }),
} as const;

/** Emails about places that are kept without being paid: a guest's code, and what staff should know. */
const HOLD_MAILS = {
  booking_code: z.strictObject(secret),
  staff_unpaid_places: z.strictObject({ episodeId: id }),
} as const;

/** Emails to somebody on the waiting list of nights. */
const WAITING_MAILS = {
  waiting_joined: z.strictObject({ entryIds: z.array(id).min(1) }),
} as const;

/** Emails to guides about the nights they lead. */
const SHIFT_MAILS = {
  shift_asked: z.strictObject({ userId: id, requestId: id, shiftIds: z.array(id).min(1), again: z.boolean() }),
  shift_moved: z.strictObject({
    userId: id,
    requestId: id,
    shiftId: id,
    was: z.strictObject({ date: z.iso.date(), start_time: z.string(), end_time: z.string() }),
  }),
  shift_ended: z.strictObject({ userId: id, shiftId: id, why: z.enum(["withdrawn", "cancelled"]) }),
} as const;

/** Emails to partners: all have the link of their own page. */
const PARTNER_MAILS = {
  partner_link: z.strictObject({ partnerId: id, version: z.int() }),
  partner_statement: z.strictObject({ partnerId: id, statementId: id }),
  partner_statement_paid: z.strictObject({ partnerId: id, statementId: id }),
  partner_statement_answered: z.strictObject({ partnerId: id, questionId: id }),
} as const;

/** Emails to staff about partners. */
const PARTNER_ALERTS = {
  staff_statement_question: z.strictObject({ statementId: id }),
  staff_desk_locked: z.strictObject({ deviceId: id, at: z.iso.datetime() }),
} as const;

/** Emails to staff about tills that they are to take over, counted for the `round`th time. */
const TILL_MAILS = {
  till_to_take: z.strictObject({ userId: id, tillId: id, round: z.int() }),
} as const;

/** The texts of a kind in one language, by message id. */
const texts = z.record(z.string(), z.string());

/** What staff write to guests. */
const letter = z.strictObject({ subject: z.string(), text: z.string() });

/**
 * Emails that staff send to themselves, to see that they arrive or how they look. `texts` are the wording that is tried, `written` a
 * letter of their own, which has the published one.
 */
const TRIALS = {
  staff_mail_test: z.strictObject({}),
  staff_template_test: z.strictObject({ of: z.string(), bookingId: id.nullable(), texts, written: letter.optional() }),
} as const;

/** Every kind of email with its payload's shape. */
export const PAYLOADS = {
  ...BOOKING_MAILS,
  ...MESSAGE_MAILS,
  ...MONEY_MAILS,
  ...ACCOUNT_MAILS,
  ...INVITATION_MAILS,
  ...HOLD_MAILS,
  ...WAITING_MAILS,
  ...SHIFT_MAILS,
  ...PARTNER_MAILS,
  ...PARTNER_ALERTS,
  ...TILL_MAILS,
  ...TRIALS,
};

/** What an operator typed, by language and message id; the rules of its kind check it text by text. */
const typedTexts = jsonText(z.strictObject({ en: texts, es: texts }), 200_000);
const language = z.enum(["en", "es"]);
const reference = z.string().overwrite(toOneLine).max(20);

/** What the editor of a kind's texts posts. */
export const TemplateAct = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), base: z.coerce.number().int().positive(), texts: typedTexts }),
  z.object({
    intent: z.literal("restore"),
    base: z.coerce.number().int().positive(),
    version: z.coerce.number().int().positive(),
  }),
  z.object({ intent: z.literal("test"), language, texts: typedTexts, reference, example: z.stringbool(), key: id }),
]);
export type TemplateAct = z.infer<typeof TemplateAct>;

/** What the editor asks its preview for. `at` is a case of the kind, "" for the usual one. */
export const TemplatePreview = z.object({
  language,
  texts: typedTexts,
  reference,
  at: z.string().max(30),
  example: z.stringbool(),
});

export type BookingEmailKind = keyof typeof BOOKING_MAILS;
export type MessageMailKind = keyof typeof MESSAGE_MAILS;
export type MoneyEmailKind = keyof typeof MONEY_MAILS;
export type AccountEmailKind = keyof typeof ACCOUNT_MAILS;
export type InvitationEmailKind = keyof typeof INVITATION_MAILS;
export type HoldEmailKind = keyof typeof HOLD_MAILS;
export type WaitingEmailKind = keyof typeof WAITING_MAILS;
export type ShiftEmailKind = keyof typeof SHIFT_MAILS;
export type PartnerEmailKind = keyof typeof PARTNER_MAILS;
export type PartnerAlertKind = keyof typeof PARTNER_ALERTS;
export type TillEmailKind = keyof typeof TILL_MAILS;
export type TrialKind = keyof typeof TRIALS;
export type EmailKind = keyof typeof PAYLOADS;
/** A kind of email whose texts staff may word. */
export type TemplateKind = Exclude<EmailKind, TrialKind>;
type EmailOf<Kinds extends EmailKind> = { [K in Kinds]: { kind: K; payload: z.infer<(typeof PAYLOADS)[K]> } }[Kinds];

/** An email of each kind with its payload. */
export type BookingEmail = EmailOf<BookingEmailKind>;
export type MessageMail = EmailOf<MessageMailKind>;
export type MoneyEmail = EmailOf<MoneyEmailKind>;
export type AccountEmail = EmailOf<AccountEmailKind>;
export type InvitationEmail = EmailOf<InvitationEmailKind>;
export type HoldEmail = EmailOf<HoldEmailKind>;
export type WaitingEmail = EmailOf<WaitingEmailKind>;
export type ShiftEmail = EmailOf<ShiftEmailKind>;
export type PartnerEmail = EmailOf<PartnerEmailKind>;
export type PartnerAlert = EmailOf<PartnerAlertKind>;
export type TillEmail = EmailOf<TillEmailKind>;
export type Trial = EmailOf<TrialKind>;

export const isBookingEmail = (kind: string): kind is BookingEmailKind => Object.hasOwn(BOOKING_MAILS, kind);
/** Emails that aren't about their reader's own booking, account or message: they can be refused. */
const OPTIONAL: readonly string[] = ["rating_request", "checkout_unfinished"] satisfies BookingEmailKind[];
export const isOptional = (kind: string): boolean => OPTIONAL.includes(kind);

/** Emails that aren't for whoever has the booking's address now: they are about moving it, go elsewhere, or let in its reader of then. */
const OF_AN_ADDRESS: readonly string[] = [
  "sign_in_link",
  "address_change_asked",
  "address_change_confirm",
  "contact_changed",
] satisfies BookingEmailKind[];
const isOfAddress = (kind: string): boolean => OF_AN_ADDRESS.includes(kind);

/** Whether an email of this kind isn't written anew: its reader was promised just one, or it was for one address alone. */
export const isSentOnce = (kind: string): boolean => kind === "checkout_unfinished" || isOfAddress(kind);

export const isMessageMail = (kind: string): kind is MessageMailKind => Object.hasOwn(MESSAGE_MAILS, kind);
export const isMoneyEmail = (kind: string): kind is MoneyEmailKind => Object.hasOwn(MONEY_MAILS, kind);
export const isAccountEmail = (kind: string): kind is AccountEmailKind => Object.hasOwn(ACCOUNT_MAILS, kind);
export const isInvitationEmail = (kind: string): kind is InvitationEmailKind => Object.hasOwn(INVITATION_MAILS, kind);
export const isTrial = (kind: string): kind is TrialKind => Object.hasOwn(TRIALS, kind);
export const isHoldEmail = (kind: string): kind is HoldEmailKind => Object.hasOwn(HOLD_MAILS, kind);
export const isWaitingEmail = (kind: string): kind is WaitingEmailKind => Object.hasOwn(WAITING_MAILS, kind);
export const isPartnerEmail = (kind: string): kind is PartnerEmailKind => Object.hasOwn(PARTNER_MAILS, kind);
export const isPartnerAlert = (kind: string): kind is PartnerAlertKind => Object.hasOwn(PARTNER_ALERTS, kind);
export const isTillEmail = (kind: string): kind is TillEmailKind => Object.hasOwn(TILL_MAILS, kind);
export const isShiftEmail = (kind: string): kind is ShiftEmailKind => Object.hasOwn(SHIFT_MAILS, kind);

/** Whether an email still has what it is about: it is emptied when its reader's data is deleted. */
export const isWhole = ({ kind, payload }: { kind: string; payload: unknown }): boolean =>
  Object.hasOwn(PAYLOADS, kind) && PAYLOADS[kind as EmailKind].safeParse(payload).success;
