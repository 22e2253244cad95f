import type { Route } from "#routes/admin/site/+types/instagram.ts";
import { Camera, ExternalLink, Plus, Trash2 } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { ItemPanel } from "#src/modules/site/content/admin/item-panel.tsx";
import { PictureField } from "#src/modules/site/content/admin/picture-field.tsx";
import { useItems } from "#src/modules/site/content/admin/use-items.ts";
import { PostCard } from "#src/modules/site/content/components/instagram.tsx";
import { instagramEmbed, postLink } from "#src/modules/site/content/rules/instagram.ts";
import { isRealLink } from "#src/modules/site/content/rules/social-link.ts";
import type { SavePost, StaffPost } from "#src/modules/site/content/schema.ts";
import { AdminLink, IconAdminButton } from "#src/ui/admin/button.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminField, AdminInput, AdminTextArea } from "#src/ui/admin/field.tsx";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { PanelPart } from "#src/ui/admin/side-panel.tsx";
import { SortableItems } from "#src/ui/admin/sortable-items.tsx";
import { AdminSwitch } from "#src/ui/admin/switch.tsx";
import { Picture } from "#src/ui/picture.tsx";

type InstagramProps = {
  posts: readonly StaffPost[];
  /** The post that is open in the panel. */
  edit: StaffPost | "new" | null;
  history: readonly AuditLogEntry[];
};

