import type { Locale } from "#src/kernel/localized.ts";
import { emailMessages, type Text } from "#src/locales/i18n.ts";
import { type Message, sayMessage, type Values } from "#src/locales/message.ts";
import { writtenAs } from "#src/modules/mail/notifications/rules/template.ts";
import { textsOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { messagesIn, type Wording, wordingOf } from "#src/modules/mail/notifications/rules/wording.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/schema.ts";
import { currentTemplate } from "#src/modules/mail/notifications/store/templates.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";
import { isUnreachable } from "#src/platform/transaction.server.ts";

/** The version of Ronda's own wording. */
export const RONDAS = 1;

/** The wording in force of a kind, in a language. One that can't be read stops no email: then Ronda's is it. */
export async function wordingFor(
  db: Db,
  kind: TemplateKind,
  locale: Locale,
): Promise<{ version: number; messages: ReadonlyMap<string, Message> }> {
  try {
    const row = await currentTemplate(db, kind);
    if (row) return { version: row.version, messages: messagesIn(kind, wordingOf(kind, row.texts), locale) };
  } catch (error) {
    // the email is tried again once the database is back
    if (isUnreachable(error)) throw error;
    log("error", "email.wording_unreadable", { kind, error: (error as Error).message });
  }
  return { version: RONDAS, messages: new Map() };
}

/** Texts with the operator's in place of Ronda's. `inserted`: values that only the operator's can insert. */
export const wordedIn =
  (t: Text, messages: ReadonlyMap<string, Message>, locale: Locale, inserted: Values = {}): Text =>
  (id, values = {}) => {
    const message = messages.get(id);
    return message === undefined ? t(id, values) : sayMessage(message, inOneLine({ ...inserted, ...values }), locale);
  };

/** A value may stand in a subject, where a line break would end it. */
const inOneLine = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ") : value,
    ]),
  );

/** Ronda's texts of a kind, as an operator would write them. */
export async function rondasWording(kind: TemplateKind): Promise<Wording> {
  const [en, es] = await Promise.all([emailMessages("en"), emailMessages("es")]);
  const of = (messages: Readonly<Record<string, Message>>) =>
    Object.fromEntries(textsOf(kind).map(({ id }) => [id, writtenAs(messages[id] ?? "")]));
  return { en: of(en), es: of(es) };
}
