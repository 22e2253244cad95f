/** What a page tells the browser's code before it runs. */
export type Boot = {
  /** Modules of the page's routes by route id. */
  routes: Record<string, string>;
  /** Areas of the texts that the page shows. */
  areas: string[];
};
