/** React Router requests a page's data at its address with this ending, after `/_root` or `/_` where one is needed. */
const DATA = /(\/_root|\/_)?\.data$/;

/** The path at which it requests the routes of addresses. */
export const MANIFEST = "/__manifest";

/** The path of the page whose data is requested; the path itself if it isn't a request for data. */
export const pageOfData = (path: string): string => path.replace(DATA, "");

/** Whether a path is requested by React Router's own code: a page's data, or the routes of links that come into view. */
export const isOfRouter = (pathname: string): boolean => pathname.endsWith(".data") || pathname === MANIFEST;
