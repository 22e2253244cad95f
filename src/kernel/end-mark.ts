/**
 * The cookie that a browser sets for itself when the server couldn't be reached at a sign-out: its session's own cookie is closed to
 * scripts. Its value is the door's device that leaves with it, or `NO_DEVICE`. The server ends the session at the next request that
 * brings one, and removes both cookies.
 */
export const END_MARK = "signed_out";

const NO_DEVICE = "1";

const MONTH_S = 2_592_000;

/** The text for `document.cookie`. It outlasts every session, which ends after a week unused. */
export const endMark = (device: string | null): string =>
  `${END_MARK}=${device ?? NO_DEVICE}; Path=/; Max-Age=${MONTH_S}; SameSite=Lax`;

/** The Set-Cookie header that removes it. */
export const NO_END_MARK = `${END_MARK}=; Path=/; Max-Age=0; SameSite=Lax`;
