import { Plus } from "#src/ui/lucide/icons.ts";
import { Form } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { QrList } from "#src/modules/partners/partner-admin/admin/qr-list.tsx";
import { Periods } from "#src/modules/partners/partner-admin/admin/qr-scans.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminSelect } from "#src/ui/admin/field.tsx";
import { listHref } from "#src/ui/admin/list-href.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { PageTurner } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/partners/+types/qr-codes.ts";

/** The QR codes of partners, and of our own posters. */
export default function QrCodes({ loaderData: { list, filter } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/affiliates/qr", locale);
  const { partner, page } = filter;
  const days = filter.days === 30 ? undefined : filter.days;
  const hrefOf = (over: Record<string, string | number | undefined>) =>
    listHref(path, { partner, days, page, ...over });
  const add = list.mayChange && (
    <AdminLink
      kind="ink"
      to={listHref(`${path}/new`, { partner: partner === "own" ? undefined : partner })}
      icon={<Plus aria-hidden size={15} />}
    >
      {t("affiliates-qr.add")}
    </AdminLink>
  );
  return (
    <>
      <PageHead
        title={t("affiliates-qr.title")}
        tab={t("admin.tab", { page: t("affiliates-qr.title"), brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/affiliates" name={t("affiliates-qr.affiliates")} />}
        meta={list.total > 0 && t("affiliates-qr.meta", { count: list.total })}
        actions={
          <>
            <AdminLink
              to={listHref(localizedPath("/admin/affiliates/widget", locale), {
                partner: partner === "own" ? undefined : partner,
              })}
            >
              {t("affiliates-qr.widget")}
            </AdminLink>
            {list.total > 0 && add}
          </>
        }
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Form method="get" action={path} className="flex min-w-0 flex-wrap items-center gap-2">
          {days !== undefined && <input type="hidden" name="days" value={days} />}
          <AdminSelect
            key={partner ?? ""}
            name="partner"
            aria-label={t("affiliates-qr.whose")}
            defaultValue={partner ?? ""}
            className="max-w-64"
          >
            <option value="">{t("affiliates-qr.everyone")}</option>
            <option value="own">{t("affiliates-qr.ours")}</option>
            {list.partners.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </AdminSelect>
          <AdminButton type="submit">{t("affiliates-qr.filter")}</AdminButton>
        </Form>
        <span className="ml-auto">
          <Periods days={filter.days} hrefOf={(n) => hrefOf({ days: n === 30 ? undefined : n, page: 1 })} />
        </span>
      </div>
      <Panel padded={false}>
        <QrList
          codes={list.codes}
          targets={list.targets}
          empty={
            partner ? (
              <Empty
                title={t("affiliates-qr.none.title")}
                text={t("affiliates-qr.none.text")}
                action={
                  <>
                    <AdminLink to={path}>{t("affiliates-qr.none.all")}</AdminLink>
                    {add}
                  </>
                }
              />
            ) : (
              <Empty title={t("affiliates-qr.empty.title")} text={t("affiliates-qr.empty.text")} action={add} />
            )
          }
        />
        <PageTurner page={page} size={list.size} total={list.total} hrefOf={(n) => hrefOf({ page: n })} />
      </Panel>
    </>
  );
}
