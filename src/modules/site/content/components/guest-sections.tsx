/** Testimonials and posts, one file for the browser. */
export { Instagram } from "#src/modules/site/content/components/instagram.tsx";
export { Testimonials } from "#src/modules/site/content/components/testimonials.tsx";
