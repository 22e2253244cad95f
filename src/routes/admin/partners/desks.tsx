import { isUuid } from "#src/kernel/codes.ts";
import { pageIn } from "#src/kernel/page-of.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Failure, type Ok, ok } from "#src/kernel/result.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type DeskExtra, type Offered } from "#src/modules/partners/desk/admin/desk-panel.tsx";
import { renameDesk, revokeDesk, unlockDesk } from "#src/modules/partners/desk/change-device.server.ts";
import { offerBinding, renewBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { adminDesks } from "#src/modules/partners/desk/queries.server.ts";
import { qrSvg } from "#src/modules/evening/tickets/queries.server.ts";
import { OfferDesk, OneDesk, RenameDesk } from "#src/modules/partners/desk/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { textsOf } from "#src/ui/form/texts.ts";
import { type Act, act, adminAct } from "#src/routes/admin/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
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

const refusal = ({ reason, max }: { reason: string; max?: number }) => ({
  formError: `desk-admin.refused.${reason}` as MessageId,
  ...(max !== undefined && { values: { max } }),
});
const typed = (form: FormData) => textsOf(form, ["name"]);

/** An act on one desk that says its name. */
const changing = (
  run: (ctx: RequestContext, desk: { id: string }) => ReturnType<typeof unlockDesk>,
  flash: MessageId,
): Act<DeskExtra> => act({ input: OneDesk, run, done: ({ name }) => ({ flash, values: { name } }), refusal });

/** Makes the address that binds a device; renames, unlocks and revokes desks. */
export const action = (asked: Route.ActionArgs) =>
  adminAct<DeskExtra>(asked, {
    refusals: { failed: "desk-admin.refused.desk_not_found" },
    acts: {
      bind: act({
        input: OfferDesk,
        fields: ["partner_id", "name"],
        run: async (ctx, input) => withAddress(ctx, await offerBinding(ctx, input)),
        done: ({ offered }) => ({ offered }),
        typed,
        refusal,
      }),
      renew: act({
        input: OneDesk,
        run: async (ctx, input) => withAddress(ctx, await renewBinding(ctx, input)),
        done: ({ offered }) => ({ offered }),
        refusal,
      }),
      rename: act({
        input: RenameDesk,
        fields: ["name"],
        run: renameDesk,
        done: ({ name }) => ({ flash: "desk-admin.flash.renamed", values: { name } }),
        typed,
        refusal,
      }),
      unlock: changing(unlockDesk, "desk-admin.flash.unlocked"),
      revoke: changing(revokeDesk, "desk-admin.flash.revoked"),
    },
  });

const withAddress = async <R extends Failure>(ctx: RequestContext, made: Ok<Made> | R) =>
  made.ok ? ok({ offered: await shown(ctx, made) }) : made;

type Made = { id: string; name: string; token: string; until: Date };

async function shown(ctx: RequestContext, made: Made): Promise<Offered> {
  const url = ctx.settings.BASE_URL + localizedPath(`/desk/bind/${made.token}`, ctx.locale);
  const { id, name } = made;
  return { id, name, url, qrSvg: await qrSvg(url), until: made.until.toISOString(), zone: HOME_ZONE };
}

export default Desks;
