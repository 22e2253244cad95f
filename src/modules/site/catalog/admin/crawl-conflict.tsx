import { useText } from "#src/locales/use-text.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { Pair } from "#src/kernel/pair.ts";
import type { CrawlDraft, CrawlField, Shot } from "#src/modules/site/catalog/rules/draft.ts";
import { Conflict } from "#src/ui/admin/conflict.tsx";

type CrawlConflictProps = {
  theirs: CrawlDraft;
  mine: CrawlDraft;
  /** The fields changed on both sides. */
  fields: readonly CrawlField[];
  cities: readonly { id: string; name: string }[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/**
 * Conflict dialog: another user saved the crawl during editing. Shows the fields changed on both sides; the rest is merged into
 * the form.
 */
export function CrawlConflict({ theirs, mine, fields, cities, onKeepMine, onTakeTheirs }: CrawlConflictProps) {
  const { t } = useText();
  const inWords = (field: CrawlField, draft: CrawlDraft): string => {
    const value = draft[field];
    if (field === "colour") return t(`catalog-admin.colour.${draft.colour as CrawlColour}`);
    if (field === "city_id") return cities.find((city) => city.id === value)?.name ?? draft.city_id;
    if (value === null || value === "") return t("catalog-admin.nothing");
    if (field === "on_every_site")
      return t(draft.on_every_site ? "catalog-admin.everySite" : "catalog-admin.everySiteNot");
    if (typeof value === "boolean") return t(value ? "catalog-admin.state.active" : "catalog-admin.state.inactive");
    if (typeof value === "string") return value;
    const parts = Array.isArray(value) ? value.map(ofPart) : "src" in value ? [ofPart(value)] : ofPrices(value);
    return parts.join(" · ") || t("catalog-admin.nothing");
  };
  return (
    <Conflict
      {...(fields.length > 0 ? {} : { title: t("catalog-admin.conflict.apart") })}
      fields={fields.map((field) => ({
        label: t(`catalog-admin.field.${field}`),
        theirs: inWords(field, theirs),
        mine: inWords(field, mine),
      }))}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
    />
  );
}

const ofPart = (part: Pair | Shot): string =>
  "src" in part
    ? [part.alt || part.src.slice(part.src.lastIndexOf("/") + 1, part.src.lastIndexOf("/") + 9), part.alt_es]
        .filter(Boolean)
        .join(" / ")
    : [part.en, part.es].filter(Boolean).join(" / ");

const ofPrices = (prices: CrawlDraft["prices"]): string[] =>
  Object.entries(prices).map(([currency, price]) => `${price} ${currency}`);
