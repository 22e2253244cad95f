import type { Saved } from "#src/kernel/edited.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";

/**
 * What every form of the admin is answered with: a toast (`bad` after a failure), what is wrong in which field or in the whole form, or
 * what `Extra` names for one page.
 */
export type FormAnswer<Extra extends object = object> = AnswerHead & Partial<Extra>;

type AnswerHead = {
  /** the intent and the record's id; empty if a page has only one */
  intent: string;
  id: string;
  /** when (ms), so that the same answer twice is told twice; 0 if the server wasn't reached */
  at: number;
  /** the key of the form that was sent, so that sending it again is the same act */
  key?: string;
  done?: boolean;
  flash?: MessageId;
  values?: Values;
  bad?: boolean;
  fieldErrors?: FieldError[];
  /** a refusal that is shown in the form, with `values` */
  formError?: MessageId;
  /** the form that takes the act back; null where nothing does */
  undo?: Record<string, string> | null;
};

/** What a form says besides its own intent, record and time. */
export type Reply<Extra extends object = object> = Partial<AnswerHead> & Partial<Extra>;

/** How a refusal is shown: in a toast, or at a field. */
export type Refusals = Readonly<Record<string, MessageId | FieldError>>;

/** The reply to a refusal by a module's table of reasons, which has `failed` for those that it doesn't name. */
export function replyTo(reason: string, refusals: Refusals & { failed: MessageId }): Reply {
  const reply = refusals[reason] ?? refusals.failed;
  return typeof reply === "string" ? { flash: reply, bad: true } : { fieldErrors: [reply] };
}

/** What a posted form is about. */
export function aboutForm(form: FormData): { intent: string; id: string; key?: string } {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const key = text("key");
  return { intent: text("intent"), id: text("id"), ...(key && { key }) };
}

/** The answer to a form that didn't reach the server, or that met a fault. */
export const notSent = (form: FormData, flash: MessageId): FormAnswer => ({
  ...aboutForm(form),
  at: 0,
  flash,
  bad: true,
});

/** The answer to a guest's form that didn't reach the server; each is announced again. A page of several forms is told which. */
export const lostForm = <Extra extends object>(formError: MessageId, about?: Reply<Extra>) =>
  ({ intent: "", id: "", ...about, at: Date.now(), formError }) as FormAnswer<Extra>;

/** What somebody else saved since a form was opened, and the version to save over. */
export type TheirSave<V> = { current: V; version: number };

/** The reply to a form that would overwrite what somebody else saved. */
export const conflict = <V>({ current, version }: Partial<TheirSave<V>>): TheirSave<V> | undefined =>
  current === undefined || version === undefined ? undefined : { current, version };

/** What the form of a record answers: the record as it was saved, or as somebody else has saved it since it was opened. */
export type SaveReply<Draft> = { saved: Saved<Draft>; theirs: Saved<Draft> };
export type SaveAnswer<Draft> = FormAnswer<SaveReply<Draft>>;
