import type { Text } from "#src/locales/i18n.ts";
import type { CityDraft } from "#src/modules/site/catalog/rules/city.ts";
import { CRAWL_LISTS, type CrawlDraft, type CrawlList, type Shot } from "#src/modules/site/catalog/rules/draft.ts";
import { pairSlot, type Slot } from "#src/modules/office/translations/rules/slots.ts";

/** A crawl's texts in the order of its form. The short name is for staff, who see it beside the color. */
export const crawlSlots =
  (t: Text) =>
  (draft: CrawlDraft): Slot<CrawlDraft>[] => [
    pairSlot("title", t("catalog-admin.field.title"), draft),
    pairSlot("description", t("catalog-admin.field.description"), draft),
    ...CRAWL_LISTS.flatMap((list) => lineSlots(list, draft, t)),
    pairSlot("meeting_place", t("catalog-admin.field.meeting_place"), draft),
    ...shotSlots(draft, t),
  ];

function lineSlots(list: CrawlList, draft: CrawlDraft, t: Text): Slot<CrawlDraft>[] {
  const label = t(`catalog-admin.field.${list}`);
  return draft[list].map((pair, at) => ({
    field: `${list}.${at}`,
    track: `${list}[${draft[list].length}].${at}`,
    label: t("catalog-admin.line", { list: label, number: at + 1 }),
    pair,
    put: (into, line) => ({ ...into, [list]: into[list].with(at, line) }),
    // the Spanish line is beside the English one
    anchors: { en: `${list}-${at}`, es: `${list}-${at}` },
    paths: { en: `${list}.${at}.en`, es: `${list}.${at}.es` },
  }));
}

const pairOf = ({ alt, alt_es }: Shot) => ({ en: alt, es: alt_es });

/** What the pictures show, by picture: the main one may stand in the gallery too. */
function shotSlots({ image, gallery }: CrawlDraft, t: Text): Slot<CrawlDraft>[] {
  const describe = (src: string) => (into: CrawlDraft, pair: { en: string; es: string }) => {
    const describeShot = (shot: Shot) => (shot.src === src ? { ...shot, alt: pair.en, alt_es: pair.es } : shot);
    return { ...into, image: into.image && describeShot(into.image), gallery: into.gallery.map(describeShot) };
  };
  const slot = (shot: Shot, name: string, [anchor, path]: readonly [string, string]): Slot<CrawlDraft> => ({
    field: `alt:${shot.src}`,
    track: `alt:${shot.src}`,
    label: t("catalog-admin.altOf", { name }),
    pair: pairOf(shot),
    put: describe(shot.src),
    anchors: { en: anchor, es: anchor },
    paths: { en: `${path}.alt`, es: `${path}.alt_es` },
  });
  const main = image ? [slot(image, t("catalog-admin.field.image"), ["image-alt", "image"])] : [];
  const others = gallery.flatMap((shot, at) =>
    shot.src === image?.src
      ? []
      : [slot(shot, t("catalog-admin.shot", { number: at + 1 }), [`gallery-${at}-alt`, `gallery.${at}`])],
  );
  return [...main, ...others];
}

/** A city's texts in the order of its form. */
export const citySlots =
  (t: Text) =>
  (draft: CityDraft): Slot<CityDraft>[] => {
    const { image } = draft;
    const texts = (["name", "description", "meeting_point"] as const).map((name) =>
      pairSlot(name, t(`catalog-cities-admin.field.${name}`), draft),
    );
    if (!image) return texts;
    const alt: Slot<CityDraft> = {
      field: "image_alt",
      track: `image_alt:${image.src}`,
      label: t("catalog-admin.altOf", { name: t("catalog-cities-admin.field.image") }),
      pair: pairOf(image),
      put: (into, pair) => ({ ...into, image: into.image && { ...into.image, alt: pair.en, alt_es: pair.es } }),
      anchors: { en: "image-alt", es: "image-alt" },
      paths: { en: "image.alt", es: "image.alt_es" },
    };
    return [...texts, alt];
  };

/** The columns that hold texts of a crawl or a city, and those that say which pictures are described. */
export const TEXT_COLUMNS: readonly string[] = [
  ...["title", "description", "meeting_place", ...CRAWL_LISTS, "name", "meeting_point", "image_alt"].flatMap((name) => [
    name,
    `${name}_es`,
  ]),
  "picture_alts",
  "image",
  "gallery",
];
