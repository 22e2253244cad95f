import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CustomerPanel } from "#src/modules/office/customers/admin/customer-panel.tsx";
import { customerColumns, customerPhoneRow } from "#src/modules/office/customers/admin/customer-columns.tsx";
import { CUSTOMER_LIST } from "#src/modules/office/customers/rules/customer-list.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { Pager } from "#src/ui/admin/pager.tsx";
import type { Route } from "#routes/admin/office/+types/customers.ts";

/** Customers: searchable and paginated, with the open one beside the list. */
export default function Customers({ loaderData }: Route.ComponentProps) {
  const { customers, near, next, details, mayErase, query } = loaderData;
  const { t, locale } = useText();
  const list = useList(CUSTOMER_LIST, "/admin/customers", query);
  const eraseHref = (of: string) => localizedPath(`/admin/customers/erase${of}`, locale);
  return (
    <ListPage
      list={list}
      title={t("customers.title")}
      actions={mayErase && <AdminLink to={eraseHref("")}>{t("customers.erase")}</AdminLink>}
      search={{ label: t("customers.search"), placeholder: t("customers.searchFor") }}
      columns={customerColumns(t, locale)}
      rows={customers}
      phone={customerPhoneRow(t, locale)}
      opens="open"
      opened={details?.customer.id ?? null}
      near={near}
      empty={
        list.isFiltered
          ? {
              title: t("customers.notFound.title"),
              text: t("customers.notFound.text"),
              action: <AdminLink to={list.path}>{t("customers.all")}</AdminLink>,
            }
          : { title: t("customers.empty.title"), text: t("customers.empty.text") }
      }
      foot={
        customers.length > 0 && (
          <Pager
            summary={t("customers.shown", { count: customers.length })}
            previousHref={query.before === null ? null : list.hrefOf({ before: null })}
            nextHref={next === null ? null : list.hrefOf({ before: next })}
            labels={{ previous: t("customers.first") }}
          />
        )
      }
      panel={
        details && (
          <CustomerPanel
            key={details.customer.id}
            details={details}
            closeHref={list.hrefOf()}
            eraseHref={mayErase ? eraseHref(`?of=${details.anchor}.${details.customer.id}`) : null}
          />
        )
      }
    />
  );
}
