import type { MessageId } from "#src/locales/i18n.ts";
import { isBookingEmail, type TemplateKind } from "#src/modules/notifications/schema.ts";
import type { Placeholder, TextRule } from "#src/modules/notifications/rules/template.ts";

/** What a text is in its email, with the longest it may be and whether it may have several lines. */
const ROLES = {
  subject: { most: 150, long: false },
  subjectHeading: { most: 150, long: false },
  preview: { most: 200, long: false },
  heading: { most: 150, long: false },
  text: { most: 1000, long: true },
  noteHeading: { most: 100, long: false },
  note: { most: 1000, long: true },
  button: { most: 40, long: false },
} as const;
export type TextRole = keyof typeof ROLES;

/** Cases of an email in which a text stands in it; every other text always does. */
export const CASES = [
  "changed",
  "dateMoved",
  "grew",
  "shrank",
  "weMoved",
  "refundable",
  "tooLate",
  "free",
  "unpaid",
  "nightOff",
  "byGuest",
  "byUs",
  "refunded",
  "inCash",
  "toCredit",
  "disputed",
  "noRefund",
  "paidTwice",
  "atDoor",
  "byTransfer",
  "wasPaid",
  "moneyLost",
  "codeGuessed",
  "byOwner",
  "byLink",
  "on",
  "off",
  "several",
  "askedAgain",
  "asBackup",
  "takenOff",
  "toPartner",
  "fromPartner",
  "nothingDue",
  "linkClosed",
] as const;
export type Case = (typeof CASES)[number];

type Also = { when?: Case; may?: readonly Placeholder[]; must?: readonly Placeholder[] };
type Listed = readonly [role: TextRole, id: MessageId, also?: Also];

const reminder = (when: "before" | "today"): readonly Listed[] => [
  ["subject", `emails.reminder.${when}.subject`],
  ["preview", "emails.reminder.preview"],
  ["heading", `emails.reminder.${when}.title`],
  ["text", "emails.reminder.text", { must: ["time"] }],
  ["noteHeading", "emails.confirmation.placeTitle"],
  ["note", "emails.confirmation.place", { must: ["place", "time"] }],
  ["noteHeading", "emails.confirmation.bringTitle"],
  ["note", "emails.confirmation.bring"],
  ["button", "emails.reminder.action"],
];

/**
 * The texts of each kind that staff may word, in the order in which they stand in the email. What is a fact (tables, tickets,
 * amounts), why somebody gets the email, and who may take part stay the product's.
 */
