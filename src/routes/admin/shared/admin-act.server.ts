import { data, type RouterContextProvider } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { type Act, actOf } from "#src/routes/shared/act.server.ts";
import { aboutForm, type FormAnswer, type Refusals, replyTo } from "#src/ui/form/answer.ts";

/** What an action gets. */
export type ActionArgs = { context: Readonly<RouterContextProvider>; request: Request };

/** A page's refusals; one that names `forbidden` says it in its form. */
type Words = Refusals & { failed: MessageId; forbidden?: MessageId };

/**
 * The action of an admin page: what its form names as `intent` (`save` if it names none) is read, done by its use case, which checks
 * the permission, and answered in one shape. Throws the refusal of whoever may not, unless the page's table has words for it, and 400
 * for a form that isn't the page's.
 */
export async function adminAct<Extra extends object = object>(
  { context, request }: ActionArgs,
  { acts, refusals }: { acts: Readonly<Record<string, Act<Extra>>>; refusals: Words },
) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const { forbidden } = refusals;
  const { status, reply, refusal } = await actOf(acts, form)(ctx, form, ({ reason }) =>
    reason === "forbidden" && forbidden ? { formError: forbidden } : replyTo(reason, refusals),
  );
  const isForbidden = refusal?.reason === "forbidden";
  if (isForbidden && !forbidden) throw refused({ missing: typeof refusal.missing === "string" ? refusal.missing : "" });
  return data<FormAnswer<Extra>>(
    { ...aboutForm(form), at: ctx.now.getTime(), ...reply },
    { status: isForbidden ? 403 : status },
  );
}
