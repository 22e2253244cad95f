import { data, useSearchParams } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import { pageIn } from "#src/kernel/page-of.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { DeskList } from "#src/modules/partners/desk/admin/desk-list.tsx";
import { BindPanel, DeskPanel, type DeskRefused, type Offered } from "#src/modules/partners/desk/admin/desk-panel.tsx";
import { renameDesk, revokeDesk, unlockDesk } from "#src/modules/partners/desk/change-device.server.ts";
import { offerBinding, renewBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { adminDesks } from "#src/modules/partners/desk/queries.server.ts";
import { qrSvg } from "#src/modules/evening/tickets/queries.server.ts";
import { DeskAdminAct } from "#src/modules/partners/desk/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageSteps } from "#src/ui/admin/pager.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/desks";

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

/** The phones and tablets that sell at partners' receptions. */
export default function Desks({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const [query] = useSearchParams();
  useFlash(actionData);
  const { desks, page, isMore, partners, mayChange, now } = loaderData;
  const partner = query.get("partner");
  const of = (rest: string) => `?${[partner ? `partner=${partner}` : "", rest].filter(Boolean).join("&")}`;
  const no = actionData && "field" in actionData ? actionData : null;
  const offered = actionData && "offered" in actionData ? actionData.offered : null;
  const open = desks.find(({ id }) => id === query.get("open"));
  const title = t("desk-admin.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        meta={page > 1 || isMore ? t("admin.pageNumber", { page }) : t("desk-admin.meta", { count: desks.length })}
        back={<Breadcrumb to="/admin/affiliates" name={t("admin.page.affiliates")} />}
        actions={
          <>
            {partner && (
              <AdminLink to={localizedPath("/admin/affiliates/desks", locale)}>{t("desk-admin.all")}</AdminLink>
            )}
            {mayChange && (
              <AdminLink kind="ink" to={of("bind=1")}>
                {t("desk-admin.bind")}
              </AdminLink>
            )}
          </>
        }
      />
      <DeskList
        desks={desks}
        opened={open?.id ?? null}
        now={now}
        hrefOf={({ id }) => of(`page=${page}&open=${id}`)}
        foot={<PageSteps page={page} isMore={isMore} hrefOf={(to) => of(`page=${to}`)} />}
      />
      {open && (
        <DeskPanel
          key={open.id}
          desk={open}
          mayChange={mayChange}
          offered={offered?.id === open.id ? offered : null}
          refused={no?.id === open.id ? no : null}
          closeHref={of(`page=${page}`)}
        />
      )}
      {mayChange && query.has("bind") && !open && (
        <BindPanel
          partners={partners}
          partnerId={partner}
          offered={offered}
          refused={no?.id === "" ? no : null}
          closeHref={of("")}
        />
      )}
    </>
  );
}
