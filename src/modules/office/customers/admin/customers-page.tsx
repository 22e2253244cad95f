import { useSearchParams } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CustomerPanel } from "#src/modules/office/customers/admin/customer-panel.tsx";
import { CustomerTable } from "#src/modules/office/customers/admin/customer-table.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { SearchField } from "#src/ui/admin/filter-bar.tsx";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/+types/customers.ts";

/** Customers: searchable and paginated, with the open one beside the list. */
export default function Customers({
  loaderData: { customers, near, next, details, mayErase, query },
}: Route.ComponentProps) {
  const { t, locale } = useText();
  const href = useHref();
  const eraseHref = (of: string) => localizedPath(`/admin/customers/erase${of}`, locale);
  return (
    <>
      <PageHead
        title={t("customers.title")}
        tab={t("admin.tab", { page: t("customers.title"), brand: t("common.brand") })}
        actions={mayErase && <AdminLink to={eraseHref("")}>{t("customers.erase")}</AdminLink>}
      />
      <div className="mb-2.5 flex flex-wrap gap-2">
        <SearchField label={t("customers.search")} placeholder={t("customers.searchFor")} value={query.q} kept={[]} />
      </div>
      <Panel padded={false}>
        <CustomerTable
          customers={customers}
          opened={details?.customer.id ?? null}
          openHref={({ id }) => href({ open: id })}
          empty={
            <Nearest
              search={query.q}
              near={near}
              hrefOf={(q) => href({ q, before: null, open: null })}
              otherwise={<Nobody searched={query.q !== ""} />}
            />
          }
        />
        {customers.length > 0 && (
          <Pager
            summary={t("customers.shown", { count: customers.length })}
            previousHref={query.before === null ? null : href({ before: null, open: null })}
            nextHref={next === null ? null : href({ before: next, open: null })}
            labels={{ previous: t("customers.first") }}
          />
        )}
      </Panel>
      {details && (
        <CustomerPanel
          key={details.customer.id}
          details={details}
          closeHref={href({ open: null })}
          eraseHref={mayErase ? eraseHref(`?of=booking.${details.customer.id}`) : null}
        />
      )}
    </>
  );
}

/** This list with other query parameters; null removes one. */
function useHref() {
  const [query] = useSearchParams();
  return (change: Record<string, string | null>): string => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change))
      if (value === null) next.delete(name);
      else next.set(name, value);
    return `?${next}`;
  };
}

function Nobody({ searched }: { searched: boolean }) {
  const { t } = useText();
  if (!searched) return <Empty title={t("customers.empty.title")} text={t("customers.empty.text")} />;
  return (
    <Empty
      title={t("customers.notFound.title")}
      text={t("customers.notFound.text")}
      action={<AdminLink to="?">{t("customers.all")}</AdminLink>}
    />
  );
}
