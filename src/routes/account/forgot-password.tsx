import { type AccountExtra, refusalOf } from "#src/modules/base/identity/rules/account-forms.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { askReset } from "#src/modules/base/identity/reset-password.server.ts";
import { AskReset } from "#src/modules/base/identity/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/forgot-password";

type Extra = AccountExtra & { email: string };

export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct<Extra>(
    context.get(requestContext),
    await request.formData(),
    act({
      input: (form) => AskReset.safeParse(textsOf(form, FIELDS)),
      fields: FIELDS,
      typed: (form) => ({ formValues: textsOf(form, FIELDS) }),
      run: (ctx, { email }) => askReset(ctx, email),
      done: (_, { email }) => ({ email }),
      refusal: refusalOf,
    }),
  );

const FIELDS = ["email"] as const;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<Extra>("identity.lost"));

export default later(
  "page-forgot-password",
  async () => (await import("#src/modules/base/identity/components/forgot-password-page.tsx")).default,
  "touched",
);
