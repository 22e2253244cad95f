import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";

/** A field error of a form: the field's id and a text id, with what the text needs. */
export type FieldError<Id extends string = string> = { id: Id; message: MessageId; values?: Values };

/**
 * A schema's issues as field errors of a form: the first of each field, in page order. Schemas use text ids as messages; what no form
 * of ours sends may have Zod's own sentence, which isn't one.
 */
export const toFieldErrors = <Id extends string>(
  fields: readonly Id[],
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldError<Id>[] =>
  fields.flatMap((id) => {
    const issue = issues.find(({ path }) => path[0] === id);
    return issue ? [{ id, message: messageOf(issue) }] : [];
  });

/** What a schema's issue says. */
export const messageOf = ({ message }: { message: string }): MessageId =>
  message.includes(" ") ? "errors.invalid" : (message as MessageId);
