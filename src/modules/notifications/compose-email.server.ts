import fontUrl from "#src/ui/fonts/truculenta-900.woff2?url";
import { createElement, type ReactElement } from "react";
import { toBuffer as qrToPng } from "qrcode";
import type { Locale } from "#src/kernel/localized.ts";
import { emailI18nFor } from "#src/locales/i18n.ts";
import { optoutLink } from "#src/modules/notifications/grant-optout.server.ts";
import { drawPictures } from "#src/modules/notifications/draw-pictures.server.ts";
import { BookingConfirmation } from "#src/modules/notifications/emails/booking-confirmation.tsx";
import { COLOURS, type EmailContext } from "#src/modules/notifications/emails/layout.tsx";
import { PlainEmail } from "#src/modules/notifications/emails/plain-email.tsx";
import { renderEmail } from "#src/modules/notifications/render-email.server.ts";
import type { BookingSubject, EmailSubject } from "#src/modules/notifications/read-subject.server.ts";
import { reminderText } from "#src/modules/notifications/reminder-email-copy.server.ts";
import { subjectLine } from "#src/modules/notifications/rules/delivery.ts";
import { checkoutLink } from "#src/modules/notifications/lead-back.server.ts";
import { unfinishedText } from "#src/modules/notifications/unfinished-email-copy.server.ts";
import { isOptional } from "#src/modules/notifications/schema.ts";
import { isReminder } from "#src/modules/notifications/rules/reminders.ts";
import type { EmailRow } from "#src/modules/notifications/store.server.ts";
import { accountText, invitationText } from "#src/modules/notifications/account-email-copy.server.ts";
import { confirmationText, plainText } from "#src/modules/notifications/email-copy.server.ts";
import { holdText } from "#src/modules/notifications/hold-email-copy.server.ts";
import { moneyText } from "#src/modules/notifications/money-email-copy.server.ts";
import { messageText } from "#src/modules/notifications/message-email-copy.server.ts";
import { emailedReceipt } from "#src/modules/receipts/queries.server.ts";
import { reviewLink } from "#src/modules/reviews/queries.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import { bookingLink, calendarFile, ticketsOf, ticketsPdf } from "#src/modules/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Attachment } from "#src/platform/email.server.ts";

/** An email ready to send: pictures are attachments with a `cid`; replies go to `replyTo` where it isn't us. */
export type ComposedEmail = {
  subject: string;
  html: string;
  text: string;
  attachments: Attachment[];
  replyTo?: string;
  unsubscribe?: string;
};

/** Writes, renders and assembles an email from its subject, which must have passed `whyWithheld`. */
export async function composeEmail(
  ctx: Context,
  row: Pick<EmailRow, "language" | "recipient">,
  about: EmailSubject,
): Promise<ComposedEmail> {
  const locale: Locale = row.language === "es" ? "es" : "en";
  const i18n = await emailI18nFor(locale);
  const { branding } = await appSettings(ctx);
  const booking = about.about === "booking" ? about.booking : undefined;
  const context: EmailContext = {
    locale,
    t: i18n.t,
    brand: { colour: branding.primary_color, dark: branding.primary_color_dark, text: branding.button_text_color },
    fontUrl: new URL(fontUrl, ctx.settings.BASE_URL).href,
    reference: booking?.reference ?? "",
    test: booking?.test ?? false,
    unsubscribe: isOptional(about.kind) ? await optoutLink(ctx, row.recipient, locale) : null,
  };
  const { bunting, ...pictures } = await drawPictures(branding);
  const inline = Object.entries(pictures).map(([name, content]) => picture(name, content));
  if (about.kind !== "booking_confirmation") {
    const { subject, replyTo, ...text } = wordsOf(ctx, context, about);
    const rendering = rendered(context, subject, createElement(PlainEmail, { context, text }));
    return {
      ...rendering,
      attachments: inline,
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(context.unsubscribe === null ? {} : { unsubscribe: context.unsubscribe }),
    };
  }
  const { attachments, subject, element } = await confirmation(ctx, context, about);
  inline.push(picture("bunting", bunting));
  return { ...rendered(context, subject, element), attachments: [...attachments, ...inline] };
}

/** The pictures of all emails, for one that was sent and can't be composed again. */
export async function housePictures(ctx: Pick<Context, "db">): Promise<Attachment[]> {
  const { branding } = await appSettings(ctx);
  return Object.entries(await drawPictures(branding)).map(([name, content]) => picture(name, content));
}

function wordsOf(ctx: Context, context: EmailContext, about: EmailSubject) {
  if (about.about === "account") return accountText(context, about, ctx.settings.BASE_URL);
  if (about.about === "invitation") return invitationText(context, about, ctx.settings.BASE_URL);
  if (about.about === "hold") return holdText(context, about, ctx.settings.BASE_URL);
  if (about.about === "message") return messageText(context, about);
  if (about.about === "money") return moneyText(context, about, ctx.settings.BASE_URL);
  if (about.kind === "checkout_unfinished" && about.booking)
    return unfinishedText(context, about, checkoutLink(ctx, about.booking, context.locale));
  const links = linksOf(ctx, about, context.locale);
  return isReminder(about.kind) ? reminderText(context, about, links.booking) : plainText(context, about, links);
}

const linksOf = (ctx: Context, { booking }: BookingSubject, locale: Locale) => ({
  booking: booking ? bookingLink(ctx, booking, locale) : ctx.settings.BASE_URL,
  review: reviewLink(ctx, booking?.id ?? "", locale),
});

const rendered = ({ test }: EmailContext, subject: string, element: ReactElement) => ({
  subject: subjectLine(subject, test),
  ...renderEmail(element),
});

async function confirmation(ctx: Context, context: EmailContext, { booking, change }: BookingSubject) {
  if (!booking) throw new Error("a confirmation without a booking");
  const { locale } = context;
  const tickets = (await ticketsOf(ctx, booking.id)).filter((ticket) => ticket.status === "valid");
  const link = bookingLink(ctx, booking, locale);
  const words = confirmationText(context, booking, { now: ctx.now, link, tickets, change });
  const files = await Promise.all([
    ticketsPdf(ctx, booking.id, locale),
    calendarFile(ctx, booking.id, locale),
    emailedReceipt(ctx, { bookingId: booking.id, ofChange: change !== null && change !== "moved", locale }),
  ]);
  const codes = await Promise.all(
    tickets.map(async ({ position, token }) => picture(`qr-${position}`, await qrToPng(token, QR))),
  );
  return {
    subject: context.t(change ? "emails.changed.subject" : "emails.confirmation.subject", { date: words.date }),
    element: createElement(BookingConfirmation, { context: words }),
    attachments: [...files.filter((file) => file !== null), ...codes],
  };
}

// 57 modules with their margin: four CSS pixels each, twice as many in the file
const QR = {
  errorCorrectionLevel: "M",
  margin: 2,
  scale: 8,
  color: { dark: COLOURS.ink, light: COLOURS.paper },
  // trying all PNG filters on each line of a QR code takes long and saves nothing; the option belongs to the PNG writer
  rendererOpts: { filterType: 0 } as object,
} as const;
const picture = (name: string, content: Buffer): Attachment => ({
  filename: `${name}.png`,
  contentType: "image/png",
  content,
  cid: `${name}@ronda`,
});
