/** Whether a path is restricted, so that the browser shows a loading state while access is checked. */
export const isGuarded = (pathname: string): boolean => /^(\/es)?\/(bookings|profile|admin)(\/|$)/.test(pathname);

/** Whether a path belongs to the admin, which has its own look. */
export const isAdmin = (pathname: string): boolean => /^(\/es)?\/admin(\/|$)/.test(pathname);
