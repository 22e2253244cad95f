import { isProduct } from "#src/kernel/brand.ts";
import fontUrl from "#src/ui/fonts/truculenta-900.woff2?url";
import { createElement, type ReactElement } from "react";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { optoutLink } from "#src/modules/mail/notifications/grant-optout.server.ts";
import type { Message } from "#src/locales/message.ts";
import { requestLink } from "#src/modules/evening/guides/grant-answer.server.ts";
import { drawLogo } from "#src/modules/site/media/draw-logo.server.ts";
import { qrPng } from "#src/modules/site/media/draw-qr.server.ts";
import { drawPictures, RONDAS_LOGO } from "#src/modules/mail/notifications/draw-pictures.server.ts";
import { BookingConfirmation } from "#src/modules/mail/notifications/emails/booking-confirmation.tsx";
import { COLOURS, type EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import { PlainEmail } from "#src/modules/mail/notifications/emails/plain-email.tsx";
import { renderEmail } from "#src/modules/mail/notifications/render-email.server.ts";
import { checkoutLink } from "#src/modules/mail/notifications/lead-back.server.ts";
import { NO_CODE } from "#src/modules/mail/notifications/make-example.server.ts";
import { pickSubject } from "#src/modules/mail/notifications/pick-subject.server.ts";
import type {
  BookingSubject,
  EmailSubject,
  TrialSubject,
} from "#src/modules/mail/notifications/read-subject.server.ts";
import { reminderText } from "#src/modules/mail/notifications/reminder-email-copy.server.ts";
import { RONDAS, wordedIn, wordingFor } from "#src/modules/mail/notifications/read-wording.server.ts";
import { isReminder } from "#src/modules/mail/notifications/rules/reminders.ts";
import { subjectLine } from "#src/modules/mail/notifications/rules/delivery.ts";
import { isTemplateKind } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { messagesIn, type Wording, wordingOf } from "#src/modules/mail/notifications/rules/wording.ts";
import { isOptional } from "#src/modules/mail/notifications/schema.ts";
import { unfinishedText } from "#src/modules/mail/notifications/unfinished-email-copy.server.ts";
import type { EmailRow } from "#src/modules/mail/notifications/store.server.ts";
import { accountText, invitationText } from "#src/modules/mail/notifications/account-email-copy.server.ts";
import { confirmationText, plainText, valuesOf } from "#src/modules/mail/notifications/email-copy.server.ts";
import { holdText } from "#src/modules/mail/notifications/hold-email-copy.server.ts";
import { moneyText } from "#src/modules/mail/notifications/money-email-copy.server.ts";
import { alertText, partnerText } from "#src/modules/mail/notifications/partner-email-copy.server.ts";
import { shiftText } from "#src/modules/mail/notifications/shift-email-copy.server.ts";
import { waitingText } from "#src/modules/mail/notifications/waiting-email-copy.server.ts";
import { tillText } from "#src/modules/mail/notifications/till-email-copy.server.ts";
import { messageText } from "#src/modules/mail/notifications/message-email-copy.server.ts";
import { INVOICE_FILES, invoiceFile } from "#src/modules/money/invoices/queries.server.ts";
import { emailedReceipt } from "#src/modules/money/receipts/queries.server.ts";
import { reviewLink } from "#src/modules/evening/reviews/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { emailTextsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import {
  type BookedDeparture,
  calendarFile,
  type Ticket,
  ticketsOf,
  ticketsPdf,
} from "#src/modules/evening/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Attachment } from "#src/platform/email.server.ts";

/**
 * An email ready to send: pictures are attachments with a `cid`; replies go to `replyTo` where it isn't us. `templateVersion` says
 * which wording it has; 1 is Ronda's.
 */
export type ComposedEmail = {
  subject: string;
  html: string;
  text: string;
  attachments: Attachment[];
  replyTo?: string;
  unsubscribe?: string;
  templateVersion: number;
};

/** Writes, renders and assembles an email from its subject, which must have passed `whyWithheld`. */
export async function composeEmail(
  ctx: Context,
  row: Pick<EmailRow, "language" | "recipient">,
  about: EmailSubject,
): Promise<ComposedEmail> {
  const locale: Locale = row.language === "es" ? "es" : "en";
  if (about.about === "trial") return composeTrial(ctx, locale, about);
  const { version, messages } = await wordingFor(ctx.db, about.kind, locale);
  const unsubscribe = isOptional(about.kind) ? await optoutLink(ctx, row.recipient, locale) : null;
  const composed = await compose(ctx, about, { locale, messages, keysFor: realKeys, trial: false, unsubscribe });
  return { ...composed, ...(unsubscribe === null ? {} : { unsubscribe }), templateVersion: version };
}

