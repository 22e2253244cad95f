import { ArchiveRestore, CalendarPlus, ExternalLink, MapPinned } from "#src/ui/lucide/icons.ts";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { CrawlEditor } from "#src/modules/site/catalog/admin/crawl-editor.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { DeleteCrawl } from "#src/modules/site/catalog/admin/delete-crawl.tsx";
import { useCrawlAct } from "#src/modules/site/catalog/admin/use-acts.ts";
import { StateBadge, UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { isSeenOn, type Unseen, whyBarred, whyUnseen } from "#src/modules/site/catalog/rules/visible.ts";
import { forgetDraft } from "#src/ui/admin/use-edited.ts";
import type { CrawlAnswer } from "#src/modules/site/catalog/rules/answer.ts";
import { slugOf } from "#src/modules/site/catalog/rules/draft.ts";
import { useMay } from "#src/modules/base/identity/admin/use-me.ts";
import { CrawlPreview } from "#src/modules/sales/schedule/admin/crawl-preview.tsx";
import { AdminButton, adminButtonClass, AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/sales/+types/edit-crawl.ts";

/** A crawl that was just added has no nights yet, so it can't be booked even where guests see it. */
const wordsOfAdded = (unseen: Unseen | null, isOpen: boolean) => {
  if (unseen?.why === "title") return "catalog-admin.flash.addedByTitle" as const;
  if (unseen) return "catalog-admin.flash.added" as const;
  return isOpen ? ("catalog-admin.flash.addedOnSale" as const) : ("catalog-admin.flash.addedClosed" as const);
};

const nightsOf = (id: string, locale: Locale) => localizedPath(`/admin/schedule/new?kind=series&crawl=${id}`, locale);

/** A crawl's form, with its actions beside. */
export default function EditCrawl({ loaderData, actionData }: Route.ComponentProps) {
  const { crawl, choices, mayChange, offer, today, added, isOpen, site, history } = loaderData;
  const { t, locale } = useText("catalog-admin");
  const { ask, asked: form } = useCrawlAct();
  const answer: CrawlAnswer | null = actionData ?? null;
  const { draft } = answer?.saved ?? crawl;
  const title = inLocale(locale, draft.title, draft.title_es);
  // flash of how this crawl was added, once: later changes bring their own
  const [welcome] = useState<Flash | null>(() =>
    added ? { flash: wordsOfAdded(whyUnseen(crawl.draft, choices.sites), isOpen) } : null,
  );
  const navigate = useNavigate();
  const isDeleted = crawl.deletedOn !== null;
  const nights = useMay("schedule.change") && !isDeleted ? nightsOf(crawl.id, locale) : null;
  const toNights = { label: t("catalog-admin.addNights"), act: () => void navigate(nights ?? "") };
  useFlash(answer?.bad ? null : (answer ?? welcome), nights && crawl.coming.departures === 0 ? toNights : undefined);
  // the values typed for a new crawl belong to this one now
  useEffect(() => {
    if (!added) return;
    forgetDraft("crawl.new");
    forgetDraft("crawl.example");
  }, [added]);
  const city = choices.cities.find(({ id }) => id === draft.city_id);
  const visible = { ...draft, is_city_active: city?.isActive === true, deleted_at: isDeleted ? new Date(0) : null };
  const barred = whyBarred(visible, { sites: choices.sites, isOpen, nights: crawl.coming.departures });
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb city={city?.name} />}
        meta={<StateBadge barred={barred} />}
        actions={
          <>
            {mayChange && isDeleted && (
              <AdminButton
                kind="ink"
                icon={<ArchiveRestore aria-hidden size={15} />}
                busy={form !== null}
                onClick={() => ask("restore", crawl.id)}
              >
                {t("catalog-admin.restore")}
              </AdminButton>
            )}
            {mayChange && !isDeleted && (
              <DeleteCrawl
                title={title}
                departures={crawl.coming.departures}
                busy={form !== null}
                onDelete={() => ask("delete", crawl.id)}
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
            {isSeenOn(visible, site) && (
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
      {barred && barred.why !== "deleted" && (
        <UnseenNotice crawls={[{ id: crawl.id, city_id: draft.city_id, title, unseen: barred }]} className="mb-3" />
      )}
      <CrawlEditor
        key={`${crawl.id} ${crawl.deletedOn}`}
        id={crawl.id}
        draftKey={crawl.id}
        opened={{ version: crawl.version, draft: crawl.draft }}
        answer={answer}
        choices={choices}
        rating={{ average: crawl.rating, count: crawl.reviews }}
        formerSlugs={crawl.formerSlugs}
        wasShown={draft.is_active ? { departures: crawl.coming.departures, hiding: crawl.hiding } : null}
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
