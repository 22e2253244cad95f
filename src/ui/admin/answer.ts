import type { FieldError } from "#src/locales/field-errors.ts";

/** The result of an action that an answer form needs. */
export type AnswerState = {
  /** Key of the form that was submitted. */
  sent?: string;
  fieldErrors?: FieldError[];
  at?: number;
};

/** Reads a posted `AnswerForm`, unvalidated. Browsers post line breaks as CR LF. */
export function readAnswer(form: FormData) {
  const text = form.get("text");
  return {
    text: typeof text === "string" ? text.replaceAll("\r\n", "\n") : "",
    key: form.get("key"),
    seen: form.get("seen"),
  };
}
