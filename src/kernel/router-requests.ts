/** How React Router asks for a page's data: at its address with this ending, after `/_root` or `/_` where one is needed. */
const DATA = /(\/_root|\/_)?\.data$/;

/** Where it asks which routes lead to an address. */
const MANIFEST = "/__manifest";

/** The path of the page whose data is asked for; the path itself if it is no data's. */
export const pageOfData = (path: string): string => path.replace(DATA, "");

/** Whether a path is asked for by React Router's own code: a page's data, or the routes of links that come into sight. */
export const isOfRouter = (pathname: string): boolean => pathname.endsWith(".data") || pathname === MANIFEST;
