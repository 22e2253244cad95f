import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Failure, type Ok, ok } from "#src/kernel/result.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type DeskExtra, type Offered } from "#src/modules/partners/desk/admin/desk-panel.tsx";
import { renameDesk, revokeDesk, unlockDesk } from "#src/modules/partners/desk/change-device.server.ts";
import { offerBinding, renewBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { adminDesks } from "#src/modules/partners/desk/queries.server.ts";
import { qrSvg } from "#src/modules/evening/tickets/queries.server.ts";
import { DESK_LIST } from "#src/modules/partners/desk/rules/desk-list.ts";
import { OfferDesk, OneDesk, RenameDesk } from "#src/modules/partners/desk/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/desks";
import Desks from "#src/modules/partners/desk/admin/desks-page.tsx";

/** With `partner` in the address the desks of that one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = DESK_LIST.read(new URL(request.url).searchParams);
  const data = await adminDesks(ctx, query.partner, query.page);
  if (!data.ok) throw refused(data);
  const { desks, isMore, partners, mayChange } = data;
  return { desks, query, isMore, partners, mayChange, now: ctx.now.toISOString() };
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
export const action = (args: Route.ActionArgs) =>
  adminAct<DeskExtra>(args, {
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

const withAddress = async <R extends Failure>(ctx: RequestContext, result: Ok<NewDesk> | R) =>
  result.ok ? ok({ offered: await view(ctx, result) }) : result;

type NewDesk = { id: string; name: string; token: string; until: Date };

async function view(ctx: RequestContext, result: NewDesk): Promise<Offered> {
  const url = ctx.settings.BASE_URL + localizedPath(`/desk/bind/${result.token}`, ctx.locale);
  const { id, name } = result;
  return { id, name, url, qrSvg: await qrSvg(url), until: result.until.toISOString(), zone: HOME_ZONE };
}

export default Desks;
