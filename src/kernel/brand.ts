/** The product's own name, used until the operator has set one. */
export const PRODUCT = "Ronda";

/** Whether a name is the product's own, which its logo and share pictures show. */
export const isProduct = (brand: string): boolean => brand === PRODUCT;

/** A page's title in the browser's tab and in search results: it ends with the brand, also where an operator wrote it. */
export const tabTitle = (title: string, brand: string): string =>
  title.endsWith(` · ${brand}`) ? title : `${title} · ${brand}`;
