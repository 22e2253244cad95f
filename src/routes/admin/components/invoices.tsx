import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Requests } from "#src/modules/invoices/admin/requests.tsx";
import { listHref } from "#src/ui/admin/list-href.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";
import type { Route } from "../+types/invoices";

const VIEWS = ["open", "issued", "refused", "all"] as const;

/** Invoices that guests asked for. */
export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useText("invoices-admin");
  const { list, filter } = loaderData;
  const path = localizedPath("/admin/invoices", locale);
  return (
    <>
      <PageHead
        title={t("invoices-admin.title")}
        tab={t("admin.tab", { page: t("invoices-admin.title"), brand: t("common.brand") })}
        meta={t("invoices-admin.meta", { count: list.counts.open })}
      />
      <ViewTabs
        label={t("invoices-admin.views")}
        views={VIEWS.map((one) => ({
          label: t(`invoices-admin.view.${one}`),
          href: listHref(path, { view: one === "open" ? undefined : one, q: filter.q }),
          current: one === filter.view,
          count: list.counts[one],
        }))}
      />
      <Requests {...loaderData} />
    </>
  );
}
