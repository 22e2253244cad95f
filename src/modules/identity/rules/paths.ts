/** Whether a path is of the kind that not everybody may open, so that the browser shows who waits that something is loading. */
export const isGuarded = (pathname: string): boolean => /^(\/es)?\/(bookings|profile|admin)(\/|$)/.test(pathname);

/** Whether a path is of the admin, which has its own look. */
export const isAdmin = (pathname: string): boolean => /^(\/es)?\/admin(\/|$)/.test(pathname);
