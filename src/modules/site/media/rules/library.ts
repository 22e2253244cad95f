import { listAddress, page, panel, search, type ValuesOf, view } from "#src/kernel/list-address.ts";

/** The views of the library. */
export const VIEWS = ["all", "unused", "undescribed", "trash"] as const;
export type View = (typeof VIEWS)[number];

/** The address of the library. */
export const LIBRARY = listAddress({ view: view(VIEWS, "all"), q: search(), page: page(), open: panel() });
export type LibraryFilter = Pick<ValuesOf<typeof LIBRARY>, "view" | "q" | "page">;
