import { isTold, PIXEL_SCRIPT } from "#src/modules/sales/affiliates/rules/pixel.ts";
import { hasConsent } from "#src/ui/consent.ts";

type Pixel = {
  (...call: unknown[]): void;
  /** the script itself, once loaded */
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
  push: Pixel;
  /** turns off its own tracking of navigations, which would report every page */
  disablePushState: boolean;
};
type Global = { fbq?: Pixel; _fbq?: Pixel };

let starting: Promise<Pixel | null> | undefined;
/** The last page reported: each is reported once, however often it renders. */
let last = "";

/** Reports a page view to the pixel, loading it first if needed. Only with consent, and not for private pages. */
export async function trackPageView(pathname: string): Promise<void> {
  if (last === pathname) return;
  last = pathname;
  if (!isTold(pathname)) return;
  const pixel = await (starting ??= start());
  // the script reads the URL when called: only report the intended page, never one navigated to meanwhile
  if (!pixel || !hasConsent() || location.pathname !== pathname) return;
  pixel("consent", "grant");
  pixel("track", "PageView");
}

/** Withdraws consent: revokes it in the pixel and deletes its cookies. */
export function withdraw(): void {
  last = "";
  (globalThis as Global).fbq?.("consent", "revoke");
  for (const name of ["_fbp", "_fbc"])
    for (const domain of ["", ...parentDomains(location.hostname).map((parent) => `; Domain=${parent}`)])
      document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}

/** `a.b.example` → `a.b.example`, `b.example`: the pixel sets its cookies on the highest domain a browser allows. */
const parentDomains = (host: string): string[] =>
  host.split(".").flatMap((_, from, parts) => (from < parts.length - 1 ? [parts.slice(from).join(".")] : []));

async function start(): Promise<Pixel | null> {
  const id = await configuredId();
  if (id === null || !hasConsent()) return null;
  const pixel = queueingPixel();
  Object.assign(globalThis as Global, { fbq: pixel, _fbq: pixel });
  // no clicks or forms: consent covers page views only
  pixel("set", "autoConfig", false, id);
  pixel("init", id);
  const script = document.createElement("script");
  script.src = PIXEL_SCRIPT;
  script.async = true;
  const arrived = new Promise<boolean>((resolve) => {
    script.addEventListener("load", () => resolve(true));
    script.addEventListener("error", () => resolve(false));
  });
  document.head.append(script);
  // nothing may wait in the queue: it would be reported with the URL of whatever page is open by then
  if (await arrived) return pixel;
  starting = undefined;
  return null;
}

async function configuredId(): Promise<string | null> {
  try {
    const answer = await fetch("/api/functions/get-fb-pixel-config");
    const { pixelId } = (await answer.json()) as { pixelId?: string | null };
    if (typeof pixelId === "string") return pixelId;
    console.warn("[pixel] no id is configured");
  } catch (error) {
    console.warn(`[pixel] ${String(error)}`);
  }
  starting = undefined;
  return null;
}

/** Stands in for the script until it has loaded: queues calls in the format the script expects. */
function queueingPixel(): Pixel {
  const call = (...args: unknown[]) => {
    if (pixel.callMethod) pixel.callMethod(...args);
    else pixel.queue.push(args);
  };
  const pixel = Object.assign(call, { queue: [] as unknown[][], loaded: true, version: "2.0" }) as Pixel;
  pixel.push = pixel;
  pixel.disablePushState = true;
  return pixel;
}
