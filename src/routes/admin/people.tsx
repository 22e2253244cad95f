import { data } from "react-router";
import type { Failure } from "#src/kernel/result.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { changeRole } from "#src/modules/base/identity/change-role.server.ts";
import { STAFF_ACTS, type StaffAct, type StaffRefused } from "#src/modules/base/identity/admin/staff-answer.ts";
import { invitePerson } from "#src/modules/base/identity/invite-person.server.ts";
import { staffPage } from "#src/modules/base/identity/queries.server.ts";
import { revokeInvitation } from "#src/modules/base/identity/revoke-invitation.server.ts";
import { revokeSessions } from "#src/modules/base/identity/revoke-sessions.server.ts";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";
import { ChangeRole, InvitePerson, RevokeInvitation, RevokeSessions } from "#src/modules/base/identity/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { type Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/people";
import People from "#src/modules/base/identity/admin/people-page.tsx";

/** After a refusal the page shows what somebody else has changed; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await staffPage(ctx);
  if (!seen.ok) throw refused(seen);
  return { ...seen, now: ctx.now.toISOString() };
}

type Fields = Record<string, string>;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const fields: Fields = {};
  const form = await request.formData();
  for (const [name, value] of form) if (typeof value === "string" && name !== "city") fields[name] = value;
  const cities = form
    .getAll("city")
    .filter((city) => typeof city === "string")
    .join();
  if (cities !== "") fields["cities"] = cities;
  const { act: asked, ...formValues } = fields;
  const act = STAFF_ACTS.find((one) => one === asked);
  if (!act) throw data(null, { status: 400 });
  return DOES[act](ctx, formValues);
}

const DOES: Record<StaffAct, (ctx: RequestContext, formValues: Fields) => Promise<ReturnType<typeof answer>>> = {
  async invite(ctx, formValues) {
    const input = InvitePerson.safeParse(formValues);
    if (!input.success) {
      const fieldErrors = toFieldErrors(["email", "role", "language"] as const, input.error.issues);
      return answer(refusal(ctx, "invite", formValues, { fieldErrors }), 422);
    }
    const result = await invitePerson(ctx, input.data);
    if (!result.ok) return answer(refusal(ctx, "invite", formValues, saidOf(result)), statusOf(result));
    return answer({ flash: "identity-admin.flash.invited", values: { email: input.data.email } });
  },
  async revoke(ctx, formValues) {
    const input = RevokeInvitation.safeParse({ invitation_id: formValues["invitation_id"] });
    if (!input.success) throw data(null, { status: 400 });
    const result = await revokeInvitation(ctx, input.data);
    if (!result.ok) return answer(refusal(ctx, "revoke", formValues, saidOf(result)), statusOf(result));
    return answer({ flash: "identity-admin.flash.revoked", values: { email: formValues["email"] ?? "" } });
  },
  async role(ctx, formValues) {
    const input = ChangeRole.safeParse(formValues);
    if (!input.success) throw data(null, { status: 400 });
    const result = await changeRole(ctx, input.data);
    if (!result.ok) return answer(refusal(ctx, "role", formValues, saidOf(result)), statusOf(result));
    const { role } = input.data;
    return answer({
      flash: role === "customer" ? "identity-admin.flash.removed" : "identity-admin.flash.changed",
      values: { name: result.name, role },
    });
  },
  async sign_out(ctx, { name = "", ...formValues }) {
    const input = RevokeSessions.safeParse(formValues);
    if (!input.success) throw data(null, { status: 400 });
    const result = await revokeSessions(ctx, input.data);
    if (!result.ok) return answer(refusal(ctx, "sign_out", formValues, saidOf(result)), statusOf(result));
    return answer({ flash: "identity-admin.flash.signedOut", values: { name } });
  },
};

const answer = (told: StaffRefused | Flash, status = 200) => data(told, { status });

const refusal = (ctx: RequestContext, act: StaffAct, formValues: Fields, why: Partial<StaffRefused>): StaffRefused => ({
  act,
  at: ctx.now.getTime(),
  id: formValues["user_id"] ?? "",
  formValues,
  fieldErrors: [],
  text: null,
  current: null,
  unsure: false,
  ...why,
});

const statusOf = ({ reason }: Failure): number => (reason === "forbidden" ? 403 : 409);

/** The texts of a use case's refusal. */
function saidOf(result: Failure & { current?: Role }): Partial<StaffRefused> {
  if (result.reason === "confirm_self") return { unsure: true };
  return { text: `identity-admin.refused.${result.reason}` as MessageId, current: result.current ?? null };
}

export default People;
