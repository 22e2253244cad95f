/**
 * Security headers of every page (rule limits-4). Scripts run only when they are the page's own, known by their
 * hashes (`'sha256-…'`), or added by one of those: a cached page can't have a nonce. Inline styles are allowed because brand
 * colors and UI parts use them. `hosts` are third-party hosts that scripts may call, `payPages` payment pages that a form may
 * lead to: browsers apply `form-action` to the redirect after a form as well. No page may be shown in a frame, except `framed` ones
 * by our own pages. A page with `posts` may show Instagram's posts, nothing else of it, in frames. A page with `camera` may use it, and read its picture with compiled code in a worker.
 */
export function pageHeaders(
  scripts: readonly string[],
  origin: string,
  hosts: readonly string[] = [],
  payPages: readonly string[] = [],
  { framed = false, camera = false, posts = false } = {},
): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src ${scripts.join(" ") || "'none'"} 'strict-dynamic'${camera ? " 'wasm-unsafe-eval'" : ""}`,
    // the worker is made of a blob: what it fetched by its own address would not come from the page's offline copy
    ...(camera ? ["worker-src 'self' blob:"] : []),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...hosts].join(" "),
    ["connect-src 'self'", ...hosts].join(" "),
    // a preview in the admin; a post on the home page, once the visitor has asked for them
    `frame-src 'self'${posts ? " https://www.instagram.com/p/" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...payPages].join(" "),
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ];
  return secured(policy, origin, camera ? "camera=(self)" : "camera=()");
}

/**
 * The same for a self-contained document that calls only its own server. `scripts` are the hashes of its inline scripts;
 * `worker-src` lets its service worker keep it for offline use.
 */
export const documentHeaders = (scripts: readonly string[], origin: string): Record<string, string> =>
  secured([...alone(scripts), "connect-src 'self'", "worker-src 'self'", "frame-ancestors 'none'"], origin);

/** The same for the one document that any site may show in a frame: it asks for our font alone, and has no form. */
export const framedHeaders = (scripts: readonly string[], origin: string): Record<string, string> =>
  secured([...alone(scripts, "font-src 'self' data:"), "frame-ancestors *"], origin);

const alone = (scripts: readonly string[], fonts = "font-src data:"): string[] => [
  "default-src 'none'",
  `script-src ${scripts.join(" ") || "'none'"}`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  fonts,
  "base-uri 'none'",
  "form-action 'none'",
];

const secured = (policy: readonly string[], origin: string, camera = "camera=()"): Record<string, string> => ({
  "content-security-policy": policy.join("; "),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": `${camera}, geolocation=(), microphone=(), payment=()`,
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  ...(origin.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
});
