import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { sayMethods, sayUpdated } from "#src/locales/documents.server.ts";
import { publishedPage } from "#src/modules/site/content/lock-draft.server.ts";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { OWN_PAGES, ownPage } from "#src/modules/site/content/read-own-page.server.ts";
import { changesIn, draftOf, isSame } from "#src/modules/site/content/rules/home-draft.ts";
import type { Live } from "#src/modules/site/content/rules/inline.ts";
import { gapsOf, livened, type OwnPages, pageIn } from "#src/modules/site/content/rules/page-content.ts";
import {
  AGREED_PAGES,
  type AgreedPage,
  type PageKey,
  PAGES,
  pageTag,
} from "#src/modules/site/content/rules/page-fields.ts";
import {
  type ListedPage,
  type ListedVersion,
  MOST_COUNTED,
  type PageVersions,
} from "#src/modules/site/content/rules/page-lists.ts";
import { draftRows, versionRow } from "#src/modules/site/content/store/home.server.ts";
import {
  currentVersion,
  newestOf,
  type PageVersion,
  pageVersionOf,
  pageVersions,
} from "#src/modules/site/content/store/pages.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";

type Methods = readonly string[];

/** The live values in a language. `methods` are the payment methods that can be used. */
async function liveIn(ctx: Context, locale: Locale, methods: Methods): Promise<Live> {
  const [{ footer }, names] = await Promise.all([homeContent({ ...ctx, locale }), liveNames(ctx)]);
  const { email = "", phone = "" } = footer;
  return { ...names, email, phone, methods: await sayMethods(locale, methods) };
}

/** Who the operator is, which is all that our own texts name. */
async function liveNames(ctx: Context) {
  const { brand, operator, foundedYear } = await appSettings(ctx);
  return { brand, company: operator.name, founded: String(foundedYear) };
}

/** Our own text of a page as guests read it. */
const ownShown = async <Page extends PageKey>(ctx: Context, page: Page, methods: Methods): Promise<OwnPages[Page]> =>
  livened(await OWN_PAGES[page](ctx, methods), await liveNames(ctx));

const dayOf = (instant: Date): string => dateIn(instant, HOME_ZONE);

const isAgreed = (page: PageKey): page is AgreedPage => AGREED_PAGES.some((agreed) => agreed === page);

type VersionOrigin = Pick<PageVersion, "published_at" | "published_by" | "own">;

/** Whether a version is Ronda's own text as this release says it: while two releases run, the other one may have kept its own. */
const isOurs = async (ctx: Context, page: PageKey, { own }: VersionOrigin): Promise<boolean> =>
  own !== null && own === (await ownPage(ctx, page)).version;

/** The line that says when a page was last changed, where guests agree to it and this release's own text doesn't say it. */
const updatedOf = async (ctx: Context, page: PageKey, version: VersionOrigin) =>
  isAgreed(page) && (version.published_by !== null || !(await isOurs(ctx, page, version)))
    ? sayUpdated(ctx.locale, dayOf(version.published_at))
    : undefined;

/**
 * A plain page in the page's language, as guests see it: as it was last published, Ronda's own text until then. Public. `methods`
 * are the payment methods that can be used. What can't be read is Ronda's own text: the page depends on nothing.
 */
export async function plainPage<Page extends PageKey>(
  ctx: Context,
  page: Page,
  methods: Methods,
): Promise<OwnPages[Page]> {
  const [version, own] = await Promise.all([
    orElse("page.unreadable", currentVersion(ctx.db, page), undefined),
    ownShown(ctx, page, methods),
  ]);
  if (!version) return own;
  const updated = await updatedOf(ctx, page, version);
  if (await isOurs(ctx, page, version)) return updated && "updated" in own ? { ...own, updated } : own;
  const live = await liveIn(ctx, ctx.locale, methods);
  return pageIn({ page, locale: ctx.locale, content: version.content, live, own, updated });
}

/** The line below the short terms of checkout that says when they were last changed; null while they are Ronda's own. Public. */
export async function termsUpdated(ctx: Context): Promise<string | null> {
  const version = await orElse("page.unreadable", newestOf(ctx.db, "terms"), undefined);
  return (version && (await updatedOf(ctx, "terms", version))) ?? null;
}

/** The days (YYYY-MM-DD) on which plain pages were last published by somebody, by their paths. Public. */
export async function pagesChangedOn(ctx: Pick<Context, "db">): Promise<Partial<Record<string, string>>> {
  const versions = await Promise.all(PAGES.map((page) => newestOf(ctx.db, page)));
  return Object.fromEntries(
    versions.flatMap((version, at) =>
      version && version.published_by !== null ? [[`/${PAGES[at]!}`, dayOf(version.published_at)]] : [],
    ),
  );
}

const listed = (page: PageKey, version: PageVersion): ListedVersion => ({
  id: version.id,
  page,
  at: version.published_at.toISOString(),
  by: version.by,
  isFirst: version.published_by === null,
  own: version.own,
});

async function countsOf(ctx: Context, page: PageKey, ids: readonly string[]) {
  return isAgreed(page) ? ctx.ask.bookingsUnder(ctx.db, page, ids, MOST_COUNTED + 1) : null;
}