/** The Instagram posts of the home page: their order, which are shown, and how they look there. */
function Instagram({ posts, edit, history }: InstagramProps) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/instagram", locale);
  const items = useItems<StaffPost, SavePost>(posts, path);
  const { shown: shownPosts, act } = items;
  const nameOf = (post: StaffPost) => nameOfPost(post, t("content-admin.post.name", { code: codeOf(post.link) }));
  const onPage = shownPosts.filter((post) => post.is_active);
  const add = (
    <AdminLink kind="ink" icon={<Plus aria-hidden size={15} />} to={`${path}?edit=new`} preventScrollReset>
      {t("content-admin.instagram.add")}
    </AdminLink>
  );
  return (
    <>
      <PageHead
        title={t("admin.page.instagram")}
        tab={t("admin.tab", { page: t("admin.page.instagram"), brand: t("common.brand") })}
        meta={
          shownPosts.length > 0 && t("content-admin.instagram.meta", { count: shownPosts.length, shown: onPage.length })
        }
        actions={add}
      />
      <p className="mb-3 max-w-none text-text-2">{t("content-admin.instagram.lead")}</p>
      <Panel padded={false}>
        {shownPosts.length === 0 ? (
          <Empty
            title={t("content-admin.instagram.empty.title")}
            text={t("content-admin.instagram.empty.text")}
            action={add}
          />
        ) : (
          <SortableItems
            label={t("content-admin.instagram.list")}
            items={shownPosts}
            nameOf={nameOf}
            onMove={items.move}
            layout="rows"
            itemClassName="border-b border-border last:border-b-0"
          >
            {(post, { handle, steps }) => (
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2 pr-3 pl-1.5">
                {handle}
                <PostLine post={post} name={nameOf(post)} href={`${path}?edit=${post.id}`} />
                <span className="ml-auto flex items-center gap-1">
                  {steps}
                  <IconAdminButton
                    label={t("content-admin.post.delete", { name: nameOf(post) })}
                    onClick={() => items.remove(post.id)}
                  >
                    <Trash2 aria-hidden size={15} />
                  </IconAdminButton>
                  <AdminSwitch
                    label={t("content-admin.post.switch", { name: nameOf(post) })}
                    checked={post.is_active}
                    onChange={() => items.switchTo(post, !post.is_active)}
                    className="ml-2"
                  />
                </span>
              </div>
            )}
          </SortableItems>
        )}
      </Panel>
      {shownPosts.length > 0 && (
        <Panel title={t("content-admin.instagram.preview")} className="mt-4 overflow-hidden" padded={false}>
          {onPage.length === 0 ? (
            <p className="px-3.5 pb-3 text-text-2">{t("content-admin.instagram.noneShown")}</p>
          ) : (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(17.5rem,1fr))] gap-4 bg-surface-2 p-3.5 text-base">
              {onPage.map((post) => (
                <li key={post.id + post.link}>
                  <PostCard post={post} allowed={false} />
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
      {edit && (
        <PostPanel
          key={edit === "new" ? "new" : edit.id}
          edit={edit}
          history={history}
          path={path}
          items={items}
          isOver={act.data?.intent === "delete" && act.data.done === true && edit !== "new" && act.data.id === edit.id}
        />
      )}
    </>
  );
}

/** The code of a post in its link; the link itself where it has none. */
const codeOf = (link: string): string => /\/p\/([\w-]+)/.exec(link)?.[1] ?? link;

/** A post by the beginning of its caption, else by its code. */
const nameOfPost = ({ caption }: StaffPost, otherwise: string): string => {
  const [line = ""] = caption.trim().split("\n");
  if (line === "") return otherwise;
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

function PostLine({ post, name, href }: { post: StaffPost; name: string; href: string }) {
  const { t } = useText();
  return (
    <span className="flex min-w-0 flex-1 basis-52 items-center gap-2.5">
      {post.picture === "" ? (
        <span className="grid size-12 shrink-0 place-items-center rounded-md border border-dashed border-line-2">
          <Camera aria-hidden size={18} className="text-text-3" />
        </span>
      ) : (
        <Picture
          src={post.picture}
          alt=""
          missing={t("site.imageMissing")}
          sizes="48px"
          className="size-12 shrink-0 rounded-md object-cover text-[0.6875rem]"
        />
      )}
      <span className="grid min-w-0 gap-0.5">
        <Link
          to={href}
          preventScrollReset
          className="truncate font-semibold text-text no-underline hover:underline pointer-coarse:leading-8"
        >
          {name}
        </Link>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-fine text-text-3">
          {isRealLink(post.link) ? (
            <a
              href={post.link}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("content-admin.post.open", { name })}
              className="inline-flex min-w-0 items-center gap-1 text-text-3 no-underline hover:underline"
            >
              <span className="truncate">{codeOf(post.link)}</span>
              <ExternalLink aria-hidden size={12} className="shrink-0" />
            </a>
          ) : (
            <span className="truncate">{post.link}</span>
          )}
          {post.caption.trim() === "" && <span>{t("content-admin.post.noCaption")}</span>}
          {post.picture === "" && <Badge tone="waiting">{t("content-admin.post.noPicture")}</Badge>}
          {instagramEmbed(post.link) === null && <Badge tone="waiting">{t("content-admin.post.notEmbedded")}</Badge>}
        </span>
      </span>
    </span>
  );
}

type PostPanelProps = {
  edit: StaffPost | "new";
  history: readonly AuditLogEntry[];
  path: string;
  items: ReturnType<typeof useItems<StaffPost, SavePost>>;
  isOver: boolean;
};

const valuesOf = ({ link, picture, caption }: SavePost): SavePost => ({ link, picture, caption });
const NEW = { id: "new", link: "", picture: "", caption: "", version: 0, deleted: false };

function PostPanel({ edit, history, path, items, isOver }: PostPanelProps) {
  const { t } = useText();
  const isNew = edit === "new";
  const post = isNew ? NEW : edit;
  const [stored, setStored] = useState({ ...valuesOf(post), version: post.version });
  const [typed, setTyped] = useState(valuesOf(post));
  const link = postLink(typed.link.trim()) ?? typed.link.trim();
  return (
    <ItemPanel<SavePost>
      title={t(isNew ? "content-admin.instagram.new" : "content-admin.instagram.edit")}
      id={post.id}
      version={stored.version}
      deleted={post.deleted}
      isOver={isOver}
      stored={valuesOf(stored)}
      typed={typed}
      labels={{
        link: t("content-admin.field.postLink"),
        picture: t("content-admin.field.postPicture"),
        caption: t("content-admin.field.caption"),
      }}
      history={history}
      closeHref={path}
      {...neighboursOf(items.shown, isNew ? null : post.id, ({ id }) => `${path}?edit=${id}`)}
      save={items.save}
      saveLabel={t(isNew ? "content-admin.instagram.create" : "content-admin.save")}
      onTakeTheirs={(theirs, version) => {
        setStored({ ...theirs, version });
        setTyped(theirs);
      }}
      onDelete={() => items.remove(post.id)}
      onRestore={() => items.restore(post.id)}
      aside={
        link !== "" && (
          <PanelPart title={t("content-admin.instagram.see")}>
            <div className="text-base">
              <PostCard key={link} post={{ ...typed, link }} allowed={false} />
            </div>
          </PanelPart>
        )
      }
    >
      {(errorOf) => (
        <>
          <AdminField
            id="link"
            label={t("content-admin.field.postLink")}
            help={t("content-admin.field.linkHelp")}
            changed={!isNew && typed.link !== stored.link}
            {...withError(errorOf("link"))}
          >
            {(control) => (
              <AdminInput
                {...control}
                name="link"
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://www.instagram.com/p/…"
                value={typed.link}
                onChange={(event) => setTyped({ ...typed, link: event.currentTarget.value })}
              />
            )}
          </AdminField>
          <input type="hidden" name="picture" value={typed.picture} />
          <PictureField
            id="picture"
            label={t("content-admin.field.postPicture")}
            value={typed.picture}
            set={(picture) => setTyped((so) => ({ ...so, picture }))}
            isChanged={!isNew && typed.picture !== stored.picture}
            error={errorOf("picture")}
            none={t("content-admin.post.noPicture")}
          />
          <AdminField
            id="caption"
            label={t("content-admin.field.caption")}
            optional={t("admin.optional")}
            help={t("content-admin.field.captionHelp")}
            changed={!isNew && typed.caption !== stored.caption}
            {...withError(errorOf("caption"))}
          >
            {(control) => (
              <AdminTextArea
                {...control}
                name="caption"
                rows={4}
                value={typed.caption}
                onChange={(event) => setTyped({ ...typed, caption: event.currentTarget.value })}
              />
            )}
          </AdminField>
        </>
      )}
    </ItemPanel>
  );
}

const withError = (error: string | undefined) => (error ? { error } : {});

export default function InstagramPage({ loaderData }: Route.ComponentProps) {
  return <Instagram {...loaderData} />;
}
