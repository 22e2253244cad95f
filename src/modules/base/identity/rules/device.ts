// In matching order: most browsers also name those they descend from.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bInstagram\b/, "Instagram"],
  [/\bFBA[NV]\//, "Facebook"],
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Browser and system of a User-Agent under their common names; null where unknown. */
export function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  const named = (names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
