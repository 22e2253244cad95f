import { type Locale, localeOfPath } from "#src/kernel/localized.ts";

/** The steps from a visit to a paid booking, in order. */
export const STEPS = ["saw", "chose", "checkout", "proceeded", "started", "paid"] as const;
export type Step = (typeof STEPS)[number];

export const DEVICES = ["phone", "tablet", "desktop"] as const;
export type Device = (typeof DEVICES)[number];

/** Where a visit comes from: `link` is any other site; `unknown` a step within a visit, whose beginning nobody remembers. */
export const SOURCES = ["direct", "search", "social", "partner", "link", "unknown"] as const;
export type Source = (typeof SOURCES)[number];

/** The headers that say how a page was asked for. */
export type Headers = Readonly<{
  "user-agent"?: string | undefined;
  referer?: string | undefined;
  dnt?: string | undefined;
  "sec-gpc"?: string | undefined;
  "sec-purpose"?: string | undefined;
}>;

const TABLET = /iPad|Tablet|Kindle|Silk\/(?!.*Mobile)|Android(?!.*Mobile)/i;
const PHONE = /Mobi|iPhone|Android/i;

/** The kind of device that a browser says it runs on. An iPad that asks for desktop pages can't be told from a Mac. */
export const deviceOf = (userAgent: string): Device =>
  TABLET.test(userAgent) ? "tablet" : PHONE.test(userAgent) ? "phone" : "desktop";

const PROGRAM =
  /bot\b|bot[/;]|crawler|spider|slurp|preview|externalhit|headless|lighthouse|monitor|uptime|pingdom|curl|wget|python|^whatsapp/i;

/** Whether a request is counted: not a program's, not a browser's that asks ahead, and nobody's who asks not to be followed. */
export function isCounted(headers: Headers): boolean {
  const agent = headers["user-agent"] ?? "";
  if (headers.dnt === "1" || headers["sec-gpc"] === "1" || /prefetch|prerender/.test(headers["sec-purpose"] ?? ""))
    return false;
  return agent.startsWith("Mozilla/") && !PROGRAM.test(agent);
}

const SEARCH =
  /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|qwant|startpage|yandex|baidu|search\.brave|perplexity|chatgpt)\.[a-z.]+$/;
const SOCIAL =
  /(^|\.)(facebook|instagram|threads|tiktok|twitter|x|pinterest|reddit|linkedin|snapchat|youtube|whatsapp|telegram|messenger)\.(com|net|org)$|^(t\.co|t\.me|youtu\.be|wa\.me|fb\.me|lnkd\.in)$/;
const PAID_SEARCH = /^(cpc|ppc|sem|organic|search)$/;

/** Where a visit to `url` (path and query) came from; null where it went on from a page of ours. */
export function sourceOf(url: string, referer: string | undefined, ourHosts: readonly string[]): Source | null {
  const host = URL.parse(referer ?? "")?.hostname ?? "";
  if (ourHosts.includes(host)) return null;
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  if (query.has("affiliate") || query.has("qr")) return "partner";
  const named = (query.get("utm_source") ?? "").toLowerCase();
  const medium = (query.get("utm_medium") ?? "").toLowerCase();
  if (SEARCH.test(host) || PAID_SEARCH.test(medium)) return "search";
  if (SOCIAL.test(host) || medium.includes("social") || SOCIAL.test(`${named}.com`)) return "social";
  return host === "" && named === "" ? "direct" : "link";
}

const SALES_PAGE =
  /^(\/es)?\/?$|^(\/es)?\/(cities(\/[\w-]+)?|crawls(\/[\w-]+|\/id\/[\w-]+)?|cdmx-halloween-crawl|vip-bar-crawl|mezcal-tasting|book-now)$/;
const CHECKOUT = /^(\/es)?\/checkout$/;

export type Visited = { step: Step; device: Device; locale: Locale; source: Source };

/**
 * The step that an answered request for a page is, if it is one: a visit that begins at a page with nights, a night chosen there, or
 * the checkout of a night opened. `url` is path and query, as a document or, of the checkout, as the data that the page's own code asks
 * for: a night that is chosen without a new document is told by the page (`noteChoice`).
 */
export function stepOf(url: string, headers: Headers, ourHosts: readonly string[]): Visited | null {
  // asked of every page from memory: what isn't counted costs least
  if (!isCounted(headers)) return null;
  const [isAsked = "", search = ""] = url.split("?");
  const isData = isAsked.endsWith(".data");
  const path = isData ? isAsked.slice(0, -".data".length) : isAsked;
  const isCheckout = CHECKOUT.test(path);
  if (!isCheckout && !SALES_PAGE.test(path)) return null;
  const query = new URLSearchParams(search);
  const source = sourceOf(url, headers.referer, ourHosts);
  const step = isCheckout ? checkoutStep(query) : isData ? null : query.has("date") ? "chose" : source ? "saw" : null;
  if (!step) return null;
  const device = deviceOf(headers["user-agent"] ?? "");
  return { step, device, locale: localeOfPath(path), source: source ?? "unknown" };
}

const checkoutStep = (query: URLSearchParams): Step | null =>
  query.has("departure") && !query.has("booking") ? "checkout" : null;

/** How many came to a step, and what part of those of the step before (0 to 1; null for the first, or where nobody did). */
export type StepCount = { step: Step; count: number; kept: number | null };
/** How many came to a step on a day (YYYY-MM-DD), of one kind of device, language and source. */
export type DayCount = {
  day: string;
  step: Step;
  device: Device;
  language: Locale;
  source: Source;
  count: number;
};

/** The steps with what each kept of the one before. */
export const stepCounts = (counts: readonly Pick<DayCount, "step" | "count">[]): StepCount[] => {
  const sumOf = (step: Step) => counts.reduce((sum, one) => sum + (one.step === step ? one.count : 0), 0);
  return STEPS.map((step, index) => {
    const before = index === 0 ? 0 : sumOf(STEPS[index - 1]!);
    return { step, count: sumOf(step), kept: before === 0 ? null : sumOf(step) / before };
  });
};
