import type { data, ShouldRevalidateFunctionArgs } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { type FormAnswer, notSent } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";

type Asked<T> = { request: Request; serverAction: () => Promise<T> };

/**
 * Runs an action without losing form values, whatever fails, our code or the network: then the answer is `failed`, in words or made
 * from the form.
 */
export async function keepFormValues<T, F = FormAnswer>(
  { request, serverAction }: Asked<T>,
  failed: MessageId | ((form: FormData) => F),
): Promise<T | ReturnType<typeof data<F>>> {
  // the action reads the request itself
  const form = request.clone();
  return sendOrKeep(serverAction, async () => {
    const typed = await form.formData();
    return (typeof failed === "string" ? notSent(typed, failed) : failed(typed)) as F;
  });
}

/** A `shouldRevalidate` for lists that several people edit: a refusal means that somebody else was here, and all is read anew. */
export const readAfterRefusal = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || defaultShouldRevalidate;
