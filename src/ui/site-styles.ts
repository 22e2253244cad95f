import { createContext } from "react";

/**
 * What the document's own style element holds of the site's stylesheet: all of it, or nothing where the document names its file. The
 * server decides (`src/entry.server.tsx`); the browser keeps what the document brought, also when React makes it again.
 */
export const SiteStyles = createContext(
  import.meta.env.SSR ? "" : (document.querySelector("style[data-site]")?.textContent ?? ""),
);
