import { isProduct } from "#src/kernel/brand.ts";
import fontUrl from "#src/ui/fonts/truculenta-900.woff2?url";
import { createElement, type ReactElement } from "react";
import type { Locale } from "#src/kernel/localized.ts";
import type { Message } from "#src/locales/message.ts";
import { drawLogo } from "#src/modules/site/media/draw-logo.server.ts";
import { drawPictures, RONDAS_LOGO } from "#src/modules/mail/notifications/draw-pictures.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import { PlainEmail } from "#src/modules/mail/notifications/emails/plain-email.tsx";
import { optoutLink } from "#src/modules/mail/notifications/grant-optout.server.ts";
import { valuesOf } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import { isOptional, isTemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { EmailSubject, Keys, TrialSubject } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { pickSubject } from "#src/modules/mail/notifications/pick-subject.server.ts";
import { RONDAS, wordedIn, wordingFor } from "#src/modules/mail/notifications/read-wording.server.ts";
import { renderEmail } from "#src/modules/mail/notifications/render-email.server.ts";
import { subjectLine } from "#src/modules/mail/notifications/rules/delivery.ts";
import { messagesIn, type Wording, wordingOf } from "#src/modules/mail/notifications/rules/wording.ts";
import { pictureOf } from "#src/modules/mail/notifications/show-pictures.server.ts";
import type { EmailRow } from "#src/modules/mail/notifications/store.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { emailTextsFor } from "#src/modules/base/settings/read-texts.server.ts";
import type { BookedDeparture } from "#src/modules/evening/tickets/queries.server.ts";
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
  about: EmailSubject | TrialSubject,
): Promise<ComposedEmail> {
  const locale: Locale = row.language === "es" ? "es" : "en";
  if ("tried" in about) return composeTrial(ctx, locale, about);
  const { version, messages } = await wordingFor(ctx.db, about.kind, locale);
  const unsubscribe = isOptional(about.kind) ? await optoutLink(ctx, row.recipient, locale) : null;
  const composed = await compose(ctx, about, {
    locale,
    messages,
    keys: { ctx, base: ctx.settings.BASE_URL },
    trial: false,
    unsubscribe,
  });
  return { ...composed, ...(unsubscribe === null ? {} : { unsubscribe }), templateVersion: version };
}

const previewKeys = ({ settings }: Context): Keys => ({ ctx: null, base: settings.BASE_URL });

/** The email of a kind as it would look with these texts. Its links and codes open nothing, and it has no files. */
export async function composePreview(
  ctx: Context,
  about: EmailSubject,
  { locale, wording, trial = false }: { locale: Locale; wording: Wording; trial?: boolean },
): Promise<ComposedEmail> {
  const messages = messagesIn(about.kind, wording, locale);
  // without its address for replies: nobody is to answer a guest from here
  const { replyTo: _, ...composed } = await compose(ctx, about, {
    locale,
    messages,
    keys: previewKeys(ctx),
    trial,
    unsubscribe: isOptional(about.kind) ? "#" : null,
  });
  return { ...composed, templateVersion: RONDAS };
}

async function composeTrial(ctx: Context, locale: Locale, { tried }: TrialSubject): Promise<ComposedEmail> {
  if (tried && isTemplateKind(tried.of)) {
    const { of: kind, bookingId, texts, written } = tried;
    const { about } = await pickSubject(ctx, kind, { bookingId, at: null, written });
    if (!written)
      return composePreview(ctx, about, { locale, wording: wordingOf(kind, { [locale]: texts }), trial: true });
    // a letter of theirs has the published wording
    const { version, messages } = await wordingFor(ctx.db, kind, locale);
    const letter = await compose(ctx, about, {
      locale,
      messages,
      keys: previewKeys(ctx),
      trial: true,
      unsubscribe: null,
    });
    return { ...letter, templateVersion: version };
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
  about: EmailSubject,
  { keys, ...manner }: Manner & { keys: Keys },
): Promise<Composed> {
  const { context, inline, bunting } = await frame(ctx, manner, about);
  const { subject, element, attachments, replyTo, hasBunting } = await about.write(context, keys);
  return {
    ...rendered(context, subject, element),
    attachments: [
      ...attachments.filter((file) => file !== null),
      ...inline,
      ...(hasBunting ? [pictureOf("bunting", bunting)] : []),
    ],
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}

/** What every email stands on: its texts, colors and pictures. */
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
  return { context, bunting, inline: needed.map(([part, content]) => pictureOf(part, content)) };
}

/** The pictures of all emails, for one that was sent and can't be composed again. */
export async function housePictures(ctx: Pick<Context, "db" | "settings">): Promise<Attachment[]> {
  const [{ branding }, own] = await Promise.all([appSettings(ctx), drawLogo(ctx)]);
  const pictures = { ...(await drawPictures(branding)), ...(own ? { logo: own.png } : {}) };
  return Object.entries(pictures).map(([name, content]) => pictureOf(name, content));
}

const rendered = ({ practice, trial }: EmailContext, subject: string, element: ReactElement) => ({
  subject: subjectLine(subject, practice !== null || trial),
  ...renderEmail(element),
});
