import type { Route } from "#routes/admin/site/+types/gallery.ts";
import { CircleAlert, ExternalLink, EyeOff, Languages, Pencil, Trash2 } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { isUntranslated } from "#src/kernel/pair.ts";
import { type Site, SITES } from "#src/kernel/site.ts";
import { useText } from "#src/locales/use-text.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { ItemPanel } from "#src/modules/site/content/admin/item-panel.tsx";
import { useItems } from "#src/modules/site/content/admin/use-items.ts";
import type { StaffImage } from "#src/modules/site/content/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Bilingual } from "#src/ui/admin/bilingual.tsx";
import { adminButtonClass, IconAdminButton, IconAdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { PictureUpload } from "#src/ui/admin/picture-upload.tsx";
import { SortableItems } from "#src/ui/admin/sortable-items.tsx";
import { AdminSwitch } from "#src/ui/admin/switch.tsx";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Picture } from "#src/ui/picture.tsx";

type Values = { alt: string; alt_es: string };
type GalleryEditorProps = {
  site: Site;
  images: readonly StaffImage[];
  /** The picture that is open in the panel. */
  edit: StaffImage | null;
  history: readonly AuditLogEntry[];
};

const pairOf = ({ alt, alt_es }: StaffImage) => ({ en: alt, es: alt_es });

/** What a picture shows, in the reader's language where it is written in it. */
const altFor = (locale: Locale, { alt, alt_es }: StaffImage) => inLocale(locale, alt, alt_es) || alt_es;

/** The pictures of a site's gallery: upload, order, which are shown, and what each shows in words. */
function GalleryEditor({ site, images, edit, history }: GalleryEditorProps) {
  const { t, locale } = useText();
  const { revalidate } = useRevalidator();
  const path = localizedPath("/admin/gallery", locale);
  const listHref = `${path}?site=${site}`;
  const items = useItems<StaffImage, Values>(images, listHref);
  const { shown: shownImages, act } = items;
  const nameOf = (image: StaffImage) => {
    const number = numberOf(image);
    const alt = altFor(locale, image);
    return alt === "" ? t("content-admin.image.name", { number }) : t("content-admin.image.called", { number, alt });
  };
  const numberOf = ({ id }: StaffImage) => shownImages.findIndex((one) => one.id === id) + 1;
  const onPage = shownImages.filter((image) => image.is_active && !image.foreign);
  return (
    <>
      <PageHead
        title={t("admin.page.gallery")}
        tab={t("admin.tab", { page: t("admin.page.gallery"), brand: t("common.brand") })}
        meta={
          shownImages.length > 0 && t("content-admin.gallery.meta", { count: shownImages.length, shown: onPage.length })
        }
        actions={
          <a href={localizedPath("/", locale)} target="_blank" rel="noreferrer" className={adminButtonClass({})}>
            <ExternalLink aria-hidden size={15} />
            {t("content-admin.seeSite")}
          </a>
        }
      />
      <ViewTabs
        label={t("content-admin.gallery.sites")}
        views={SITES.map((one) => ({
          label: t(`content-admin.gallery.site.${one}`),
          href: `${path}?site=${one}`,
          current: one === site,
        }))}
      />
      <p className="mb-3 max-w-none text-text-2">{t("content-admin.gallery.lead")}</p>
      <div className="mb-3">
        <PictureUpload
          key={site}
          id="gallery-upload"
          label={t("content-admin.gallery.add")}
          to={`/admin/gallery/pictures?site=${site}`}
          from="/admin/media/choice"
          onChosen={({ src, alt, alt_es }) => items.add({ site, src, alt, alt_es })}
          multiple
          onKept={() => void revalidate()}
        />
      </div>
      <Todo images={shownImages} onPage={onPage.length} />
      {shownImages.length === 0 ? (
        <Panel padded={false}>
          <Empty title={t("content-admin.gallery.empty.title")} text={t("content-admin.gallery.empty.text")} />
        </Panel>
      ) : (
        <SortableItems
          label={t("content-admin.gallery.list")}
          items={shownImages}
          nameOf={nameOf}
          onMove={items.move}
          layout="cards"
          className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-3"
          itemClassName="overflow-hidden rounded-panel border border-border bg-surface"
        >
          {(image, controls) => (
            <Card
              image={image}
              name={nameOf(image)}
              href={`${listHref}&edit=${image.id}`}
              {...controls}
              onSwitch={() => items.switchTo(image, !image.is_active)}
              onDelete={() => items.remove(image.id)}
            />
          )}
        </SortableItems>
      )}
      {edit && (
        <ImagePanel
          key={edit.id}
          edit={edit}
          title={
            numberOf(edit) > 0
              ? t("content-admin.image.name", { number: numberOf(edit) })
              : t("content-admin.gallery.edit")
          }
          history={history}
          listHref={listHref}
          items={items}
          isOver={act.data?.intent === "delete" && act.data.done === true && act.data.id === edit.id}
        />
      )}
    </>
  );
}

/** What is missing, and what comes of it. */
function Todo({ images, onPage }: { images: readonly StaffImage[]; onPage: number }) {
  const { t } = useText();
  const undescribed = images.filter(({ alt }) => alt === "").length;
  const untranslated = images.filter((image) => isUntranslated(pairOf(image))).length;
  const lines: [ReactNode, string][] = [];
  if (images.length > 0 && onPage === 0)
    lines.push([<EyeOff key="none" aria-hidden size={16} />, t("content-admin.gallery.noneShown")]);
  if (undescribed > 0)
    lines.push([
      <CircleAlert key="undescribed" aria-hidden size={16} />,
      t("content-admin.gallery.undescribed", { count: undescribed }),
    ]);
  if (untranslated > 0)
    lines.push([
      <Languages key="untranslated" aria-hidden size={16} />,
      t("content-admin.gallery.untranslated", { count: untranslated }),
    ]);
  if (lines.length === 0) return null;
  return (
    <div className="mb-3 grid gap-2">
      {lines.map(([icon, text]) => (
        <AdminNotice key={text} icon={icon}>
          {text}
        </AdminNotice>
      ))}
    </div>
  );
}

