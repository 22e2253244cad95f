/** Whether a stored link is usable: neither empty nor a placeholder such as `#` (spec section 2.4). */
export const isRealLink = (link: string | undefined): link is string => /^https:\/\/[^/]+\/./.test(link ?? "");