/** The email of a kind as it would look with these texts. Its links and codes open nothing, and it has no files. */
export async function composePreview(
  ctx: Context,
  about: Exclude<EmailSubject, TrialSubject>,
  { locale, wording, trial = false }: { locale: Locale; wording: Wording; trial?: boolean },
): Promise<ComposedEmail> {
  const messages = messagesIn(about.kind, wording, locale);
  // without its address for replies: nobody is to answer a guest from here
  const { replyTo: _, ...composed } = await compose(ctx, about, {
    locale,
    messages,
    keysFor: noKeys,
    trial,
    unsubscribe: isOptional(about.kind) ? "#" : null,
  });
  return { ...composed, templateVersion: RONDAS };
}

async function composeTrial(ctx: Context, locale: Locale, { kind, payload }: TrialSubject): Promise<ComposedEmail> {
  if (kind === "staff_template_test" && isTemplateKind(payload.of)) {
    const { about } = await pickSubject(ctx, payload.of, { bookingId: payload.bookingId, at: null });
    if (payload.written && about.about === "booking") return composeLetter(ctx, locale, about, payload.written);
    const wording = wordingOf(payload.of, { [locale]: payload.texts });
    return composePreview(ctx, about, { locale, wording, trial: true });
  }
  const manner = { locale, messages: new Map(), trial: true, unsubscribe: null };
  const { context, inline } = await frame(ctx, manner, { booking: undefined, practice: null });
  const { t } = context;
  const text = {
    preview: t("emails.mailTest.text"),
    title: t("emails.mailTest.title"),
    paragraphs: [t("emails.mailTest.text")],
    reason: t("emails.mailTest.reason"),
  };
  const rendering = rendered(context, t("emails.mailTest.subject"), createElement(PlainEmail, { context, text }));
  return { ...rendering, attachments: inline, templateVersion: RONDAS };
}

async function composeLetter(
  ctx: Context,
  locale: Locale,
  about: BookingSubject,
  written: NonNullable<BookingSubject["written"]>,
): Promise<ComposedEmail> {
  const { version, messages } = await wordingFor(ctx.db, about.kind, locale);
  const manner = { locale, messages, keysFor: noKeys, trial: true, unsubscribe: null };
  return { ...(await compose(ctx, { ...about, written }, manner)), templateVersion: version };
}

/** How an email is written: its language, the operator's texts, and where its reader refuses such emails. */
type Manner = {
  locale: Locale;
  messages: ReadonlyMap<string, Message>;
  trial: boolean;
  unsubscribe: string | null;
};
type Composed = Omit<ComposedEmail, "templateVersion">;

async function compose(
  ctx: Context,
  about: Exclude<EmailSubject, TrialSubject>,
  { keysFor, ...manner }: Manner & { keysFor: Keys },
): Promise<Composed> {
  const booking = about.about === "booking" ? about.booking : undefined;
  const { context, inline, bunting } = await frame(ctx, manner, { booking, practice: practiceOf(about) });
  if (about.kind !== "booking_confirmation") {
    const links = about.about === "booking" ? await keysFor.links(ctx, about, manner.locale) : null;
    const requestId = about.about === "shift" && "requestId" in about.payload ? about.payload.requestId : null;
    const answer = requestId === null ? ctx.settings.BASE_URL : keysFor.answer(ctx, requestId, manner.locale);
    const { subject, replyTo, ...text } = wordsOf(ctx, context, {
      about,
      links,
      answer,
      page: keysFor.page(ctx, about),
    });
    const rendering = rendered(context, subject, createElement(PlainEmail, { context, text }));
    const files = about.about === "booking" ? await keysFor.files(ctx, about, manner.locale) : [];
    const attachments = [...files.filter((file) => file !== null), ...inline];
    return { ...rendering, attachments, ...(replyTo === undefined ? {} : { replyTo }) };
  }
  const { attachments, subject, element } = await confirmation(ctx, context, about, keysFor);
  return {
    ...rendered(context, subject, element),
    attachments: [...attachments, ...inline, picture("bunting", bunting)],
  };
}

