import { z } from "zod";
import {
  type ContactExtra,
  FIELDS,
  readFormValues,
  subjectOf,
  TRAP,
} from "#src/modules/site/messages/rules/message-form.ts";
import { SendMessage } from "#src/modules/site/messages/schema.ts";
import { submitMessage } from "#src/modules/site/messages/send-message.server.ts";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { requestContext, signedIn } from "#src/platform/context.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { later } from "#src/ui/later.tsx";
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

const Hidden = z.object({
  key: z
    .string()
    .regex(/^[\w-]{8,100}$/)
    .catch(() => crypto.randomUUID()),
  [TRAP]: z.string().catch(""),
});

export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct<ContactExtra>(
    await signedIn(context),
    await request.formData(),
    act({
      input: (form, { locale }) =>
        withHidden(
          SendMessage.safeParse({ ...readFormValues(form), language: locale }),
          Hidden.safeParse(Object.fromEntries(form)),
        ),
      fields: FIELDS,
      typed: (form) => ({ formValues: readFormValues(form) }),
      run: (ctx, { key, [TRAP]: trap, ...message }) => submitMessage(ctx, message, { key, trap }),
      done: (_, { email }) => ({ email }),
    }),
  );

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<ContactExtra>("messages.failed"));

export default later(
  "page-contact",
  async () => (await import("#src/modules/site/messages/components/contact-page.tsx")).default,
  "touched",
);
