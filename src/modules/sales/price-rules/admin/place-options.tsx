import { useText } from "#src/locales/use-text.ts";
import { nameOfPlace, type Places } from "#src/modules/sales/price-rules/rules/place.ts";

/** Everywhere, a city's crawls, one crawl; a crawl that was deleted stays chosen until another is. */
export function PlaceOptions({ places, chosen }: { places: Places; chosen: string }) {
  const { t } = useText();
  return (
    <>
      <option value="">{t("price-rules.placeEverywhere")}</option>
      {chosen !== "" && nameOfPlace(places, chosen) === undefined && (
        <option value={chosen}>{t("price-rules.placeGone")}</option>
      )}
      <optgroup label={t("price-rules.placeCities")}>
        {places.cities.map(({ id, name }) => (
          <option key={id} value={`city:${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={t("price-rules.placeCrawls")}>
        {places.crawls.map(({ id, name }) => (
          <option key={id} value={`crawl:${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
    </>
  );
}
