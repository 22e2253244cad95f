import type { FieldError } from "#src/locales/field-errors.ts";
import { useText } from "#src/locales/use-text.ts";

/** A form's field errors in the page's language: per field by id, and all of them for the summary. */
export function useFieldErrors<Id extends string>(fieldErrors: readonly FieldError<Id>[] = []) {
  const { t } = useText("errors");
  const errors = fieldErrors.map(({ id, message }) => ({ id, message: t(message) }));
  const errorOf = (id: Id) => {
    const error = errors.find((one) => one.id === id);
    return error ? { error: error.message } : {};
  };
  return { errors, errorOf };
}
