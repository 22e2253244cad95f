import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { jsonText } from "#src/kernel/json-text.ts";
import { ACCOUNT } from "#src/modules/notifications/kinds/account.ts";
import type { BookingEmailKind, Email } from "#src/modules/notifications/kinds/every-kind.ts";
import { HOLD } from "#src/modules/notifications/kinds/hold.ts";
import { MESSAGE } from "#src/modules/notifications/kinds/message.ts";
import { MONEY } from "#src/modules/notifications/kinds/money.ts";
import { PARTNER } from "#src/modules/notifications/kinds/partner.ts";
import { SHIFT } from "#src/modules/notifications/kinds/shift.ts";
import { TILL } from "#src/modules/notifications/kinds/till.ts";
import { TRIAL } from "#src/modules/notifications/kinds/trial.ts";
import { WAITING } from "#src/modules/notifications/kinds/waiting.ts";

/** The texts of a kind in one language, by message id. */
const texts = z.record(z.string(), z.string());

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
  z.object({
    intent: z.literal("test"),
    language,
    texts: typedTexts,
    reference,
    example: z.stringbool(),
    key: z.uuid(),
  }),
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

export type MessageMailKind = keyof typeof MESSAGE;
export type MoneyEmailKind = keyof typeof MONEY;
export type InvitationEmailKind = "role_offered";
export type AccountEmailKind = Exclude<keyof typeof ACCOUNT, InvitationEmailKind>;
export type HoldEmailKind = keyof typeof HOLD;
export type WaitingEmailKind = keyof typeof WAITING;
export type ShiftEmailKind = keyof typeof SHIFT;
export type PartnerAlertKind = Extract<keyof typeof PARTNER, `staff_${string}`>;
export type PartnerEmailKind = Exclude<keyof typeof PARTNER, PartnerAlertKind>;
export type TillEmailKind = keyof typeof TILL;
type TrialKind = keyof typeof TRIAL;

export type BookingEmail = Email<BookingEmailKind>;
export type MessageMail = Email<MessageMailKind>;
export type MoneyEmail = Email<MoneyEmailKind>;
export type AccountEmail = Email<AccountEmailKind>;
export type InvitationEmail = Email<InvitationEmailKind>;
export type HoldEmail = Email<HoldEmailKind>;
export type WaitingEmail = Email<WaitingEmailKind>;
export type ShiftEmail = Email<ShiftEmailKind>;
export type PartnerEmail = Email<PartnerEmailKind>;
export type PartnerAlert = Email<PartnerAlertKind>;
export type TillEmail = Email<TillEmailKind>;
export type Trial = Email<TrialKind>;

export const isMessageMail = (kind: string): kind is MessageMailKind => Object.hasOwn(MESSAGE, kind);
export const isMoneyEmail = (kind: string): kind is MoneyEmailKind => Object.hasOwn(MONEY, kind);
export const isInvitationEmail = (kind: string): kind is InvitationEmailKind => kind === "role_offered";
export const isAccountEmail = (kind: string): kind is AccountEmailKind =>
  Object.hasOwn(ACCOUNT, kind) && !isInvitationEmail(kind);
export const isTrial = (kind: string): kind is TrialKind => Object.hasOwn(TRIAL, kind);
export const isHoldEmail = (kind: string): kind is HoldEmailKind => Object.hasOwn(HOLD, kind);
export const isWaitingEmail = (kind: string): kind is WaitingEmailKind => Object.hasOwn(WAITING, kind);
export const isPartnerAlert = (kind: string): kind is PartnerAlertKind =>
  Object.hasOwn(PARTNER, kind) && kind.startsWith("staff_");
export const isPartnerEmail = (kind: string): kind is PartnerEmailKind =>
  Object.hasOwn(PARTNER, kind) && !kind.startsWith("staff_");
export const isTillEmail = (kind: string): kind is TillEmailKind => Object.hasOwn(TILL, kind);
export const isShiftEmail = (kind: string): kind is ShiftEmailKind => Object.hasOwn(SHIFT, kind);
