import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { deskCookies } from "#src/modules/partners/desk/keep-cookie.server.ts";
import { bindingOf } from "#src/modules/partners/desk/queries.server.ts";
import { deskRefusal } from "#src/modules/partners/desk/rules/answer.ts";
import { BindDevice } from "#src/modules/partners/desk/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { SECRET } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/desk-bind";

export const headers = () => SECRET;

/** Opening the address binds nothing. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const offered = await bindingOf(context.get(requestContext), token);
  return data({ offered }, { status: offered ? 200 : 404, headers: SECRET });
}

export const action = async ({ context, params: { token }, request }: Route.ActionArgs) =>
  guestAct(
    context.get(requestContext),
    await request.formData(),
    act({
      input: BindDevice,
      fields: Object.keys(BindDevice.shape),
      run: (ctx, device) => bindDevice(ctx, token, device),
      done: ({ secret }, _, ctx) => {
        throw redirect(localizedPath("/desk", ctx.locale), {
          headers: [...Object.entries(SECRET), ...deskCookies(ctx, secret)],
        });
      },
      refusal: (refusal, _, { locale }) =>
        refusal.reason === "pin_easy"
          ? { fieldErrors: [{ id: "pin", message: "desk.refused.pin_easy" }] }
          : deskRefusal(refusal, locale),
    }),
    { headers: SECRET, statusOf: (reason) => (reason === "bind_over" ? 410 : 409) },
  );

const BindForm = later(
  "page-desk-bind",
  () => import("#src/modules/partners/desk/components/bind-form.tsx").then((part) => part.BindForm),
  "touched",
);

export default function DeskBind({ loaderData: { offered }, actionData }: Route.ComponentProps) {
  return <BindForm offered={offered} answer={actionData} />;
}
