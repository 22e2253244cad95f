import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { DeskList } from "#src/modules/partners/desk/admin/desk-list.tsx";
import { BindPanel, DeskPanel } from "#src/modules/partners/desk/admin/desk-panel.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { DESK_LIST } from "#src/modules/partners/desk/rules/desk-list.ts";
import { ListHead, ListPages } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/partners/+types/desks.ts";

/** The phones and tablets that sell at partners' receptions. */
export default function Desks({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  const { desks, query, isMore, partners, mayChange, now } = loaderData;
  const list = useList(DESK_LIST, "/admin/affiliates/desks", query);
  const { partner, page } = query;
  const no = actionData && !actionData.done ? actionData : null;
  const offered = actionData?.offered ?? null;
  const open = desks.find(({ id }) => id === query.open);
  return (
    <>
      <ListHead
        list={list}
        title={t("desk-admin.title")}
        meta={page > 1 || isMore ? t("admin.pageNumber", { page }) : t("desk-admin.meta", { count: desks.length })}
        back={<Breadcrumb to="/admin/affiliates" name={t("admin.page.affiliates")} />}
        actions={
          <>
            {partner && <AdminLink to={list.path}>{t("desk-admin.all")}</AdminLink>}
            {mayChange && (
              <AdminLink kind="ink" to={list.hrefOf({ bind: "1", page: 1 })}>
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
        hrefOf={({ id }) => list.hrefOf({ open: id })}
        foot={<ListPages list={list} isMore={isMore} />}
      />
      {open && (
        <DeskPanel
          key={open.id}
          desk={open}
          mayChange={mayChange}
          offered={offered?.id === open.id ? offered : null}
          refused={no?.id === open.id ? no : null}
          closeHref={list.hrefOf()}
        />
      )}
      {mayChange && query.bind && !open && (
        <BindPanel
          partners={partners}
          partnerId={partner}
          offered={offered}
          refused={no?.id === "" ? no : null}
          closeHref={list.hrefOf({ page: 1 })}
        />
      )}
    </>
  );
}
