import type { MessageId, Text } from "#src/locales/i18n.ts";

/** The page's own texts by section and field: what is shown where none is stored. */
const OWN: Readonly<Record<string, MessageId>> = {
  "hero.title": "content-home.hero.title",
  "hero.subtitle": "content-home.hero.subtitle",
  "hero.imageAlt": "content-home.hero.imageAlt",
  "infoBar.price": "content-home.info.price",
  "infoBar.drinks": "content-home.info.drinks",
  "infoBar.venues": "content-home.info.venues",
  "infoBar.people": "content-home.info.people",
  "events.title": "content-home.events.title",
  "expect.title": "content-home.expect.title",
  "expect.description": "content-home.expect.text",
  "features.drinks.title": "content-home.features.drinks.title",
  "features.drinks.description": "content-home.features.drinks.text",
  "features.venues.title": "content-home.features.venues.title",
  "features.venues.description": "content-home.features.venues.text",
  "features.guides.title": "content-home.features.guides.title",
  "features.guides.description": "content-home.features.guides.text",
  "features.games.title": "content-home.features.games.title",
  "features.games.description": "content-home.features.games.text",
  "route.title": "content-home.route.title",
  "route.disclaimer": "content-home.route.disclaimer",
  "footer.description": "site.footer.description",
};

/** Ronda's own texts of the home page in a language, by `<section>.<field>`. */
export const ownTexts = (t: Text): Record<string, string> =>
  Object.fromEntries(Object.entries(OWN).map(([path, id]) => [path, t(id)]));