const TEXTS: Record<TemplateKind, readonly Listed[]> = {
  booking_confirmation: [
    ["subject", "emails.confirmation.subject"],
    ["preview", "emails.confirmation.preview"],
    ["heading", "emails.confirmation.title"],
    ["text", "emails.confirmation.intro"],
    ["subject", "emails.changed.subject", { when: "changed" }],
    ["heading", "emails.changed.title.date", { when: "dateMoved", must: ["date", "time"] }],
    ["text", "emails.changed.intro.date", { when: "dateMoved" }],
    ["heading", "emails.changed.title.add", { when: "grew" }],
    ["text", "emails.changed.intro.add", { when: "grew" }],
    ["heading", "emails.changed.title.remove", { when: "shrank" }],
    ["text", "emails.changed.intro.remove", { when: "shrank" }],
    ["heading", "emails.changed.title.moved", { when: "weMoved", must: ["date", "time"] }],
    ["text", "emails.changed.intro.moved", { when: "weMoved" }],
    ["button", "emails.seeBooking"],
    ["note", "emails.linkIsKey"],
    ["note", "emails.confirmation.calendar"],
    ["noteHeading", "emails.confirmation.placeTitle"],
    ["note", "emails.confirmation.place", { must: ["place", "time"] }],
    ["noteHeading", "emails.confirmation.changeTitle"],
    ["note", "emails.confirmation.changeUntil", { when: "refundable", must: ["deadline"] }],
    ["note", "emails.confirmation.changeOver", { when: "tooLate" }],
    ["note", "emails.confirmation.changeFree", { when: "free" }],
    ["noteHeading", "emails.confirmation.bringTitle"],
    ["note", "emails.confirmation.bring"],
  ],
  booking_cancelled: [
    ["subject", "emails.cancelled.subject"],
    ["preview", "emails.cancelled.preview"],
    ["preview", "emails.cancelled.previewUnpaid", { when: "unpaid" }],
    ["heading", "emails.cancelled.title"],
    ["heading", "emails.cancelled.titleDeparture", { when: "nightOff" }],
    ["text", "emails.cancelled.customer", { when: "byGuest" }],
    ["text", "emails.cancelled.admin", { when: "byUs" }],
    ["text", "emails.cancelled.departure", { when: "nightOff" }],
    ["text", "emails.cancelled.refund", { when: "refunded", must: ["amount"] }],
    ["text", "emails.cancelled.refundCash", { when: "inCash", must: ["amount"] }],
    ["text", "emails.cancelled.credit", { when: "toCredit", must: ["amount", "code"] }],
    ["text", "emails.cancelled.disputed", { when: "disputed" }],
    ["text", "emails.cancelled.noRefund", { when: "noRefund" }],
    ["text", "emails.cancelled.tickets", { when: "wasPaid" }],
    ["text", "emails.cancelled.unpaid", { when: "unpaid" }],
  ],
  booking_link: [
    ["subject", "emails.link.subject"],
    ["preview", "emails.link.preview"],
    ["heading", "emails.link.title"],
    ["text", "emails.link.text"],
    ["text", "emails.link.unpaid", { when: "unpaid" }],
    ["text", "emails.link.private"],
    ["button", "emails.seeBooking"],
    ["button", "emails.link.pay", { when: "unpaid" }],
  ],
  payment_unplaced: [
    ["subject", "emails.unplaced.subject"],
    ["preview", "emails.unplaced.preview", { may: ["amount"] }],
    ["heading", "emails.unplaced.title"],
    ["text", "emails.unplaced.text", { must: ["amount"] }],
    ["noteHeading", "emails.unplaced.dateTitle"],
    ["note", "emails.unplaced.date"],
    ["noteHeading", "emails.unplaced.creditTitle"],
    ["note", "emails.unplaced.credit", { must: ["amount"] }],
    ["noteHeading", "emails.unplaced.refundTitle"],
    ["note", "emails.unplaced.refund", { must: ["until"] }],
    ["button", "emails.unplaced.action"],
  ],
  voucher_issued: [
    ["subject", "emails.voucher.subject", { may: ["amount", "until"] }],
    ["preview", "emails.voucher.preview"],
    ["heading", "emails.voucher.title"],
    ["text", "emails.voucher.text"],
    ["noteHeading", "emails.voucher.showTitle"],
    ["note", "emails.voucher.show"],
    ["noteHeading", "emails.voucher.payTitle"],
    ["note", "emails.voucher.pay", { must: ["amount"] }],
    ["noteHeading", "emails.voucher.waitTitle"],
    ["note", "emails.voucher.wait"],
    ["button", "emails.voucher.action"],
  ],
  payment_at_bank: [
    ["subject", "emails.bank.subject", { may: ["amount"] }],
    ["preview", "emails.bank.preview"],
    ["heading", "emails.bank.title"],
    ["text", "emails.bank.text", { must: ["amount"] }],
    ["text", "emails.bank.once"],
    ["text", "emails.bank.end"],
    ["button", "emails.seeBooking"],
  ],
  payment_refused: [
    ["subject", "emails.refused.subject", { may: ["amount"] }],
    ["preview", "emails.refused.preview"],
    ["heading", "emails.refused.title"],
    ["text", "emails.refused.text", { must: ["amount"] }],
    ["text", "emails.refused.next"],
    ["button", "emails.seeBooking"],
  ],
  pay_by_hand: [
    ["subject", "emails.byHand.subject"],
    ["preview", "emails.byHand.preview"],
    ["heading", "emails.byHand.title"],
    ["text", "emails.byHand.text"],
    ["noteHeading", "emails.byHand.doorTitle", { when: "atDoor" }],
    ["note", "emails.byHand.door", { when: "atDoor", must: ["place"] }],
    ["noteHeading", "emails.byHand.transferTitle", { when: "byTransfer" }],
    ["note", "emails.byHand.transfer", { when: "byTransfer", must: ["reference"] }],
    ["button", "emails.seeBooking"],
  ],
  credit_given: [
    ["subject", "emails.credit.subject", { may: ["amount"] }],
    ["preview", "emails.credit.preview", { may: ["code"] }],
    ["heading", "emails.credit.title", { must: ["amount"] }],
    ["text", "emails.credit.text"],
    ["text", "emails.credit.rest"],
  ],
  refund_sent: [
    ["subject", "emails.refund.subject", { may: ["amount"] }],
    ["preview", "emails.refund.preview"],
    ["heading", "emails.refund.title", { must: ["amount"] }],
    ["text", "emails.refund.text", { must: ["amount"] }],
    ["text", "emails.refund.twice", { when: "paidTwice" }],
  ],
  change_lost: [
    ["subject", "emails.changeLost.subject"],
    ["preview", "emails.changeLost.preview", { may: ["amount"] }],
    ["heading", "emails.changeLost.title"],
    ["text", "emails.changeLost.text", { must: ["date"] }],
    ["text", "emails.changeLost.refund", { must: ["amount"] }],
    ["button", "emails.seeBooking"],
  ],
  rating_request: [
    ["subject", "emails.review.subject"],
    ["preview", "emails.review.preview"],
    ["heading", "emails.review.title"],
    ["text", "emails.review.text"],
    ["text", "emails.review.private"],
    ["button", "emails.review.action"],
  ],
  rating_answered: [
    ["subject", "emails.reply.subject"],
    ["preview", "emails.reply.preview"],
    ["heading", "emails.reply.title"],
    ["noteHeading", "emails.reply.yours"],
  ],
  staff_letter: [["button", "emails.seeBooking"]],
  staff_payment_review: [
    ["subject", "emails.staff.review.subject", { must: ["reference"] }],
    ["heading", "emails.staff.review.title"],
    ["text", "emails.staff.review.text"],
  ],
  staff_late_tolerance: [
    ["subject", "emails.staff.tolerance.subject", { must: ["reference"] }],
    ["heading", "emails.staff.tolerance.title"],
    ["text", "emails.staff.tolerance.text"],
  ],
  staff_invoice_request: [
    ["subject", "emails.staff.invoice.subject", { must: ["reference"] }],
    ["heading", "emails.staff.invoice.title"],
    ["text", "emails.staff.invoice.text"],
  ],
  staff_books_differ: [
    ["subject", "emails.staff.books.subject", { must: ["reference"] }],
    ["heading", "emails.staff.books.title"],
    ["text", "emails.staff.books.text"],
  ],
  staff_low_rating: [
    ["subject", "emails.staff.lowReview.subject", { may: ["stars"], must: ["reference"] }],
    ["heading", "emails.staff.lowReview.title", { may: ["stars"] }],
    ["text", "emails.staff.lowReview.text"],
  ],
  message_received: [
    ["subject", "emails.message.subject"],
    ["heading", "emails.message.title"],
    ["text", "emails.message.text"],
    ["text", "emails.message.more"],
  ],
  staff_message: [
    ["subject", "emails.staff.message.subject", { must: ["subject"] }],
    ["noteHeading", "emails.staff.message.answer"],
    ["note", "emails.staff.message.text", { may: ["name"] }],
  ],
  message_answered: [
    ["subject", "emails.answer.subject", { must: ["subject"] }],
    ["preview", "emails.answer.preview", { may: ["date"] }],
    ["heading", "emails.answer.title", { may: ["name"] }],
    ["noteHeading", "emails.answer.yours", { may: ["date"] }],
  ],
  staff_event_died: [
    ["subject", "emails.money.died.subject", { must: ["provider"] }],
    ["heading", "emails.money.died.title"],
    ["text", "emails.money.died.text"],
    ["subject", "emails.money.lost.subject", { when: "moneyLost", must: ["provider"] }],
    ["heading", "emails.money.lost.title", { when: "moneyLost" }],
    ["text", "emails.money.lost.text", { when: "moneyLost" }],
    ["button", "emails.money.open"],
  ],
  staff_money_differs: [
    ["subject", "emails.money.differs.subject", { may: ["day", "count"], must: ["provider"] }],
    ["heading", "emails.money.differs.title", { may: ["provider", "day", "count"] }],
    ["text", "emails.money.differs.text", { may: ["count"], must: ["provider", "day"] }],
    ["button", "emails.money.open"],
  ],
  staff_tills_differ: [
    ["subject", "emails.money.tills.subject"],
    ["heading", "emails.money.tills.title"],
    ["text", "emails.money.tills.text"],
    ["button", "emails.money.open"],
  ],
  account_verify: [
    ["subject", "emails.verify.subject"],
    ["heading", "emails.verify.title"],
    ["text", "emails.verify.text"],
    ["text", "emails.verify.until"],
    ["button", "emails.verify.action"],
  ],
  account_reset: [
    ["subject", "emails.reset.subject"],
    ["heading", "emails.reset.title"],
    ["text", "emails.reset.text"],
    ["text", "emails.reset.until"],
    ["button", "emails.reset.action"],
  ],
  account_exists: [
    ["subject", "emails.exists.subject"],
    ["heading", "emails.exists.title"],
    ["text", "emails.exists.text"],
    ["text", "emails.exists.forgot", { must: ["link"] }],
    ["button", "emails.exists.action"],
  ],
  account_guessed: [
    ["subject", "emails.guessed.subject"],
    ["heading", "emails.guessed.title"],
    ["text", "emails.guessed.text"],
    ["text", "emails.guessed.you"],
    ["text", "emails.guessed.todo"],
    ["subject", "emails.guessedCode.subject", { when: "codeGuessed" }],
    ["heading", "emails.guessedCode.title", { when: "codeGuessed" }],
    ["text", "emails.guessedCode.text", { when: "codeGuessed" }],
    ["text", "emails.guessedCode.todo", { when: "codeGuessed" }],
    ["text", "emails.guessedCode.you", { when: "codeGuessed" }],
    ["button", "emails.account.newPassword"],
  ],
  account_password_changed: [
    ["subject", "emails.passwordChanged.subject"],
    ["heading", "emails.passwordChanged.title"],
    ["text", "emails.passwordChanged.byOwner", { when: "byOwner" }],
    ["text", "emails.passwordChanged.byLink", { when: "byLink" }],
    ["text", "emails.account.notYou"],
    ["button", "emails.account.newPassword"],
  ],
  account_email_change: [
    ["subject", "emails.emailChange.subject"],
    ["heading", "emails.emailChange.title"],
    ["text", "emails.emailChange.text", { must: ["email"] }],
    ["text", "emails.verify.until"],
    ["button", "emails.verify.action"],
  ],
  account_email_changed: [
    ["subject", "emails.emailChanged.subject"],
    ["heading", "emails.emailChanged.title"],
    ["text", "emails.emailChanged.text", { must: ["email"] }],
    ["text", "emails.emailChanged.notYou"],
  ],
  account_second_factor: [
    ["subjectHeading", "emails.secondFactor.on", { when: "on" }],
    ["text", "emails.secondFactor.onText", { when: "on" }],
    ["subjectHeading", "emails.secondFactor.off", { when: "off" }],
    ["text", "emails.secondFactor.offText", { when: "off" }],
    ["text", "emails.account.notYou"],
    ["button", "emails.account.newPassword"],
  ],
  role_offered: [
    ["subject", "emails.invitation.subject", { may: ["role"] }],
    ["heading", "emails.invitation.title"],
    ["text", "emails.invitation.text", { must: ["role"] }],
    ["text", "emails.invitation.how"],
    ["text", "emails.invitation.until"],
    ["button", "emails.invitation.action"],
  ],
  reminder_day_before: reminder("before"),
  reminder_today: reminder("today"),
  route_changed: [
    ["subject", "emails.route.subject"],
    ["preview", "emails.route.preview"],
    ["heading", "emails.route.title"],
    ["text", "emails.route.text"],
    ["button", "emails.route.action"],
  ],
  checkout_unfinished: [
    ["subject", "emails.unfinished.subject"],
    ["preview", "emails.unfinished.preview"],
    ["heading", "emails.unfinished.title"],
    ["text", "emails.unfinished.text"],
    ["text", "emails.unfinished.free"],
    ["button", "emails.unfinished.action"],
  ],
  booking_code: [
    ["subject", "emails.code.subject", { must: ["code"] }],
    ["heading", "emails.code.title"],
    ["text", "emails.code.text"],
    ["text", "emails.code.until"],
  ],
  shift_asked: [
    ["subject", "emails.shift.asked.subject", { may: ["crawl", "time"], must: ["date"] }],
    ["heading", "emails.shift.asked.title"],
    ["text", "emails.shift.asked.text"],
    ["subject", "emails.shift.several.subject", { when: "several" }],
    ["heading", "emails.shift.several.title", { when: "several" }],
    ["text", "emails.shift.several.text", { when: "several" }],
    ["text", "emails.shift.asked.backup", { when: "asBackup" }],
    ["text", "emails.shift.again.text", { when: "askedAgain" }],
    ["button", "emails.shift.answer"],
  ],
  shift_moved: [
    ["subject", "emails.shift.moved.subject", { may: ["crawl", "time"], must: ["date"] }],
    ["heading", "emails.shift.moved.title"],
    ["text", "emails.shift.moved.text", { may: ["crawl", "date", "time"] }],
    ["button", "emails.shift.answer"],
  ],
  shift_ended: [
    ["subject", "emails.shift.off.subject", { when: "takenOff", may: ["crawl", "time"], must: ["date"] }],
    ["heading", "emails.shift.off.title", { when: "takenOff" }],
    ["text", "emails.shift.off.text", { when: "takenOff", may: ["crawl", "date"] }],
    ["subject", "emails.shift.cancelled.subject", { when: "nightOff", may: ["crawl", "time"], must: ["date"] }],
    ["heading", "emails.shift.cancelled.title", { when: "nightOff" }],
    ["text", "emails.shift.cancelled.text", { when: "nightOff", may: ["crawl", "date"] }],
  ],
  partner_link: [
    ["subject", "emails.partnerLink.subject"],
    ["preview", "emails.partnerLink.preview"],
    ["heading", "emails.partnerLink.title", { may: ["name"] }],
    ["text", "emails.partnerLink.text"],
    ["text", "emails.partnerLink.private"],
    ["button", "emails.partnerLink.action"],
  ],
  partner_statement: [
    ["subjectHeading", "emails.statement.subject", { must: ["month"] }],
    ["text", "emails.statement.toPartner", { when: "toPartner", must: ["amount"] }],
    ["text", "emails.statement.fromPartner", { when: "fromPartner", must: ["amount"] }],
    ["text", "emails.statement.nothingDue", { when: "nothingDue" }],
    ["text", "emails.statement.ask"],
    ["text", "emails.statement.private"],
    ["button", "emails.statement.action"],
    ["text", "emails.statement.closed", { when: "linkClosed" }],
  ],
  partner_statement_paid: [
    ["subjectHeading", "emails.statementPaid.subject", { when: "toPartner", must: ["month"] }],
    ["text", "emails.statementPaid.text", { when: "toPartner", must: ["amount"] }],
    ["subjectHeading", "emails.statementPaid.received", { when: "fromPartner", must: ["month"] }],
    ["text", "emails.statementPaid.receivedText", { when: "fromPartner", must: ["amount"] }],
    ["subjectHeading", "emails.statementPaid.settled", { when: "nothingDue", must: ["month"] }],
    ["text", "emails.statementPaid.settledText", { when: "nothingDue" }],
    ["text", "emails.statement.private"],
    ["button", "emails.statement.see"],
    ["text", "emails.statement.closed", { when: "linkClosed" }],
  ],
  partner_statement_answered: [
    ["subjectHeading", "emails.statementAnswered.subject", { must: ["month"] }],
    ["text", "emails.statementAnswered.text", { may: ["date"] }],
    ["text", "emails.statement.private"],
    ["noteHeading", "emails.statementAnswered.yours"],
    ["noteHeading", "emails.statementAnswered.ours"],
    ["button", "emails.statement.see"],
    ["text", "emails.statement.closed", { when: "linkClosed" }],
  ],
  staff_statement_question: [
    ["subjectHeading", "emails.staff.question.subject", { must: ["partner"], may: ["month"] }],
    ["text", "emails.staff.question.text"],
    ["button", "emails.staff.question.action"],
  ],
  staff_desk_locked: [
    ["subjectHeading", "emails.staff.desk.subject", { must: ["desk", "partner"] }],
    ["text", "emails.staff.desk.text"],
    ["button", "emails.staff.desk.action"],
  ],
  staff_unpaid_places: [
    ["subject", "emails.unpaid.subject"],
    ["heading", "emails.unpaid.title"],
    ["text", "emails.unpaid.text", { may: ["unpaid", "paid"] }],
    ["text", "emails.unpaid.done"],
    ["button", "emails.unpaid.open"],
  ],
};

