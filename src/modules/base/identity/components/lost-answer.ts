import { data } from "react-router";
import type { FormAnswer } from "#src/modules/base/identity/rules/account-forms.ts";
import { serverAnswered } from "#src/ui/server-answered.ts";

/** Submits a form; keeps its values when the server can't be reached. */
export async function sendOrKeep<T>(serverAction: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (error) {
    if (serverAnswered(error)) throw error;
    const lost: FormAnswer = {
      at: Date.now(),
      formValues: {},
      fieldErrors: [],
      formError: { message: "identity.lost" },
    };
    // this status prevents revalidation, which would fail as well
    return data(lost, { status: 503 });
  }
}
