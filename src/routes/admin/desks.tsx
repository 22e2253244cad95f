import { data } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import { pageIn } from "#src/kernel/page-of.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type DeskRefused, type Offered } from "#src/modules/partners/desk/admin/desk-panel.tsx";
import { renameDesk, revokeDesk, unlockDesk } from "#src/modules/partners/desk/change-device.server.ts";
import { offerBinding, renewBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { adminDesks } from "#src/modules/partners/desk/queries.server.ts";
import { qrSvg } from "#src/modules/evening/tickets/queries.server.ts";
import { DeskAdminAct } from "#src/modules/partners/desk/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { type Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/desks";
import Desks from "#src/modules/partners/desk/admin/desks-page.tsx";

/** With `partner` in the address the desks of that one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = new URL(request.url).searchParams;
  const asked = query.get("partner") ?? "";
  const seen = await adminDesks(ctx, isUuid(asked) ? asked : null, pageIn(query.get("page")));
  if (!seen.ok) throw refused(seen);
  const { desks, page, isMore, partners, mayChange } = seen;
  return { desks, page, isMore, partners, mayChange, now: ctx.now.toISOString() };
}

type Answer = DeskRefused | { offered: Offered } | Flash;

/** Makes the address that binds a device; renames, unlocks and revokes desks. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const fields = Object.fromEntries(await request.formData());
  const input = DeskAdminAct.safeParse(fields);
  const textOf = (field: string) => (typeof fields[field] === "string" ? fields[field] : "");
  const [id, name] = [textOf("id"), textOf("name")];
  const answer = (told: Answer, status: number) => data(told, { status, headers: { "cache-control": "no-store" } });
  if (!input.success) {
    const issue = input.error.issues[0]!;
    const field = issue.path[0] === "name" || issue.path[0] === "partner_id" ? issue.path[0] : null;
    if (!field) throw data(null, { status: 400 });
    return answer({ id, field, text: issue.message as MessageId, name }, 422);
  }
  const result = await act(ctx, input.data);
  if (!result.ok) {
    if (result.reason === "forbidden") throw refused({ missing: "affiliates.change" });
    const { reason, ...values } = result;
    const text = `desk-admin.refused.${reason}` as MessageId;
    return answer({ id, field: null, text, values: "max" in values ? { max: values.max } : {}, name }, 409);
  }
  if ("token" in result) return answer({ offered: await shown(ctx, result) }, 200);
  const flashes = { rename: "renamed", revoke: "revoked", unlock: "unlocked" } as const;
  const did = flashes[input.data.act as "rename"];
  return answer({ flash: `desk-admin.flash.${did}`, values: { name: result.name } }, 200);
}

function act(ctx: RequestContext, input: DeskAdminAct) {
  switch (input.act) {
    case "bind":
      return offerBinding(ctx, input);
    case "renew":
      return renewBinding(ctx, input);
    case "rename":
      return renameDesk(ctx, input);
    case "unlock":
      return unlockDesk(ctx, input);
    case "revoke":
      return revokeDesk(ctx, input);
  }
}

async function shown(
  ctx: RequestContext,
  made: { id: string; name: string; token: string; until: Date },
): Promise<Offered> {
  const url = ctx.settings.BASE_URL + localizedPath(`/desk/bind/${made.token}`, ctx.locale);
  const { id, name } = made;
  return { id, name, url, qrSvg: await qrSvg(url), until: made.until.toISOString(), zone: HOME_ZONE };
}

export default Desks;
