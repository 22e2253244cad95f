import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { serverAnswered } from "#src/ui/server-answered.ts";

type Asked<T> = { request: Request; serverAction: () => Promise<T> };

/** Runs an action without losing form values, whatever fails, our code or the network: then `failed` makes the response. */
export async function keepFormValues<T, F>({ request, serverAction }: Asked<T>, failed: (form: FormData) => F) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (serverAnswered(error)) throw error;
    // this status prevents revalidation, which would fail as well
    return data(failed(form), { status: 503 });
  }
}

/** A `shouldRevalidate` for lists that several people edit: a refusal means that somebody else was here, and all is read anew. */
export const readAfterRefusal = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || defaultShouldRevalidate;
