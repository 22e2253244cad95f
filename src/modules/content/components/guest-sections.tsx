/** Testimonials and posts, one file for the browser. */
export { Instagram } from "#src/modules/content/components/instagram.tsx";
export { Testimonials } from "#src/modules/content/components/testimonials.tsx";
