import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { REQUEST_LIST, REQUEST_VIEWS, type RequestFilter } from "#src/modules/books/invoices/rules/request-list.ts";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";

type InvoiceViewsProps = {
  current: RequestFilter["view"] | "receipts";
  counts?: Record<RequestFilter["view"], number>;
  q?: string;
};

/** The lists of requests by state, and the one of receipts. */
export function InvoiceViews({ current, counts, q = "" }: InvoiceViewsProps) {
  const { t, locale } = useText("invoices-admin");
  const path = localizedPath("/admin/invoices", locale);
  const lists = REQUEST_VIEWS.map((view) => ({
    label: t(`invoices-admin.view.${view}`),
    href: REQUEST_LIST.href(path, REQUEST_LIST.values({ view, q })),
    current: view === current,
    ...(counts ? { count: counts[view] } : {}),
  }));
  const receipts = {
    label: t("invoices-admin.view.receipts"),
    href: `${path}/receipts`,
    current: current === "receipts",
  };
  return <ViewTabs label={t("invoices-admin.views")} views={[...lists, receipts]} />;
}
