import type { FieldError } from "#src/locales/field-errors.ts";

/** What the form of an answer has to know of what came of it. */
export type AnswerState = {
  /** The key of the form whose answer is on its way. */
  sent?: string;
  fieldErrors?: FieldError<"text">[];
  at?: number;
};

/** Reads a posted `AnswerForm`; a schema decides whether it is right. Browsers post line breaks as CR LF. */
export function readAnswer(form: FormData) {
  const text = form.get("text");
  return {
    text: typeof text === "string" ? text.replaceAll("\r\n", "\n") : "",
    key: form.get("key"),
    seen: form.get("seen"),
  };
}
