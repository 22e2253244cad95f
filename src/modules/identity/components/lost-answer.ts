import { data, isRouteErrorResponse } from "react-router";
import type { FormAnswer } from "#src/modules/identity/rules/account-forms.ts";

/** Sends a form; a server that can't be reached costs nothing that was typed. */
export async function sendOrKeep<T>(serverAction: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const lost: FormAnswer = {
      at: Date.now(),
      formValues: {},
      fieldErrors: [],
      formError: { message: "identity.lost" },
    };
    // with this status nothing is read again, which would fail as well
    return data(lost, { status: 503 });
  }
}
