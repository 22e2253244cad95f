/** A crawl with its city where nothing else says it, both in the reader's language: "Halloween Crawl, Mexico City", "Ronda Oaxaca". */
export const crawlInCity = (title: string, city: string): string =>
  title.toLowerCase().includes(city.toLowerCase()) ? title : `${title}, ${city}`;
