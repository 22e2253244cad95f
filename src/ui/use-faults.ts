import type { FormFault } from "#src/locales/form-faults.ts";
import { useText } from "#src/locales/use-text.ts";

/** The faults of a form in the page's language: for each field by its id, and all of them for the summary. */
export function useFaults<Id extends string>(faults: readonly FormFault<Id>[]) {
  const { t } = useText("errors");
  const errors = faults.map(({ id, message }) => ({ id, message: t(message) }));
  const errorOf = (id: Id) => {
    const error = errors.find((one) => one.id === id);
    return error ? { error: error.message } : {};
  };
  return { errors, errorOf };
}
