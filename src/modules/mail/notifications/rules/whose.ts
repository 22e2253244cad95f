import type { EmailKind } from "#src/modules/mail/notifications/schema.ts";

/**
 * Whose an email is, so that whoever hands out or erases a person's data finds it: the guests of its booking (`emails.booking_id`), the
 * sender of a message (`messageId` in its payload), the owner of an account (`userId`), whoever has the address it went to, a partner
 * (by that address too), or nobody: it says nothing of a person.
 */
export type Owner = "booking" | "message" | "account" | "address" | "partner" | "nobody";

/** The owner of each kind; its row or payload names them. What goes to staff is the guest's, sender's or partner's it is about. */
export const OWNERS: Readonly<Record<EmailKind, Owner>> = {
  booking_confirmation: "booking",
  booking_cancelled: "booking",
  booking_link: "booking",
  sign_in_link: "booking",
  payment_unplaced: "booking",
  voucher_issued: "booking",
  address_change_asked: "booking",
  address_change_confirm: "booking",
  contact_changed: "booking",
  invoice_issued: "booking",
  invoice_refused: "booking",
  payment_at_bank: "booking",
  payment_refused: "booking",
  pay_by_hand: "booking",
  waiting_offer: "booking",
  credit_given: "booking",
  refund_sent: "booking",
  change_lost: "booking",
  reminder_day_before: "booking",
  reminder_today: "booking",
  checkout_unfinished: "booking",
  route_changed: "booking",
  rating_request: "booking",
  rating_answered: "booking",
  staff_letter: "booking",
  staff_payment_review: "booking",
  staff_late_tolerance: "booking",
  staff_invoice_request: "booking",
  staff_books_differ: "booking",
  staff_low_rating: "booking",
  message_received: "message",
  message_answered: "message",
  staff_message: "message",
  account_verify: "account",
  account_reset: "account",
  account_exists: "account",
  account_guessed: "account",
  account_password_changed: "account",
  account_email_change: "account",
  account_email_changed: "account",
  account_second_factor: "account",
  shift_asked: "account",
  shift_moved: "account",
  shift_ended: "account",
  till_to_take: "account",
  role_offered: "address",
  booking_code: "address",
  waiting_joined: "address",
  partner_link: "partner",
  partner_statement: "partner",
  partner_statement_paid: "partner",
  partner_statement_answered: "partner",
  staff_statement_question: "partner",
  staff_desk_locked: "partner",
  // a wording tried on a booking is that booking's
  staff_template_test: "booking",
  staff_mail_test: "nobody",
  staff_event_died: "nobody",
  staff_money_differs: "nobody",
  staff_tills_differ: "nobody",
  staff_unpaid_places: "nobody",
};

/** The kinds that are an owner's. */
export const kindsOf = (owner: Owner): string[] =>
  Object.entries(OWNERS).flatMap(([kind, whose]) => (whose === owner ? [kind] : []));

/** Whether this release knows a kind of email; the log may hold those of a newer one. */
export const isKnownKind = (kind: string): kind is EmailKind => Object.hasOwn(OWNERS, kind);
