/** The home page's sections about a night, one file for the browser. */
export { Features } from "#src/modules/content/components/features.tsx";
export { Gallery } from "#src/modules/content/components/gallery.tsx";
export { RouteTimeline } from "#src/modules/content/components/route-timeline.tsx";
