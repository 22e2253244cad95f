import { ArrowLeft, MoonStar, Plus } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { longDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { DepartureSide } from "#src/modules/sales/schedule/admin/departure-side.tsx";
import { EditForm } from "#src/modules/sales/schedule/admin/edit-form.tsx";
import { ShiftPanel } from "#src/modules/evening/guides/admin/shift-panel.tsx";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { grants } from "#src/modules/base/identity/rules/permissions.ts";
import { useMe } from "#src/modules/base/identity/admin/use-me.ts";
import { useLive } from "#src/modules/sales/schedule/admin/use-live.ts";
import { unseenOf } from "#src/modules/sales/schedule/rules/admin.ts";
import { ADMIN_LINK, AdminLink } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/evening/+types/schedule-edit.ts";

/** One departure: its form, its seats, and further actions. */
export default function EditSchedule({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { departure, crawl, terms, version, following, may, everBooked, history, formKey, guides, candidates } =
    loaderData;
  useLive();
  useFlash(actionData);
  const me = useMe();
  const mayBook = grants(me, "bookings.change");
  const day = longDate(departure.date, locale);
  const isFixed = departure.state === "over" || departure.state === "cancelled";
  const answer = actionData?.intent === "edit" ? actionData : undefined;
  return (
    <>
      <PageHead
        title={crawl.title}
        tab={t("admin.tab", { page: `${crawl.title}, ${day}`, brand: t("common.brand") })}
        back={
          <Link
            to={localizedPath(`/admin/schedule?date=${departure.date}`, locale)}
            className={`inline-flex items-center gap-1 ${ADMIN_LINK}`}
          >
            <ArrowLeft aria-hidden size={14} />
            {t("schedule-admin.title")}
          </Link>
        }
        actions={
          <>
            {grants(me, "manifest.read") && (
              <AdminLink
                icon={<MoonStar aria-hidden size={16} />}
                to={localizedPath(`/admin/nights/${departure.id}`, locale)}
              >
                {t("schedule-admin.guests")}
              </AdminLink>
            )}
            {mayBook && !isFixed && (
              <AdminLink
                kind="ink"
                icon={<Plus aria-hidden size={16} />}
                to={localizedPath(`/admin/bookings/new?departure_id=${departure.id}`, locale)}
              >
                {t("admin.newBooking")}
              </AdminLink>
            )}
          </>
        }
        meta={
          <span className="flex items-center gap-1.5">
            <CrawlMark colour={crawl.colour} />
            {`${day} · ${departure.start_time} · ${crawl.city_name}`}
          </span>
        }
      />
      {!isFixed && crawl.unseen && <UnseenNotice crawls={[unseenOf(crawl)!]} className="mb-3" />}
      {isFixed && (
        <div className="mb-3">
          <AdminNotice>
            {t(
              departure.state === "over"
                ? "schedule-admin.formError.departure_over"
                : "schedule-admin.formError.departure_cancelled",
            )}
          </AdminNotice>
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <EditForm
          key={`${departure.id} ${version}`}
          {...{ terms, version, crawl, following, answer }}
          may={may && !isFixed}
        />
        <div className="grid gap-4">
          <DepartureSide {...{ departure, crawl, everBooked, may, formKey }} answer={actionData}>
            {guides && <ShiftPanel night={guides} candidates={candidates} may={may} />}
          </DepartureSide>
          {history.length > 0 && (
            <Panel title={t("schedule-admin.history")}>
              <RecordHistory entries={history} zone={crawl.time_zone} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
