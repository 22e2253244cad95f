// What the browser's code knows of React Router beyond its documentation (docs/decisions/181), as 8.5.1 has it. router-internals.test.ts
// asks the installed package: where a newer one fails it, look for the name there in node_modules/react-router/dist, and correct it here.

declare global {
  interface Window {
    /** The router, as `HydratedRouter` sets it. */
    __reactRouterDataRouter?: { state: { navigation: { location?: Location } } };
    /** The build from which the page comes. */
    __reactRouterManifest?: { version: string };
  }
}

/** By this header the router recognizes an answer of its own server. */
const RENDERED = "x-remix-response";

/** Whether an answer to one of the router's requests was written by its server, and not by a proxy. */
export const isOfServer = ({ headers }: Response): boolean => headers.has(RENDERED);

/**
 * What the router takes for an action that returned nothing: with this status it also reads nothing again. Its data is encoded as
 * turbo-stream writes it, where `-7` is `undefined`.
 */
export const nothingDone = (): Response =>
  new Response('[{"_1":-7},"data"]\n', {
    status: 503,
    headers: { "content-type": "text/x-script", [RENDERED]: "yes" },
  });

/** Path, query and fragment to which the router is navigating; null if it isn't. */
export function pendingPath(): string | null {
  // oxlint-disable-next-line no-underscore-dangle -- React Router named it
  const { location: to } = window.__reactRouterDataRouter?.state.navigation ?? {};
  return to ? to.pathname + to.search + to.hash : null;
}

/** The name of the build that this page is of; its own HTML holds it in quotes. */
// oxlint-disable-next-line no-underscore-dangle -- React Router named it
export const buildOfPage = (): string => window.__reactRouterManifest?.version ?? "";
