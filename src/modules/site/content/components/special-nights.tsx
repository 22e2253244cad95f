/** Sections after the home page's first screen, one file for the browser: pictures, text and links, without JavaScript of their own. */
export { Events } from "#src/modules/site/content/components/events.tsx";
export { Expect } from "#src/modules/site/content/components/expect.tsx";
