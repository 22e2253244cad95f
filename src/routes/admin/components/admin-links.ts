import type { LinksFunction } from "react-router";
import { adminFonts } from "#src/ui/admin/fonts.ts";
import cssUrl from "#src/admin.css?url";

/** The stylesheet and the fonts of the admin: of its shell, and of what is a document of its own beside it. */
export const adminLinks: LinksFunction = () => [
  ...adminFonts.map((href) => ({
    rel: "preload",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
    href,
  })),
  { rel: "stylesheet", href: cssUrl },
];
