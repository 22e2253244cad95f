/**
 * The cookie by which a page that is the same for everybody learns that its visitor is signed in: the session's own is closed to
 * scripts. It says nothing else, and opens nothing: whoever makes one up sees an empty menu.
 */
const SIGNED_IN = "signed_in";

/** The Set-Cookie headers that set it and remove it, on a site of that address. */
export const signedInMarks = (origin: string): { set: string; remove: string } => {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return {
    set: `${SIGNED_IN}=1; Path=/; SameSite=Lax${secure}`,
    remove: `${SIGNED_IN}=; Path=/; Max-Age=0; SameSite=Lax${secure}`,
  };
};

/** Whether a Cookie header brings it. */
export const hasSignedInMark = (cookie: string): boolean => cookie.includes(`${SIGNED_IN}=1`);

/** The attribute of what only a signed-in visitor sees on such a page: where it is, the page's head has the script. */
export const IF_SIGNED_IN = "data-if-signed-in";

/** A script for the page's head, before anything is drawn: it marks the document, and leaves nothing for React to find. */
export const EARLY_SIGNED_IN = `if(document.cookie.includes("${SIGNED_IN}=1"))document.documentElement.dataset.signedIn="";document.currentScript.remove()`;
