/** The home page's sections about a night, one file for the browser. */
export { Features } from "#src/modules/site/content/components/features.tsx";
export { Gallery } from "#src/modules/site/content/components/gallery.tsx";
export { RouteTimeline } from "#src/modules/site/content/components/route-timeline.tsx";
