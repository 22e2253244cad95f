import type { data, ShouldRevalidateFunctionArgs } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { aboutForm, type FormAnswer, notSent } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";

type ClientCall<T> = { request: Request; serverAction: () => Promise<T> };

/**
 * Runs an action without losing form values, whatever fails, our code or the network: then the answer is `failed`, which may depend on
 * what the form was about.
 */
export async function keepFormValues<T>(
  { request, serverAction }: ClientCall<T>,
  failed: MessageId | ((about: ReturnType<typeof aboutForm>) => MessageId),
): Promise<T | ReturnType<typeof data<FormAnswer>>> {
  // the action reads the request itself
  const copy = request.clone();
  return sendOrKeep(serverAction, async () => {
    const form = await copy.formData();
    return notSent(form, typeof failed === "string" ? failed : failed(aboutForm(form)));
  });
}

/** A `shouldRevalidate` for lists that several people edit: a refusal means that somebody else was here, and all is read again. */
export const readAfterRefusal = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || defaultShouldRevalidate;
