import { z } from "zod";
import { changeRole } from "#src/modules/base/identity/change-role.server.ts";
import type { StaffExtra } from "#src/modules/base/identity/admin/staff-answer.ts";
import { invitePerson } from "#src/modules/base/identity/invite-person.server.ts";
import { staffPage } from "#src/modules/base/identity/queries.server.ts";
import { revokeInvitation } from "#src/modules/base/identity/revoke-invitation.server.ts";
import { revokeSessions } from "#src/modules/base/identity/revoke-sessions.server.ts";
import { ChangeRole, InvitePerson } from "#src/modules/base/identity/schema.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/people";
import People from "#src/modules/base/identity/admin/people-page.tsx";

/** After a refusal the page shows what somebody else has changed; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await staffPage(ctx);
  if (!page.ok) throw refused(page);
  return { ...page, now: ctx.now.toISOString() };
}

/** What was typed and chosen, the cities as one text. */
function valuesOf(form: FormData): Record<string, string> {
  const texts = [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string" && !["intent", "id", "city"].includes(field[0]),
  );
  const cities = form
    .getAll("city")
    .filter((city) => typeof city === "string")
    .join();
  return { ...Object.fromEntries(texts), ...(cities && { cities }) };
}

/** What a refusal is called, in the panel of whom the act was about. */
const text = <R extends string>(reason: R) => ({ formError: `identity-admin.refused.${reason}` as const });

export const action = (args: Route.ActionArgs) =>
  adminAct<StaffExtra>(args, {
    refusals: { failed: "identity-admin.refused.user_not_found" },
    acts: {
      invite: act({
        input: (form) => InvitePerson.safeParse(valuesOf(form)),
        fields: ["email", "role", "language"],
        typed: (form) => ({ formValues: valuesOf(form) }),
        run: invitePerson,
        done: (_, { email }) => ({ flash: "identity-admin.flash.invited", values: { email } }),
        refusal: ({ reason }) => text(reason),
      }),
      revoke: act({
        input: z.object({ id: z.uuid(), email: z.string().default("") }),
        run: (ctx, { id }) => revokeInvitation(ctx, { invitation_id: id }),
        done: (_, { email }) => ({ flash: "identity-admin.flash.revoked", values: { email } }),
        refusal: ({ reason }) => text(reason),
      }),
      role: act({
        input: (form) => ChangeRole.safeParse({ ...valuesOf(form), user_id: form.get("id") }),
        typed: (form) => ({ formValues: valuesOf(form) }),
        run: changeRole,
        done: ({ name }, { role }) => ({
          flash: role === "customer" ? "identity-admin.flash.removed" : "identity-admin.flash.changed",
          values: { name, role },
        }),
        refusal: (refusal) =>
          refusal.reason === "confirm_self"
            ? { unsure: true }
            : { ...text(refusal.reason), ...("current" in refusal && { current: refusal.current }) },
      }),
      sign_out: act({
        input: z.object({ id: z.uuid(), name: z.string().default("") }),
        run: (ctx, { id }) => revokeSessions(ctx, { user_id: id }),
        done: (_, { name }) => ({ flash: "identity-admin.flash.signedOut", values: { name } }),
      }),
    },
  });

export default People;
