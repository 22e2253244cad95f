import { ArrowLeft } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { NewDepartures } from "#src/modules/sales/schedule/admin/new-departures.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";
import type { Route } from "#routes/admin/+types/schedule-new.ts";

/** The form of one departure, or of a series. */
export default function NewSchedule({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { isSeries, crawls, start, formKey } = loaderData;
  const title = t(isSeries ? "schedule-admin.series.title" : "schedule-admin.one.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={
          <Link
            to={localizedPath("/admin/schedule", locale)}
            className={`inline-flex items-center gap-1 ${ADMIN_LINK}`}
          >
            <ArrowLeft aria-hidden size={14} />
            {t("schedule-admin.title")}
          </Link>
        }
        meta={isSeries && t("schedule-admin.new.lead")}
        actions={
          <Segmented
            label={t("schedule-admin.kind")}
            options={[
              { label: t("schedule-admin.one"), href: "?", current: !isSeries },
              { label: t("schedule-admin.series"), href: "?kind=series", current: isSeries },
            ]}
          />
        }
      />
      <NewDepartures key={String(isSeries)} {...{ isSeries, crawls, start, formKey, answer: actionData }} />
    </>
  );
}
