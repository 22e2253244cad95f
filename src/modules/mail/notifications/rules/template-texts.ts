import type { MessageId } from "#src/locales/i18n.ts";
import { isBookingEmail, KINDS, type TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { type Case, OF_BOOKING, ROLES, type TextRole } from "#src/modules/mail/notifications/kinds/kind.ts";
import type { Placeholder, TextRule } from "#src/modules/mail/notifications/rules/template.ts";

const insertedIn = (kind: TemplateKind): readonly Placeholder[] =>
  isBookingEmail(kind) ? OF_BOOKING.filter((one) => !KINDS[kind].withholds?.includes(one)) : [];

/** A text that staff may word. */
export type EditableText = TextRule & { id: MessageId; role: TextRole; when: Case | null };

/** The texts of a kind, in the order of the email. */
export const textsOf = (kind: TemplateKind): EditableText[] =>
  (KINDS[kind].texts ?? []).map(([role, id, { when = null, may = [], must = [] } = {}]) => ({
    id,
    role,
    when,
    must,
    may: [...new Set<Placeholder>([...must, ...may, ...insertedIn(kind), "brand"])],
    ...ROLES[role],
  }));

/** The cases of a kind, in the order of its texts. */
export const casesOf = (kind: TemplateKind): Case[] => [
  ...new Set(textsOf(kind).flatMap(({ when }) => (when === null ? [] : [when]))),
];

/** The case of a kind with this name; null for the usual one. */
export const caseOf = (kind: TemplateKind, name: string): Case | null =>
  casesOf(kind).find((one) => one === name) ?? null;