type CardProps = {
  image: StaffImage;
  name: string;
  href: string;
  handle: ReactNode;
  steps: ReactNode;
  onSwitch: () => void;
  onDelete: () => void;
};

function Card({ image, name, href, handle, steps, onSwitch, onDelete }: CardProps) {
  const { t, locale } = useText();
  const alt = altFor(locale, image);
  return (
    <>
      <div className="max-md:grid max-md:grid-cols-[8rem_1fr] max-md:items-center">
        <Link
          to={href}
          preventScrollReset
          aria-label={t("content-admin.image.open", { name })}
          className="relative block"
        >
          <Picture
            src={image.src}
            alt=""
            missing={t("site.imageMissing")}
            sizes="(min-width: 768px) 20rem, 8rem"
            className={classNames("aspect-4/3 w-full object-cover", !image.is_active && "opacity-45 grayscale")}
          />
          {!image.is_active && (
            <span className="absolute top-2 left-2">
              <Badge tone="none">{t("content-admin.image.hiddenNow")}</Badge>
            </span>
          )}
        </Link>
        <div className="grid min-h-13 content-center gap-1 px-2.5 pt-2">
          {alt !== "" && (
            <p className="line-clamp-2 md:line-clamp-1" title={alt}>
              {alt}
            </p>
          )}
          <p className="flex min-h-5 items-center">
            <State image={image} />
          </p>
        </div>
      </div>
      <div className="flex items-center gap-0.5 px-1.5 pb-1.5">
        {handle}
        {steps}
        <span className="grow" />
        <IconAdminLink label={t("content-admin.image.open", { name })} to={href} preventScrollReset>
          <Pencil aria-hidden size={15} />
        </IconAdminLink>
        <IconAdminButton label={t("content-admin.image.delete", { name })} onClick={onDelete}>
          <Trash2 aria-hidden size={15} />
        </IconAdminButton>
        <AdminSwitch
          label={t("content-admin.image.switch", { name })}
          checked={image.is_active}
          onChange={onSwitch}
          className="mx-1.5"
        />
      </div>
    </>
  );
}

function State({ image }: { image: StaffImage }) {
  const { t } = useText();
  if (image.foreign)
    return <span className="text-fine font-semibold text-low-text">{t("content-admin.image.foreign")}</span>;
  if (image.alt === "") return <Badge tone="waiting">{t("content-admin.image.undescribed")}</Badge>;
  if (isUntranslated(pairOf(image))) return <Badge tone="waiting">{t("content-admin.image.untranslated")}</Badge>;
  return (
    <Badge tone="done" plain>
      {t("content-admin.image.translated")}
    </Badge>
  );
}

type ImagePanelProps = {
  edit: StaffImage;
  title: string;
  history: readonly AuditLogEntry[];
  listHref: string;
  items: ReturnType<typeof useItems<StaffImage, Values>>;
  isOver: boolean;
};

function ImagePanel({ edit, title, history, listHref, items, isOver }: ImagePanelProps) {
  const { t, locale } = useText();
  const [stored, setStored] = useState({ alt: edit.alt, alt_es: edit.alt_es, version: edit.version });
  const [typed, setTyped] = useState({ alt: edit.alt, alt_es: edit.alt_es });
  return (
    <ItemPanel<Values>
      title={title}
      id={edit.id}
      version={stored.version}
      deleted={edit.deleted}
      isOver={isOver}
      stored={{ alt: stored.alt, alt_es: stored.alt_es }}
      typed={typed}
      labels={{ alt: t("content-admin.field.alt"), alt_es: t("content-admin.field.alt_es") }}
      history={history}
      closeHref={listHref}
      {...neighboursOf(items.shown, edit.id, ({ id }) => `${listHref}&edit=${id}`)}
      save={items.save}
      saveLabel={t("content-admin.save")}
      onTakeTheirs={(theirs, version) => {
        setStored({ ...theirs, version });
        setTyped(theirs);
      }}
      onDelete={() => items.remove(edit.id)}
      onRestore={() => items.restore(edit.id)}
    >
      {(errorOf) => (
        <>
          <Picture
            src={edit.src}
            alt={altFor(locale, { ...edit, ...typed })}
            missing={t("site.imageMissing")}
            sizes="30rem"
            className="aspect-4/3 w-full rounded-md border border-border object-cover"
          />
          {edit.foreign && (
            <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
              {t("content-admin.image.foreign")}
            </AdminNotice>
          )}
          <Bilingual
            name="alt"
            label={t("content-admin.field.alt")}
            value={{ en: typed.alt, es: typed.alt_es }}
            onChange={({ en, es }) => setTyped({ alt: en, alt_es: es })}
            errors={{
              ...(errorOf("alt") ? { en: errorOf("alt")! } : {}),
              ...(errorOf("alt_es") ? { es: errorOf("alt_es")! } : {}),
            }}
            changed={{ en: typed.alt !== stored.alt, es: typed.alt_es !== stored.alt_es }}
            long
            maxLength={200}
            help={t("content-admin.field.altHelp")}
          />
        </>
      )}
    </ItemPanel>
  );
}

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  return <GalleryEditor {...loaderData} />;
}
