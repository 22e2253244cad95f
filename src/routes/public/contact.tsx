import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import {
  type FormFieldError,
  FIELDS,
  subjectOf,
  type FormValues,
  readFormValues,
  TRAP,
} from "#src/modules/site/messages/rules/message-form.ts";
import { SendMessage } from "#src/modules/site/messages/schema.ts";
import { submitMessage } from "#src/modules/site/messages/send-message.server.ts";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { requestContext, signedIn } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { serverAnswered } from "#src/ui/server-answered.ts";
import type { Route } from "./+types/contact";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [{ footer }, actor] = await Promise.all([homeContent(ctx), ctx.user()]);
  return {
    email: footer.email,
    phone: footer.phone,
    own: actor.email ?? "",
    subject: subjectOf(new URL(request.url).searchParams.get("subject")),
    formKey: crypto.randomUUID(),
  };
}

type Answer = {
  sent: boolean;
  at: number;
  formValues: FormValues | null;
  fieldErrors: FormFieldError[];
  formError: MessageId | null;
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const form = await request.formData();
  const formValues = readFormValues(form);
  const answer = { sent: false, at: ctx.now.getTime(), formValues, fieldErrors: [], formError: null } satisfies Answer;
  const input = SendMessage.safeParse({ ...formValues, language: ctx.locale });
  if (!input.success) return written({ ...answer, fieldErrors: toFieldErrors(FIELDS, input.error.issues) }, 422);
  const trap = form.get(TRAP);
  const result = await submitMessage(ctx, input.data, { key: keyOf(form), trap: typeof trap === "string" ? trap : "" });
  if (result.ok) return written({ ...answer, sent: true }, 200);
  return written(
    { ...answer, formError: `errors.${result.reason}` },
    result.reason === "too_many_attempts" ? 429 : 409,
  );
}

const written = (answer: Answer, status: number) =>
  data<Answer>(answer, { status, headers: { "cache-control": "no-store" } });

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

function keyOf(form: FormData): string {
  const key = form.get("key");
  return typeof key === "string" && /^[\w-]{8,100}$/.test(key) ? key : crypto.randomUUID();
}

/** Keeps the form values when the server can't be reached. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (serverAnswered(error)) throw error;
    const lost: Answer = {
      sent: false,
      at: Date.now(),
      formValues: null,
      fieldErrors: [],
      formError: "messages.failed",
    };
    // this status prevents revalidation, which would fail as well
    return data(lost, { status: 503 });
  }
}

export default later(
  "page-contact",
  async () => (await import("#src/modules/site/messages/components/contact-page.tsx")).default,
  "touched",
);
