import type { FormAnswer } from "#src/modules/base/identity/rules/account-forms.ts";

/** The answer to a form that didn't reach the server; its page keeps what was typed. */
export const lostAnswer = (): FormAnswer => ({
  at: Date.now(),
  formValues: {},
  fieldErrors: [],
  formError: { message: "identity.lost" },
});
