import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { type FormAnswer, notSent } from "#src/ui/form/answer.ts";
import { serverAnswered } from "#src/ui/server-answered.ts";

type Asked<T> = { request: Request; serverAction: () => Promise<T> };

/**
 * Runs an action without losing form values, whatever fails, our code or the network: then the answer is `failed`, in words or made
 * from the form.
 */
export async function keepFormValues<T, F = FormAnswer>(
  { request, serverAction }: Asked<T>,
  failed: MessageId | ((form: FormData) => F),
): Promise<T | ReturnType<typeof data<F>>> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (serverAnswered(error)) throw error;
    const answer = typeof failed === "string" ? notSent(form, failed) : failed(form);
    // this status prevents revalidation, which would fail as well
    return data(answer as F, { status: 503 });
  }
}

/** A `shouldRevalidate` for lists that several people edit: a refusal means that somebody else was here, and all is read anew. */
export const readAfterRefusal = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || defaultShouldRevalidate;
