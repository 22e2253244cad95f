/** Data that a page passes to the browser's code. */
export type Boot = {
  /** Modules of the page's routes by route id. */
  routes: Record<string, string>;
  /** Text areas that the page uses. */
  areas: string[];
};
