import { ArchiveRestore, CalendarPlus, ExternalLink, MapPinned } from "#src/ui/lucide/icons.ts";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/audit/admin/record-history.tsx";
import { CrawlEditor } from "#src/modules/catalog/admin/crawl-editor.tsx";
import { Breadcrumb } from "#src/modules/catalog/admin/breadcrumb.tsx";
import { DeleteCrawl } from "#src/modules/catalog/admin/delete-crawl.tsx";
import { useCrawlAct } from "#src/modules/catalog/admin/use-crawl-act.ts";
import { forgetDraft } from "#src/modules/catalog/admin/use-edited-draft.ts";
import { slugOf } from "#src/modules/catalog/rules/draft.ts";
import { useMay } from "#src/modules/identity/admin/use-me.ts";
import { CrawlPreview } from "#src/routes/admin/components/crawl-preview.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton, adminButtonClass, AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "../+types/edit-crawl";

/** A crawl that was just added has no nights yet, so it can't be booked even where guests see it. */
const wordsOfAdded = (isActive: boolean, isOpen: boolean) => {
  if (!isActive) return "catalog-admin.flash.added" as const;
  return isOpen ? ("catalog-admin.flash.addedOnSale" as const) : ("catalog-admin.flash.addedClosed" as const);
};

const nightsOf = (id: string, locale: Locale) => localizedPath(`/admin/schedule/new?kind=series&crawl=${id}`, locale);

/** A crawl's form, with its actions beside. */
export default function EditCrawl({ loaderData, actionData }: Route.ComponentProps) {
  const { crawl, choices, mayChange, offer, today, added, isOpen, history } = loaderData;
  const { t, locale } = useText("catalog-admin");
  const { ask, asked } = useCrawlAct();
  const { draft } = actionData?.saved ?? crawl;
  const title = inLocale(locale, draft.title, draft.title_es);
  // flash of how this crawl was added, once: later changes bring their own
  const [welcome] = useState<Flash | null>(() =>
    added ? { flash: wordsOfAdded(crawl.draft.is_active, isOpen) } : null,
  );
  const navigate = useNavigate();
  const isDeleted = crawl.deletedOn !== null;
  const nights = useMay("schedule.change") && !isDeleted ? nightsOf(crawl.id, locale) : null;
  const toNights = { label: t("catalog-admin.addNights"), act: () => void navigate(nights ?? "") };
  useFlash(actionData ?? welcome, nights && crawl.coming.departures === 0 ? toNights : undefined);
  // the values typed for a new crawl belong to this one now
  useEffect(() => {
    if (!added) return;
    forgetDraft("crawl.new");
    forgetDraft("crawl.example");
  }, [added]);
  const city = choices.cities.find(({ id }) => id === draft.city_id);
  const isShown = draft.is_active && city?.isActive === true;
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb city={city?.name} />}
        meta={
          <Badge tone={isDeleted ? "failed" : isShown ? "done" : "none"}>
            {t(
              isDeleted
                ? "catalog-admin.state.deleted"
                : !draft.is_active
                  ? "catalog-admin.state.inactive"
                  : isShown
                    ? "catalog-admin.state.active"
                    : "catalog-admin.state.cityOff",
            )}
          </Badge>
        }
        actions={
          <>
            {mayChange && isDeleted && (
              <AdminButton
                kind="ink"
                icon={<ArchiveRestore aria-hidden size={15} />}
                busy={asked !== null}
                onClick={() => ask({ act: "restore", id: crawl.id })}
              >
                {t("catalog-admin.restore")}
              </AdminButton>
            )}
            {mayChange && !isDeleted && (
              <DeleteCrawl
                title={title}
                departures={crawl.coming.departures}
                busy={asked !== null}
                onDelete={() => ask({ act: "delete", id: crawl.id })}
              />
            )}
            {nights && (
              <AdminLink to={nights} icon={<CalendarPlus aria-hidden size={15} />}>
                {t("catalog-admin.addNights")}
              </AdminLink>
            )}
            {!isDeleted && (
              <AdminLink
                to={localizedPath(`/admin/edit-pub-crawl/${crawl.id}/stops`, locale)}
                icon={<MapPinned aria-hidden size={15} />}
              >
                {t("stops-admin.toStops")}
              </AdminLink>
            )}
            {isShown && !isDeleted && (
              <a
                href={localizedPath(`/crawls/${draft.slug}`, locale)}
                target="_blank"
                rel="noreferrer"
                className={adminButtonClass({})}
              >
                <ExternalLink aria-hidden size={15} />
                {t("catalog-admin.viewPage")}
              </a>
            )}
          </>
        }
      />
      {city?.isActive === false && !isDeleted && (
        <p className="mb-3 text-text-2">
          {t("catalog-admin.cityOffNotice")}{" "}
          <Link to={localizedPath(`/admin/cities/${city.id}`, locale)} className={ADMIN_LINK}>
            {city.name}
          </Link>
        </p>
      )}
      <CrawlEditor
        key={`${crawl.id} ${crawl.deletedOn}`}
        id={crawl.id}
        draftKey={crawl.id}
        opened={{ version: crawl.version, draft: crawl.draft }}
        answer={actionData ?? null}
        choices={choices}
        rating={{ average: crawl.rating, count: crawl.reviews }}
        formerSlugs={crawl.formerSlugs}
        readOnly={
          crawl.deletedOn !== null
            ? t("catalog-admin.deletedNotice", { date: shortDate(crawl.deletedOn, locale) })
            : mayChange
              ? null
              : t("catalog-admin.readOnly")
        }
        renderPreview={(now) => (
          <CrawlPreview
            draft={now}
            slug={now.slug || slugOf(now.title) || crawl.id}
            cities={choices.cities}
            offer={now.is_active ? offer : null}
            today={today}
          />
        )}
      />
      <Panel title={t("audit.history")} className="mt-4">
        <RecordHistory entries={history} />
      </Panel>
    </>
  );
}
