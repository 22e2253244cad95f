import { localizedPath, type Locale } from "#src/kernel/localized.ts";

const ICONS = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** The site as an app on a phone (W3C Web Application Manifest), under the operator's name. */
export const siteManifest = (brand: string) => ({
  name: brand,
  short_name: brand,
  start_url: "/",
  display: "minimal-ui",
  background_color: "#fff8f2",
  theme_color: "#140c12",
  icons: ICONS,
});

/** The scanner as an app of its own, in a language. `name` is its whole name, `short` the one below its icon. */
export function doorManifest({ name, short, locale }: { name: string; short: string; locale: Locale }) {
  const page = localizedPath("/admin/ticket-scanner", locale);
  return {
    id: page,
    name,
    short_name: short,
    start_url: page,
    scope: page,
    display: "standalone",
    orientation: "portrait",
    background_color: "#0b0609",
    theme_color: "#0b0609",
    icons: ICONS,
  };
}
