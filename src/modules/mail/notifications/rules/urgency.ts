import { PRIORITY } from "#src/kernel/job-order.ts";
import { SCHEDULED_KINDS } from "#src/modules/mail/notifications/rules/scheduled.ts";
import type { EmailKind } from "#src/modules/mail/notifications/schema.ts";

/** What somebody has just asked or paid for, and looks for in their mailbox. */
const AT_ONCE: readonly EmailKind[] = [
  "booking_code",
  "booking_confirmation",
  "booking_link",
  "sign_in_link",
  "address_change_asked",
  "address_change_confirm",
  "voucher_issued",
  "payment_at_bank",
  "payment_refused",
  "pay_by_hand",
  "waiting_offer",
  "payment_unplaced",
  "change_lost",
  "credit_given",
  "account_verify",
  "account_reset",
  "account_exists",
  "account_guessed",
  "account_password_changed",
  "account_email_change",
  "account_email_changed",
  "account_second_factor",
  "role_offered",
  "partner_link",
  "message_received",
  "staff_mail_test",
  "staff_template_test",
];

/** What goes to many at a time: thousands are due at once. */
const TO_MANY: readonly EmailKind[] = [
  ...SCHEDULED_KINDS,
  "staff_letter",
  "route_changed",
  "partner_statement",
  "partner_statement_paid",
];

/** Kinds of email whose place in the queue isn't that of what follows from an act (`PRIORITY.soon`), with it. */
export const PLACES: readonly { kinds: readonly string[]; priority: number }[] = [
  { kinds: AT_ONCE, priority: PRIORITY.at_once },
  { kinds: TO_MANY, priority: PRIORITY.last },
];
