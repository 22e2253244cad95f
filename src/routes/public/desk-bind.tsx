import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { deskCookies } from "#src/modules/partners/desk/keep-cookie.server.ts";
import { bindingOf } from "#src/modules/partners/desk/queries.server.ts";
import { deskRefusal } from "#src/modules/partners/desk/rules/answer.ts";
import { BindDevice, type DeskAnswer } from "#src/modules/partners/desk/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { SECRET } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/desk-bind";

export const headers = () => SECRET;

/** Opening the address binds nothing. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const offered = await bindingOf(context.get(requestContext), token);
  return data({ offered }, { status: offered ? 200 : 404, headers: SECRET });
}

export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const fields = Object.fromEntries(await request.formData());
  if (typeof fields["pin"] !== "string") throw data(null, { status: 400, headers: SECRET });
  const sent = BindDevice.safeParse(fields);
  if (!sent.success) {
    const errors = sent.error.issues.map(({ path, message }) => [String(path[0]), message as MessageId]);
    return answer({ ok: false, errors: Object.fromEntries(errors) as Record<string, MessageId> }, 422);
  }
  const bound = await bindDevice(ctx, token, sent.data);
  if (!bound.ok)
    return answer({ ok: false, ...deskRefusal(bound, ctx.locale) }, bound.reason === "bind_over" ? 410 : 409);
  throw redirect(localizedPath("/desk", ctx.locale), {
    headers: [...Object.entries(SECRET), ...deskCookies(ctx, bound.secret)],
  });
}

const answer = (lastAnswer: DeskAnswer, status: number) => data(lastAnswer, { status, headers: SECRET });

const BindForm = later(
  "page-desk-bind",
  () => import("#src/modules/partners/desk/components/bind-form.tsx").then((part) => part.BindForm),
  "touched",
);

export default function DeskBind({ loaderData: { offered }, actionData }: Route.ComponentProps) {
  return <BindForm offered={offered} answer={actionData ?? null} />;
}
