import type { Route } from "#routes/admin/+types/pages.ts";
import { useText } from "#src/locales/use-text.ts";
import { dateIn, dayOf, HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { sayBookings } from "#src/modules/site/content/admin/say-bookings.ts";
import type { ListedPage } from "#src/modules/site/content/rules/page-lists.ts";
import { PAGE_WORDS } from "#src/modules/site/content/rules/page-words.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Link } from "react-router";

/** The plain pages: whose text guests see in each language, since when, and how many bookings stand under it. */
function PageList({ pages }: { pages: readonly ListedPage[] }) {
  const { t } = useText("content-pages");
  return (
    <>
      <PageHead
        title={t("content-pages.title")}
        tab={t("admin.tab", { page: t("content-pages.title"), brand: t("common.brand") })}
        meta={t("content-pages.meta")}
      />
      <Panel padded={false} footer={t("content-pages.lead")}>
        <ul aria-label={t("content-pages.list")} className="grid divide-y divide-border">
          {pages.map((one) => (
            <li key={one.page} className="relative grid gap-1.5 px-3.5 py-3 hover:bg-hover">
              <PageLine listed={one} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function PageLine({ listed }: { listed: ListedPage }) {
  const { t, locale } = useText();
  const { page, draft, bookings } = listed;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          to={localizedPath(`/admin/pages/${page}`, locale)}
          className="font-semibold no-underline after:absolute after:inset-0 hover:underline"
        >
          {t(PAGE_WORDS[page])}
        </Link>
        <span className="text-fine text-text-3">{`/${page}`}</span>
        {draft && (
          <Badge tone="waiting">
            {draft.by ? t("content-pages.draftBy", { name: draft.by }) : t("content-pages.draft")}
          </Badge>
        )}
      </p>
      <dl className="grid gap-x-6 gap-y-1 md:grid-cols-2">
        <Language listed={listed} language="en" />
        <Language listed={listed} language="es" />
      </dl>
      <p className="text-text-2">
        {[useShown(listed), bookings !== null && sayBookings(bookings, t)].filter(Boolean).join(" · ")}
      </p>
    </>
  );
}

/** What one language shows: Ronda's text, one's own, or with how many texts of the other. */
function Language({ listed: { isOwn, missing }, language }: { listed: ListedPage; language: "en" | "es" }) {
  const { t } = useText();
  const count = missing[language];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <dt className="w-16 shrink-0 text-text-3">{t(language === "en" ? "editing.english" : "editing.spanish")}</dt>
      <dd className="min-w-0">
        {isOwn ? (
          <Badge tone="none">{t("content-pages.own")}</Badge>
        ) : count === 0 ? (
          <Badge tone="done">{t("content-pages.yours")}</Badge>
        ) : (
          <span className="font-medium text-marigold-text">{t(`content-pages.missing.${language}`, { count })}</span>
        )}
      </dd>
    </div>
  );
}

function useShown({ version }: ListedPage): string {
  const { t, locale } = useText();
  if (!version || version.isFirst) return t("content-pages.ownShown");
  const date = dayOf(dateIn(new Date(version.at), HOME_ZONE), locale);
  return version.by
    ? t("content-pages.publishedBy", { date, name: version.by })
    : t("content-pages.publishedOn", { date });
}

export default function Pages({ loaderData }: Route.ComponentProps) {
  return <PageList {...loaderData} />;
}
