import type { MessageId } from "#src/locales/i18n.ts";

/** What is wrong with a field of a form: the field's id and the id of the text that says it. */
export type FieldError<Id extends string = string> = { id: Id; message: MessageId };

/**
 * What a schema found, as field errors of a form: the first of each field, in the order of the page. Schemas name the id of a text as
 * their message.
 */
export const toFieldErrors = <Id extends string>(
  fields: readonly Id[],
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldError<Id>[] =>
  fields.flatMap((id) => {
    const issue = issues.find(({ path }) => path[0] === id);
    return issue ? [{ id, message: issue.message as MessageId }] : [];
  });