/** What of practice an email is about, if anything. */
function practiceOf(about: Exclude<EmailSubject, TrialSubject>): EmailContext["practice"] {
  if (about.about === "booking") return about.booking?.test ? "booking" : null;
  const statement =
    about.about === "partner"
      ? (about.statement ?? about.question)
      : about.about === "partnerAlert"
        ? about.statement
        : null;
  return statement?.test ? "statement" : null;
}

/** What every email stands on: its texts, colours and pictures. */
async function frame(
  ctx: Context,
  { locale, messages, trial, unsubscribe }: Manner,
  { booking, practice }: { booking: BookedDeparture | undefined; practice: EmailContext["practice"] },
) {
  const [{ t }, { brand: name, branding }, own] = await Promise.all([
    emailTextsFor(ctx, locale),
    appSettings(ctx),
    drawLogo(ctx),
  ]);
  const inserted = { brand: name, ...(booking ? valuesOf(booking, locale) : {}) };
  const context: EmailContext = {
    locale,
    t: wordedIn(t, messages, locale, inserted),
    name,
    brand: { colour: branding.primary_color, dark: branding.primary_color_dark, text: branding.button_text_color },
    logo: own ? { width: own.width, height: own.height } : isProduct(name) ? RONDAS_LOGO : null,
    fontUrl: new URL(fontUrl, ctx.settings.BASE_URL).href,
    reference: booking?.reference ?? "",
    practice,
    trial,
    unsubscribe,
  };
  const { bunting, ...pictures } = await drawPictures(branding);
  if (own) pictures.logo = own.png;
  const needed = Object.entries(pictures).filter(([part]) => part !== "logo" || context.logo !== null);
  return { context, bunting, inline: needed.map(([part, content]) => picture(part, content)) };
}

/** The pictures of all emails, for one that was sent and can't be composed again. */
export async function housePictures(ctx: Pick<Context, "db" | "settings">): Promise<Attachment[]> {
  const [{ branding }, own] = await Promise.all([appSettings(ctx), drawLogo(ctx)]);
  const pictures = { ...(await drawPictures(branding)), ...(own ? { logo: own.png } : {}) };
  return Object.entries(pictures).map(([name, content]) => picture(name, content));
}

type Links = Record<"booking" | "review" | "checkout" | "where" | "invoice" | "address" | "signIn", string>;

type Linked = { about: Exclude<EmailSubject, TrialSubject>; links: Links | null; answer: string; page: string | null };

function wordsOf(ctx: Context, context: EmailContext, { about, links, answer, page }: Linked) {
  if (about.about === "account") return accountText(context, about, ctx.settings.BASE_URL);
  if (about.about === "invitation") return invitationText(context, about, ctx.settings.BASE_URL);
  if (about.about === "hold") return holdText(context, about, ctx.settings.BASE_URL);
  if (about.about === "waiting") return waitingText(context, about);
  if (about.about === "shift") return shiftText(context, about, answer);
  if (about.about === "till") return tillText(context, about, ctx.settings.BASE_URL);
  if (about.about === "partner") return partnerText(context, about, page);
  if (about.about === "partnerAlert") return alertText(context, about, ctx.settings.BASE_URL);
  if (about.about === "message") return messageText(context, about);
  if (about.about === "money") return moneyText(context, about, ctx.settings.BASE_URL);
  if (about.kind === "checkout_unfinished") return unfinishedText(context, about, links!.checkout);
  return isReminder(about.kind) ? reminderText(context, about, links!.booking) : plainText(context, about, links!);
}

/** Where an email gets what only its recipient may use: links that let one in, tickets, files. */
type Keys = {
  links: (ctx: Context, about: BookingSubject, locale: Locale) => Promise<Links>;
  answer: (ctx: Context, requestId: string, locale: Locale) => string;
  page: (ctx: Context, about: Exclude<EmailSubject, TrialSubject>) => string | null;
  tickets: (ctx: Context, booking: BookedDeparture) => Promise<Ticket[]>;
  files: (ctx: Context, about: BookingSubject, locale: Locale) => Promise<(Attachment | null)[]>;
};

/** The page that asks the reader of an address whether a booking's emails go elsewhere. It opens nothing else. */
const addressLink = ({ settings }: Context, bookingId: string, token: string, locale: Locale): string =>
  `${settings.BASE_URL}${localizedPath(`/booking-confirmation/${bookingId}/address`, locale)}?change=${token}`;

