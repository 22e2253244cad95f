import { type ReactNode, useState } from "react";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { HideCrawl } from "#src/modules/site/catalog/admin/hide-crawl.tsx";
import { DeleteCrawl } from "#src/modules/site/catalog/admin/delete-crawl.tsx";
import { StateBadge, useWhyUnseen } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { useCrawlAct } from "#src/modules/site/catalog/admin/use-acts.ts";
import type { ListedCrawl } from "#src/modules/site/catalog/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";
import { Picture } from "#src/ui/picture.tsx";

type CrawlListProps = {
  crawls: readonly ListedCrawl[];
  /** YYYY-MM-DD; dates of other years show their year. */
  today: string;
  mayChange: boolean;
  /** Shown instead of no crawl. */
  empty: ReactNode;
};

/** The crawls with their sales: rows link to the form, buttons show, hide and delete. */
export function CrawlList({ crawls, today, mayChange, empty }: CrawlListProps) {
  const { t, locale } = useText("catalog-admin");
  const { ask, asked: form } = useCrawlAct();
  const why = useWhyUnseen();
  const [hiding, setHiding] = useState<ListedCrawl | null>(null);
  // stays mounted while it closes, so that the focus goes back to the button
  const [isAsking, setAsking] = useState(false);
  const askToHide = (crawl: ListedCrawl) => {
    setHiding(crawl);
    setAsking(true);
  };
  const hide = () => {
    if (hiding) ask("deactivate", hiding.id);
    setAsking(false);
  };
  const next = ({ next: departure }: ListedCrawl) =>
    departure
      ? t("catalog-admin.nextAt", { date: shortDate(departure.date, locale, today), time: departure.start })
      : t("catalog-admin.noNext");
  const departures = (crawl: ListedCrawl) => (
    <span className={crawl.next ? undefined : "text-text-3"}>
      {next(crawl)}
      {crawl.departures > 1 && (
        <span className="ml-2 text-text-3">{t("catalog-admin.more", { count: crawl.departures - 1 })}</span>
      )}
    </span>
  );
  const state = ({ barred }: ListedCrawl) => <StateBadge barred={barred} />;
  const acts = (crawl: ListedCrawl) => (
    <span className="relative z-1 inline-flex items-center gap-1">
      {crawl.barred?.why === "title" && (
        <AdminButton
          small
          aria-label={t("catalog-admin.showEverywhereOf", { title: crawl.title })}
          title={why({ title: crawl.title, unseen: crawl.barred })}
          busy={form?.["id"] === crawl.id}
          onClick={() => ask("show_everywhere", crawl.id)}
        >
          {t("catalog-admin.showEverywhere")}
        </AdminButton>
      )}
      <AdminButton
        small
        aria-label={t(crawl.isActive ? "catalog-admin.deactivateOf" : "catalog-admin.activateOf", {
          title: crawl.title,
        })}
        busy={form?.["id"] === crawl.id}
        onClick={() => (crawl.isActive ? askToHide(crawl) : ask("activate", crawl.id))}
      >
        {t(crawl.isActive ? "catalog-admin.deactivate" : "catalog-admin.activate")}
      </AdminButton>
      <DeleteCrawl
        small
        title={crawl.title}
        departures={crawl.departures}
        busy={form?.["id"] === crawl.id}
        onDelete={() => ask("delete", crawl.id)}
      />
    </span>
  );
  const columns: Column<ListedCrawl>[] = [
    {
      id: "title",
      head: t("catalog-admin.field.title"),
      cell: named,
    },
    { id: "city", head: t("catalog-admin.field.city_id"), cell: ({ city }) => city },
    {
      id: "price",
      head: t("catalog-admin.field.price"),
      cell: ({ price }) => formatMoney(price, locale),
      numeric: true,
    },
    { id: "state", head: t("catalog-admin.state"), cell: state },
    {
      id: "next",
      head: t("catalog-admin.next"),
      cell: departures,
    },
    ...(mayChange
      ? [{ id: "acts", head: <span className="sr-only">{t("catalog-admin.acts")}</span>, cell: acts, numeric: true }]
      : []),
  ];
  return (
    <>
      <DataTable
        label={t("admin.page.crawls")}
        columns={columns}
        rows={crawls}
        rowId={({ id }) => id}
        openHref={({ id }) => localizedPath(`/admin/edit-pub-crawl/${id}`, locale)}
        phone={(crawl) => ({
          first: crawl.title,
          second: [crawl.city, crawl.next ? shortDate(crawl.next.date, locale, today) : next(crawl)].join(" · "),
          end: formatMoney(crawl.price, locale),
          endSecond: state(crawl),
        })}
        empty={empty}
      />
      {hiding && (
        <HideCrawl
          open={isAsking}
          title={hiding.title}
          departures={hiding.departures}
          hiding={hiding.hiding}
          onConfirm={hide}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const named = ({ image, title }: ListedCrawl) => (
  <span className="flex items-center gap-2.5">
    <Thumb src={image} />
    {title}
  </span>
);

function Thumb({ src }: { src: string | null }) {
  const { t } = useText();
  const look = "h-7 w-10 shrink-0 rounded-[5px] border border-border bg-surface-2";
  return src ? (
    <Picture
      src={src}
      alt=""
      missing={t("site.imageMissing")}
      sizes="40px"
      className={`${look} overflow-hidden object-cover text-[0]`}
    />
  ) : (
    <span aria-hidden className={look} />
  );
}

/** The deleted crawls, with a restore button. */
export function DeletedCrawls({ crawls, today, mayChange }: Omit<CrawlListProps, "empty">) {
  const { t, locale } = useText("catalog-admin");
  const { ask, asked: form } = useCrawlAct();
  const restore = (crawl: ListedCrawl) => (
    <span className="relative z-1">
      <AdminButton
        small
        aria-label={t("catalog-admin.restoreOf", { title: crawl.title })}
        busy={form?.["id"] === crawl.id}
        onClick={() => ask("restore", crawl.id)}
      >
        {t("catalog-admin.restore")}
      </AdminButton>
    </span>
  );
  const when = ({ deletedOn }: ListedCrawl) => (deletedOn ? shortDate(deletedOn, locale, today) : "");
  const columns: Column<ListedCrawl>[] = [
    {
      id: "title",
      head: t("catalog-admin.field.title"),
      cell: named,
    },
    { id: "city", head: t("catalog-admin.field.city_id"), cell: ({ city }) => city },
    { id: "deleted", head: t("catalog-admin.deletedOn"), cell: when },
    ...(mayChange
      ? [{ id: "acts", head: <span className="sr-only">{t("catalog-admin.acts")}</span>, cell: restore, numeric: true }]
      : []),
  ];
  return (
    <DataTable
      label={t("admin.page.restore")}
      columns={columns}
      rows={crawls}
      rowId={({ id }) => id}
      phone={(crawl) => ({
        first: crawl.title,
        second: t("catalog-admin.deletedWhen", { city: crawl.city, date: when(crawl) }),
        end: mayChange ? restore(crawl) : null,
      })}
      empty={<Empty title={t("catalog-admin.noneDeleted.title")} text={t("catalog-admin.noneDeleted.text")} />}
    />
  );
}