/** The plain pages for their list: whose text each shows, and what is missing in which language. Refusal: forbidden {missing}. */
export async function listPages(ctx: Context) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const pages = await Promise.all(
    PAGES.map(async (page): Promise<ListedPage> => {
      const [version, [draft]] = await Promise.all([currentVersion(ctx.db, page), draftRows(ctx.db, pageTag(page))]);
      const counts = await countsOf(ctx, page, version ? [version.id] : []);
      const isOwn = !version || version.own !== null;
      return {
        page,
        version: version ? listed(page, version) : null,
        isOwn,
        missing: isOwn ? { en: 0, es: 0 } : gapsOf(page, draftOf(page, version.content)),
        draft: draft && draft.content !== null ? { at: draft.saved_at.toISOString(), by: draft.by } : null,
        bookings: counts && version ? (counts.get(version.id) ?? 0) : null,
      };
    }),
  );
  return ok({ pages });
}

/** A page for its editor, with its draft. Refusal: forbidden {missing}. */
export async function pageToEdit(ctx: Context, page: PageKey) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const [published, [row], version, own] = await Promise.all([
    publishedPage(ctx, ctx.db, page),
    draftRows(ctx.db, pageTag(page)),
    currentVersion(ctx.db, page),
    ownPage(ctx, page),
  ]);
  const ownDraft = draftOf(page, own.content);
  const drafted = row && row.content !== null ? row : null;
  return ok({
    page,
    published,
    draft: drafted ? draftOf(page, drafted.content) : published,
    version: row?.version ?? 0,
    own: ownDraft,
    isOwn: isSame(page, published, ownDraft),
    saved: drafted ? { at: drafted.saved_at.toISOString(), by: drafted.by } : null,
    publishedAt: version && version.published_by !== null ? version.published_at.toISOString() : null,
    publishedBy: version?.by ?? null,
  });
}

const MOST_VERSIONS = 50;

/** A page's versions as form values, oldest first, as far as they are listed. Refusal: forbidden {missing}. */
export async function pageHistory(ctx: Context, page: PageKey) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const rows = await pageVersions(ctx.db, page, MOST_VERSIONS);
  const versions = rows.toReversed().map((row) => ({
    at: row.published_at.toISOString(),
    draft: draftOf(page, row.content),
  }));
  return ok({ versions });
}

/** A page's versions, newest first, each with what it changed of the one before. Refusal: forbidden {missing}. */
export async function listPageVersions(ctx: Context, page: PageKey) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const rows = await pageVersions(ctx.db, page, MOST_VERSIONS + 1);
  const drafts = rows.map(({ content }) => draftOf(page, content));
  const pageRows = rows.slice(0, MOST_VERSIONS);
  const counts = await countsOf(
    ctx,
    page,
    pageRows.map(({ id }) => id),
  );
  const versions: PageVersions = pageRows.map((row, at) => ({
    ...listed(page, row),
    note: row.note,
    changes: drafts[at + 1] ? changesIn(page, drafts[at + 1]!, drafts[at]!) : null,
    bookings: counts ? (counts.get(row.id) ?? 0) : null,
  }));
  return ok({ versions });
}

type ShownPage = { [Page in PageKey]: { page: Page; own: OwnPages[Page] } }[PageKey];

/**
 * A page for its preview: its draft, for whoever may change contents; or a version, also for whoever may see what guests agreed to.
 * With Ronda's own text in both languages and the live values, so that the editor's frame can show what is typed. Refusals:
 * forbidden {missing}, version_not_found.
 */
export async function previewPage(ctx: Context, page: PageKey, version: string | null, methods: Methods) {
  const mayEdit = can(ctx.actor, "content.change");
  const mayRead = version !== null && (can(ctx.actor, "bookings.read") || can(ctx.actor, "settings.change"));
  if (!mayEdit && !mayRead) return fail("forbidden", { missing: "content.change" });
  const row = version !== null && isUuid(version) ? await versionRow(ctx.db, version, pageTag(page)) : undefined;
  if (version !== null && !row) return fail("version_not_found");
  const preview = row && pageVersionOf(page, row);
  const [draft] = preview ? [] : await draftRows(ctx.db, pageTag(page));
  const own = await ownShown(ctx, page, methods);
  return ok({
    // the page and what it is made of, so that its kind tells its shape
    shown: { page, own } as ShownPage,
    content: preview ? preview.content : draft && draft.content !== null ? draft.content : await seenContent(ctx, page),
    live: await liveIn(ctx, ctx.locale, methods),
    updated: preview ? await updatedOf(ctx, page, preview) : undefined,
    version: preview ? listed(page, preview) : null,
  });
}

async function seenContent(ctx: Context, page: PageKey): Promise<unknown> {
  const version = await currentVersion(ctx.db, page);
  return version ? version.content : (await ownPage(ctx, page)).content;
}

/** Versions of pages by their ids, for what names them. Checks no access: versions were public. */
export async function versionsById(
  ctx: Pick<Context, "db">,
  wishes: readonly { page: AgreedPage; id: string | null }[],
): Promise<ListedVersion[]> {
  const rows = await Promise.all(
    wishes.map(async ({ page, id }) => {
      const row = id === null ? undefined : await versionRow(ctx.db, id, pageTag(page));
      return row ? [listed(page, pageVersionOf(page, row))] : [];
    }),
  );
  return rows.flat();
}
