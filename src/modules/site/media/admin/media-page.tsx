import type { ValuesOf } from "#src/kernel/list-address.ts";
import { ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListHead, ListViews } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import type { Route } from "#routes/admin/site/+types/media.ts";
import { Link, useRevalidator } from "react-router";
import { inLocale } from "#src/kernel/localized.ts";
import { isUntranslated } from "#src/kernel/pair.ts";
import { useText } from "#src/locales/use-text.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { PicturePanel } from "#src/modules/site/media/admin/picture-panel.tsx";
import { usePictures } from "#src/modules/site/media/admin/use-pictures.ts";
import { LIBRARY, type LibraryFilter, type View, VIEWS } from "#src/modules/site/media/rules/library.ts";
import type { ListedPicture, OpenPicture } from "#src/modules/site/media/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { PictureUpload } from "#src/ui/admin/picture-upload.tsx";
import { Picture } from "#src/ui/picture.tsx";

type LibraryProps = {
  library: { pictures: ListedPicture[]; total: number; counts: Record<View, number> };
  filter: ValuesOf<typeof LIBRARY>;
  pageSize: number;
  /** The picture that is open in the panel. */
  picture: OpenPicture | null;
  history: readonly AuditLogEntry[];
};

/** All uploaded pictures, with the open one beside them. */
function Library({ library, filter, pageSize, picture, history }: LibraryProps) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const { pictures, total, counts } = library;
  const list = useList(LIBRARY, "/admin/media", filter);
  const acts = usePictures(list.hrefOf());
  const first = (filter.page - 1) * pageSize;
  return (
    <>
      <ListHead list={list} title={t("admin.page.media")} meta={t("media-admin.meta", { count: counts.all })} />
      <p className="mb-3 text-text-2">{t("media-admin.lead")}</p>
      <div className="mb-3">
        <PictureUpload
          id="media-upload"
          label={t("media-admin.add")}
          to="/admin/media/pictures"
          multiple
          onKept={() => void revalidate()}
        />
      </div>
      <ListViews
        list={list}
        label={t("media-admin.views")}
        views={VIEWS.map((one) => [one, t(`media-admin.view.${one}`), counts[one]])}
      />
      <ListFilters list={list} search={{ label: t("media-admin.search"), placeholder: t("media-admin.searchFor") }} />
      {pictures.length === 0 ? (
        <Panel padded={false}>
          <NoPictures filter={filter} />
        </Panel>
      ) : (
        <>
          <ul
            aria-label={t("media-admin.list")}
            className="mb-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3 md:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]"
          >
            {pictures.map((one) => (
              <li key={one.name}>
                <Card picture={one} href={list.hrefOf({ open: one.name })} isOpen={one.name === picture?.name} />
              </li>
            ))}
          </ul>
          <Pager
            summary={t("media-admin.range", { from: first + 1, to: first + pictures.length, total })}
            previousHref={filter.page > 1 ? list.hrefOf({ page: filter.page - 1 }) : null}
            nextHref={first + pageSize < total ? list.hrefOf({ page: filter.page + 1 }) : null}
          />
        </>
      )}
      {picture && (
        <PicturePanel
          key={picture.name}
          picture={picture}
          history={history}
          {...list.panelLinks(
            "open",
            pictures.map(({ name }) => ({ id: name })),
            picture.name,
          )}
          acts={acts}
        />
      )}
    </>
  );
}

function NoPictures({ filter: { view, q } }: { filter: LibraryFilter }) {
  const { t } = useText();
  if (q !== "") return <Empty title={t("media-admin.empty.found", { q })} text={t("media-admin.empty.foundText")} />;
  return <Empty title={t(`media-admin.empty.${view}.title`)} text={t(`media-admin.empty.${view}.text`)} />;
}

function Card({ picture, href, isOpen }: { picture: ListedPicture; href: string; isOpen: boolean }) {
  const { t, locale } = useText();
  const { name, src, alt, alt_es, places } = picture;
  const words = inLocale(locale, alt, alt_es) || alt_es;
  return (
    <Link
      to={href}
      preventScrollReset
      aria-current={isOpen ? "true" : undefined}
      aria-label={t("media-admin.open", { name: words || t("media-admin.name", { id: name.slice(-6) }) })}
      className="block overflow-hidden rounded-panel border border-border bg-surface text-text no-underline hover:border-border-strong aria-[current]:outline-2 aria-[current]:outline-agave"
    >
      <Picture
        src={src}
        alt=""
        missing={t("site.imageMissing")}
        sizes="(min-width: 768px) 15rem, 45vw"
        className="aspect-4/3 w-full bg-surface-3 object-cover"
      />
      <span className="grid gap-1 px-2.5 py-2">
        <span className={words ? "truncate" : "truncate text-text-3"} title={words}>
          {words || t("media-admin.undescribed")}
        </span>
        <span className="flex min-h-5 flex-wrap items-center gap-1.5 text-fine text-text-3">
          {places === 0 ? (
            <Badge tone="none">{t("media-admin.unused")}</Badge>
          ) : (
            t("media-admin.places", { count: places })
          )}
          {isUntranslated({ en: alt, es: alt_es }) && (
            <Badge tone="waiting" plain>
              {t("media-admin.untranslated")}
            </Badge>
          )}
        </span>
      </span>
    </Link>
  );
}

export default function MediaPage({ loaderData }: Route.ComponentProps) {
  return <Library {...loaderData} />;
}
