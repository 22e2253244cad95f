import type { MessageId } from "#src/locales/i18n.ts";
import type { Permission } from "#src/modules/base/identity/rules/permissions.ts";

/** Where a picture may be used. Deleted crawls and pictures of a gallery count: they can be brought back. */
export const USE_KINDS = [
  "crawl",
  "city",
  "bar",
  "add_on",
  "guide",
  "gallery_image",
  "instagram_post",
  "home_section",
  "home_draft",
  "home_version",
  "setting",
] as const;
export type UseKind = (typeof USE_KINDS)[number];

/** One place that shows a picture; `label` names it in both languages where it has a name. */
export type PictureUse = {
  kind: UseKind;
  id: string;
  site: string | null;
  label: string | null;
  label_es: string | null;
};

/** The page on which a use is edited, without language. */
export function editorOf({ kind, id, site }: Pick<PictureUse, "kind" | "id" | "site">): string {
  switch (kind) {
    case "crawl":
      return `/admin/edit-pub-crawl/${id}`;
    case "city":
      return `/admin/cities/${id}`;
    case "bar":
      return `/admin/bars/${id}`;
    case "add_on":
      return `/admin/add-ons/${id}`;
    case "guide":
      return "/admin/guides";
    case "gallery_image":
      return `/admin/gallery?site=${site ?? ""}&edit=${id}`;
    case "instagram_post":
      return `/admin/instagram?edit=${id}`;
    case "home_section":
    case "home_draft":
      return `/admin/home-content?section=${id}`;
    case "home_version":
      return "/admin/home-content?versions=1";
    case "setting":
      return "/admin/general-options?section=brand";
  }
}

/** What somebody must be allowed to change for a use to follow its picture. */
export const needsOf = ({ kind }: Pick<PictureUse, "kind">): Permission => NEEDS[kind] ?? "content.change";

const NEEDS: Partial<Record<UseKind, Permission>> = {
  crawl: "crawls.change",
  city: "crawls.change",
  bar: "crawls.change",
  add_on: "crawls.change",
  guide: "schedule.change",
  setting: "settings.change",
};

/** The record that an audit entry tells of a use's new picture; null for settings, which have words of their own. */
export function recordOf({ kind, id }: Pick<PictureUse, "kind" | "id">): readonly [type: string, id: string] | null {
  if (kind === "setting") return null;
  return [kind === "home_draft" ? "home_section" : kind === "guide" ? "user" : kind, id];
}

/** What a use is called, before its own name. */
export const USE_WORDS: Record<UseKind, MessageId> = {
  crawl: "media-admin.use.crawl",
  city: "media-admin.use.city",
  bar: "media-admin.use.bar",
  add_on: "media-admin.use.addOn",
  guide: "media-admin.use.guide",
  gallery_image: "media-admin.use.gallery",
  instagram_post: "media-admin.use.post",
  home_section: "media-admin.use.home",
  home_draft: "media-admin.use.draft",
  home_version: "media-admin.use.version",
  setting: "media-admin.use.logo",
};

/** Whether a use follows when its picture is replaced: what a version of the home page was stays as it was. */
export const isReplaced = ({ kind }: Pick<PictureUse, "kind">): boolean => kind !== "home_version";
