import { ok } from "#src/kernel/result.ts";
import { SITES } from "#src/kernel/site.ts";
import type { Text } from "#src/locales/i18n.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { describeImage } from "#src/modules/site/content/describe-image.server.ts";
import { galleryForStaff } from "#src/modules/site/content/queries.server.ts";
import { DescribeImage } from "#src/modules/site/content/schema.ts";
import { describePicture } from "#src/modules/site/media/describe-picture.server.ts";
import { pictureTexts } from "#src/modules/site/media/queries.server.ts";
import { DescribePicture } from "#src/modules/site/media/schema.ts";
import { MOST_CHANGES, statesBefore } from "#src/modules/office/translations/rules/past-states.ts";
import { pairSlot } from "#src/modules/office/translations/rules/slots.ts";
import { issuesOf, recordOf } from "#src/modules/office/translations/rules/source.ts";
import type { Context } from "#src/platform/context.server.ts";

type Alt = { alt: string; alt_es: string };
/** As stored, or as an entry says it was before the picture was added: then there was none. */
type Row = { alt: string | null; alt_es: string | null };

const draftOf = ({ alt, alt_es }: Row): Alt => ({ alt: alt ?? "", alt_es: alt_es ?? "" });

/** What of a description's record is the same for every picture. */
function described(row: Row, entries: Parameters<typeof statesBefore>[1], t: Text) {
  const past = statesBefore(row, entries, ["alt", "alt_es"]);
  return {
    needs: "content.change" as const,
    draft: draftOf(row),
    slots: (draft: Alt) => [pairSlot("alt", t("content-admin.field.alt"), draft)],
    history: past.states.map(({ at, row: then }) => ({ at, draft: draftOf(then) })),
    draftedAt: past.since,
  };
}

/** The pictures of every site's gallery, the hidden ones too. Refusal: forbidden {missing}. */
export async function readGallery(ctx: Context, t: Text) {
  const sites = await Promise.all(SITES.map((site) => galleryForStaff(ctx, { site, open: null })));
  const refused = sites.find((one) => !one.ok);
  if (refused) return refused;
  const images = sites.flatMap((result, at) =>
    result.ok ? result.images.map((image, place) => ({ ...image, site: SITES[at]!, place })) : [],
  );
  const entries = await historyOf(
    ctx,
    images.map(({ id }) => ["gallery_image", id] as const),
    MOST_CHANGES,
  );
  const records = images.map(({ id, version, site, place, alt, alt_es }) =>
    recordOf({
      source: "gallery",
      id,
      name: `${t(`content-admin.gallery.site.${site}`)}, ${t("content-admin.image.name", { number: place + 1 })}`,
      editor: `/admin/gallery?site=${site}&edit=${id}`,
      ...described(
        { alt, alt_es },
        entries.filter(({ subject }) => subject.id === id),
        t,
      ),
      check: (draft) => issuesOf(DescribeImage.safeParse(draft)),
      save: (draft) => describeImage(ctx, { id, version, ...DescribeImage.parse(draft) }),
    }),
  );
  return ok({ records });
}

/** The pictures of the library that are described. Refusal: forbidden {missing}. */
export async function readLibrary(ctx: Context, t: Text) {
  const found = await pictureTexts(ctx);
  if (!found.ok) return found;
  const entries = await historyOf(
    ctx,
    found.pictures.map(({ name }) => ["picture", name] as const),
    MOST_CHANGES,
  );
  const records = found.pictures.map(({ name, version, alt, alt_es, focus_x, focus_y }) => {
    const withFocus = (draft: Alt) => ({ ...draft, focus_x, focus_y });
    return recordOf({
      source: "pictures",
      id: name,
      name: t("media-admin.name", { id: name.slice(-6) }),
      editor: `/admin/media?open=${name}`,
      ...described(
        { alt, alt_es },
        entries.filter(({ subject }) => subject.id === name),
        t,
      ),
      check: (draft) => issuesOf(DescribePicture.safeParse(withFocus(draft))),
      save: (draft) => describePicture(ctx, { id: name, version, ...DescribePicture.parse(withFocus(draft)) }),
    });
  });
  return ok({ records });
}