export const TEMPLATE_KINDS = Object.keys(TEXTS) as TemplateKind[];
export const isTemplateKind = (kind: string): kind is TemplateKind => Object.hasOwn(TEXTS, kind);

/** What every email about a booking can insert. No other knows a guest: account emails, by intent, hold no name at all. */
export const OF_BOOKING = ["name", "reference", "date", "time", "hours", "people", "crawl", "city", "place"] as const;
type OfBooking = (typeof OF_BOOKING)[number];

/** Nobody has proved that these emails' address is the guest's: the name that somebody typed doesn't go to it. */
const TO_UNPROVED: Partial<Record<TemplateKind, readonly OfBooking[]>> = {
  checkout_unfinished: ["name", "reference"],
  voucher_issued: ["name"],
  payment_at_bank: ["name"],
  payment_refused: ["name"],
  pay_by_hand: ["name"],
  booking_link: ["name"],
  booking_cancelled: ["name"],
};

const insertedIn = (kind: TemplateKind): readonly Placeholder[] =>
  isBookingEmail(kind) ? OF_BOOKING.filter((one) => !TO_UNPROVED[kind]?.includes(one)) : [];

/** A text that staff may word. */
export type EditableText = TextRule & { id: MessageId; role: TextRole; when: Case | null };

/** The texts of a kind, in the order of the email. */
export const textsOf = (kind: TemplateKind): EditableText[] =>
  TEXTS[kind].map(([role, id, { when = null, may = [], must = [] } = {}]) => ({
    id,
    role,
    when,
    must,
    may: [...new Set([...must, ...may, ...insertedIn(kind)])],
    ...ROLES[role],
  }));

/** The cases of a kind, in the order of its texts. */
export const casesOf = (kind: TemplateKind): Case[] => [
  ...new Set(textsOf(kind).flatMap(({ when }) => (when === null ? [] : [when]))),
];

/** The case of a kind with this name; null for the usual one. */
export const caseOf = (kind: TemplateKind, name: string): Case | null =>
  casesOf(kind).find((known) => known === name) ?? null;