/** The page that signs in the reader of an address. It names no booking. */
const signInPage = ({ settings }: Context, token: string, locale: Locale): string =>
  `${settings.BASE_URL}${localizedPath("/verify-email", locale)}?token=${token}`;

const realKeys: Keys = {
  links: async (ctx, { booking, kind, moving, signIn }, locale) => ({
    booking: booking ? bookingLink(ctx, booking, locale) : ctx.settings.BASE_URL,
    review: reviewLink(ctx, booking?.id ?? "", locale),
    checkout:
      booking && kind === "checkout_unfinished" ? await checkoutLink(ctx, booking, locale) : ctx.settings.BASE_URL,
    where: booking ? bookingLink(ctx, booking, locale, "/where") : ctx.settings.BASE_URL,
    invoice: booking ? `${bookingLink(ctx, booking, locale, "/manage")}&do=invoice` : ctx.settings.BASE_URL,
    address: booking && moving?.token ? addressLink(ctx, booking.id, moving.token, locale) : ctx.settings.BASE_URL,
    signIn: signIn?.token ? signInPage(ctx, signIn.token, locale) : ctx.settings.BASE_URL,
  }),
  answer: requestLink,
  page: (_ctx, about) => (about.about === "partner" ? (about.partner?.url ?? null) : null),
  tickets: async (ctx, { id }) => (await ticketsOf(ctx, id)).filter((ticket) => ticket.status === "valid"),
  files: async (ctx, { booking, kind, change }, locale) => {
    if (!booking) return [];
    const { id } = booking;
    // takes the night out of the guest's calendar
    if (kind === "booking_cancelled") return [await calendarFile(ctx, id, locale)];
    if (kind === "invoice_issued") return Promise.all(INVOICE_FILES.map((file) => invoiceFile(ctx, id, file)));
    if (kind !== "booking_confirmation") return [];
    return Promise.all([
      ticketsPdf(ctx, id, locale),
      calendarFile(ctx, id, locale),
      emailedReceipt(ctx, {
        bookingId: id,
        ofChange: change !== null && change !== "moved" && change !== "replaced",
        locale,
      }),
    ]);
  },
};

const noKeys: Keys = {
  links: async ({ settings: { BASE_URL } }) => ({
    booking: BASE_URL,
    review: BASE_URL,
    checkout: BASE_URL,
    where: BASE_URL,
    invoice: BASE_URL,
    address: BASE_URL,
    signIn: BASE_URL,
  }),
  answer: ({ settings: { BASE_URL } }) => BASE_URL,
  page: ({ settings: { BASE_URL } }, about) => (about.about === "partner" && about.partner?.url ? BASE_URL : null),
  tickets: async (_ctx, { first_name: name, number_of_people: count }) =>
    Array.from({ length: count }, (_, i) => ({
      id: "",
      position: i + 1,
      guest_name: i === 0 ? name : "",
      code: NO_CODE,
      status: "valid" as const,
      entered_at: null,
      token: NO_CODE,
      qrSvg: "",
    })),
  files: async () => [],
};

const rendered = ({ practice, trial }: EmailContext, subject: string, element: ReactElement) => ({
  subject: subjectLine(subject, practice !== null || trial),
  ...renderEmail(element),
});

async function confirmation(ctx: Context, context: EmailContext, about: BookingSubject, keysFor: Keys) {
  const { booking, change, back } = about;
  if (!booking) throw new Error("a confirmation without a booking");
  const { locale } = context;
  const tickets = await keysFor.tickets(ctx, booking);
  const { booking: link } = await keysFor.links(ctx, about, locale);
  const words = confirmationText(context, booking, { now: ctx.now, link, tickets, change, back });
  const files = await keysFor.files(ctx, about, locale);
  const codes = tickets.map(({ position, token }) => picture(`qr-${position}`, qrPng(token, QR, QR_SCALE)));
  return {
    subject: context.t(change ? "emails.changed.subject" : "emails.confirmation.subject", { date: words.date }),
    element: createElement(BookingConfirmation, { context: words }),
    attachments: [...files.filter((file) => file !== null), ...codes],
  };
}

// 45 modules with their margin: five CSS pixels each, twice as many in the file
const QR = { dark: COLOURS.ink, light: COLOURS.paper, level: "M", margin: 2 } as const;
const QR_SCALE = 10;
const picture = (name: string, content: Buffer): Attachment => ({
  filename: `${name}.png`,
  contentType: "image/png",
  content,
  cid: `${name}@ronda`,
});
