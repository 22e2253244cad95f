import { useSearchParams } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { DeskList } from "#src/modules/partners/desk/admin/desk-list.tsx";
import { BindPanel, DeskPanel } from "#src/modules/partners/desk/admin/desk-panel.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageSteps } from "#src/ui/admin/pager.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/partners/+types/desks.ts";

/** The phones and tablets that sell at partners' receptions. */
export default function Desks({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const [query] = useSearchParams();
  useFlash(actionData);
  const { desks, page, isMore, partners, mayChange, now } = loaderData;
  const partner = query.get("partner");
  const of = (rest: string) => `?${[partner ? `partner=${partner}` : "", rest].filter(Boolean).join("&")}`;
  const no = actionData && !actionData.done ? actionData : null;
  const offered = actionData?.offered ?? null;
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
