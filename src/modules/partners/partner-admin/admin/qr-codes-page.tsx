import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { qrColumns, qrPhoneRow } from "#src/modules/partners/partner-admin/admin/qr-columns.tsx";
import { QR_LIST } from "#src/modules/sales/affiliates/rules/qr-list.ts";
import { Plus } from "#src/ui/lucide/icons.ts";
import { Form } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Periods } from "#src/modules/partners/partner-admin/admin/qr-scans.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { AdminSelect } from "#src/ui/admin/field.tsx";
import type { Route } from "#routes/admin/partners/+types/qr-codes.ts";

/** The QR codes of partners, and of our own posters. */
export default function QrCodes({ loaderData: { list: found, filter } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const list = useList(QR_LIST, "/admin/affiliates/qr", filter);
  const { partner, days } = filter;
  const named = partner === null || partner === "own" ? "" : `?partner=${partner}`;
  const add = found.mayChange && (
    <AdminLink kind="ink" to={`${list.path}/new${named}`} icon={<Plus aria-hidden size={15} />}>
      {t("affiliates-qr.add")}
    </AdminLink>
  );
  return (
    <ListPage
      list={list}
      title={t("affiliates-qr.title")}
      back={<Breadcrumb to="/admin/affiliates" name={t("affiliates-qr.affiliates")} />}
      meta={found.total > 0 && t("affiliates-qr.meta", { count: found.total })}
      actions={
        <>
          <AdminLink to={localizedPath(`/admin/affiliates/widget${named}`, locale)}>
            {t("affiliates-qr.widget")}
          </AdminLink>
          {found.total > 0 && add}
        </>
      }
      lead={
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <Form method="get" action={list.path} className="flex min-w-0 flex-wrap items-center gap-2">
            {list.address.fields(filter, ["partner"]).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <AdminSelect
              key={partner ?? ""}
              name="partner"
              aria-label={t("affiliates-qr.whose")}
              defaultValue={partner ?? ""}
              className="max-w-64"
            >
              <option value="">{t("affiliates-qr.everyone")}</option>
              <option value="own">{t("affiliates-qr.ours")}</option>
              {found.partners.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </AdminSelect>
            <AdminButton type="submit">{t("affiliates-qr.filter")}</AdminButton>
          </Form>
          <span className="ml-auto">
            <Periods days={days} hrefOf={(n) => list.hrefOf({ days: n })} />
          </span>
        </div>
      }
      label={t("affiliates-qr.list")}
      columns={qrColumns(found.targets, t)}
      rows={found.codes}
      phone={qrPhoneRow(t)}
      opens={({ id }) => `${list.path}/${id}`}
      empty={
        partner
          ? {
              title: t("affiliates-qr.none.title"),
              text: t("affiliates-qr.none.text"),
              action: (
                <>
                  <AdminLink to={list.path}>{t("affiliates-qr.none.all")}</AdminLink>
                  {add}
                </>
              ),
            }
          : { title: t("affiliates-qr.empty.title"), text: t("affiliates-qr.empty.text"), action: add }
      }
      pages={{ size: found.size, total: found.total }}
    />
  );
}
