import { ACCOUNT_ANSWERS, ACCOUNT_SENDINGS } from "#src/modules/mail/notifications/kinds/account.server.ts";
import { BOOKING_ANSWERS, BOOKING_SENDINGS } from "#src/modules/mail/notifications/kinds/booking.server.ts";
import {
  BOOKS_ANSWERS,
  BOOKS_SENDINGS,
  PURCHASE_SENDINGS,
} from "#src/modules/mail/notifications/kinds/books.server.ts";
import { CONTACT_ANSWERS, CONTACT_SENDINGS } from "#src/modules/mail/notifications/kinds/contact.server.ts";
import { GIFT_ANSWERS, GIFT_SENDINGS } from "#src/modules/mail/notifications/kinds/gift.server.ts";
import { GROUP_ANSWERS, GROUP_SENDINGS, QUOTE_SENDINGS } from "#src/modules/mail/notifications/kinds/group.server.ts";
import { HOLD_ANSWERS, HOLD_SENDINGS } from "#src/modules/mail/notifications/kinds/hold.server.ts";
import { INVOICE_ANSWERS, INVOICE_SENDINGS } from "#src/modules/mail/notifications/kinds/invoice.server.ts";
import { LETTER_SENDINGS } from "#src/modules/mail/notifications/kinds/letter.server.ts";
import { MESSAGE_ANSWERS, MESSAGE_SENDINGS } from "#src/modules/mail/notifications/kinds/message.server.ts";
import { MONEY_ANSWERS, MONEY_SENDINGS } from "#src/modules/mail/notifications/kinds/money.server.ts";
import { NIGHT_ANSWERS, NIGHT_SENDINGS } from "#src/modules/mail/notifications/kinds/night.server.ts";
import { PARTNER_ANSWERS, PARTNER_SENDINGS } from "#src/modules/mail/notifications/kinds/partner.server.ts";
import { PAYMENT_ANSWERS, PAYMENT_SENDINGS } from "#src/modules/mail/notifications/kinds/payment.server.ts";
import { REVIEW_ANSWERS, REVIEW_SENDINGS } from "#src/modules/mail/notifications/kinds/review.server.ts";
import { SHIFT_ANSWERS, SHIFT_SENDINGS } from "#src/modules/mail/notifications/kinds/shift.server.ts";
import { TABLE_ANSWERS, TABLE_SENDINGS } from "#src/modules/mail/notifications/kinds/table.server.ts";
import { TILL_ANSWERS, TILL_SENDINGS } from "#src/modules/mail/notifications/kinds/till.server.ts";
import {
  OFFER_SENDINGS,
  WAITING_ANSWERS,
  WAITING_SENDINGS,
} from "#src/modules/mail/notifications/kinds/waiting.server.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import type { Handlers } from "#src/platform/context.server.ts";

/** How each kind of email is read, judged, written and shown. */
export const SENDINGS: Readonly<Record<TemplateKind, Sending>> = {
  ...BOOKING_SENDINGS,
  ...CONTACT_SENDINGS,
  ...PAYMENT_SENDINGS,
  ...OFFER_SENDINGS,
  ...TABLE_SENDINGS,
  ...INVOICE_SENDINGS,
  ...BOOKS_SENDINGS,
  ...NIGHT_SENDINGS,
  ...REVIEW_SENDINGS,
  ...LETTER_SENDINGS,
  ...MESSAGE_SENDINGS,
  ...GROUP_SENDINGS,
  ...QUOTE_SENDINGS,
  ...MONEY_SENDINGS,
  ...PURCHASE_SENDINGS,
  ...ACCOUNT_SENDINGS,
  ...HOLD_SENDINGS,
  ...WAITING_SENDINGS,
  ...GIFT_SENDINGS,
  ...SHIFT_SENDINGS,
  ...PARTNER_SENDINGS,
  ...TILL_SENDINGS,
};

/** The events that emails answer, with what queues those. */
export const EMAILED = {
  ...BOOKING_ANSWERS,
  ...CONTACT_ANSWERS,
  ...PAYMENT_ANSWERS,
  ...TABLE_ANSWERS,
  ...INVOICE_ANSWERS,
  ...BOOKS_ANSWERS,
  ...NIGHT_ANSWERS,
  ...REVIEW_ANSWERS,
  ...MESSAGE_ANSWERS,
  ...GROUP_ANSWERS,
  ...MONEY_ANSWERS,
  ...ACCOUNT_ANSWERS,
  ...HOLD_ANSWERS,
  ...WAITING_ANSWERS,
  ...GIFT_ANSWERS,
  ...SHIFT_ANSWERS,
  ...PARTNER_ANSWERS,
  ...TILL_ANSWERS,
} satisfies Partial<Handlers>;
