import { describe, expect, test } from "vitest";
import { deviceOf, isCounted, sourceOf, stepCounts, stepOf } from "#src/modules/sales/funnel/rules/visit.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const PIXEL = "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const TAB = "Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15";
const INSTAGRAM = `${IPHONE} Instagram 380.0.0.28.104`;

test.each([
  [IPHONE, "phone"],
  [PIXEL, "phone"],
  [INSTAGRAM, "phone"],
  [TAB, "tablet"],
  ["Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", "tablet"],
  [MAC, "desktop"],
])("the device of %s is a %s", (agent, device) => expect(deviceOf(agent)).toBe(device));

test.each([
  [{ "user-agent": IPHONE }, true],
  [{ "user-agent": INSTAGRAM }, true],
  [{ "user-agent": IPHONE, dnt: "1" }, false],
  [{ "user-agent": IPHONE, "sec-gpc": "1" }, false],
  [{ "user-agent": IPHONE, dnt: "0" }, true],
  [{ "user-agent": PIXEL, "sec-purpose": "prefetch;prerender" }, false],
  [{}, false],
  [{ "user-agent": "curl/8.5.0" }, false],
  [{ "user-agent": "WhatsApp/2.24" }, false],
  [{ "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }, false],
  [{ "user-agent": "Mozilla/5.0 (compatible; facebookexternalhit/1.1)" }, false],
  [{ "user-agent": "Mozilla/5.0 (X11; Linux) HeadlessChrome/140.0 Safari/537.36" }, false],
])("%o is counted: %s", (headers, counted) => expect(isCounted(headers)).toBe(counted));

const OURS = ["ronda.test"];
test.each([
  ["/", undefined, "direct"],
  ["/", "https://www.google.com.mx/", "search"],
  ["/", "https://duckduckgo.com/", "search"],
  ["/", "https://l.instagram.com/?u=x", "social"],
  ["/", "https://t.co/abc", "social"],
  ["/", "https://hostel.example/bars", "link"],
  ["/", "https://notgoogle.com/", "link"],
  ["/", "https://ronda.test/faq", null],
  ["/", "not an address", "direct"],
  ["/?affiliate=CASA", "https://www.google.com/", "partner"],
  ["/?qr=abc", undefined, "partner"],
  ["/?utm_source=newsletter", undefined, "link"],
  ["/?utm_source=Instagram", undefined, "social"],
  ["/?utm_source=google&utm_medium=cpc", undefined, "search"],
  ["/?utm_source=meta&utm_medium=paid_social", undefined, "social"],
] as const)("a visit to %s from %s is %s", (url, referer, source) => expect(sourceOf(url, referer, OURS)).toBe(source));

describe("what counts as a step", () => {
  const here = { "user-agent": PIXEL, referer: "https://ronda.test/es" };
  const there = { "user-agent": PIXEL, referer: "https://www.google.com/" };
  test.each([
    ["/es", there, { step: "saw", device: "phone", locale: "es", source: "search" }],
    ["/crawls/mexico-city", { "user-agent": MAC }, { step: "saw", device: "desktop", locale: "en", source: "direct" }],
    // it goes on
    ["/es", here, null],
    ["/es.data", here, null],
    ["/es?date=2026-11-27", here, { step: "chose", device: "phone", locale: "es", source: "unknown" }],
    // the page tells it
    ["/_root.data?date=2026-11-27", here, null],
    ["/book-now.data?date=2026-11-27", here, null],
    // a link of somebody's that names a night
    ["/?date=2026-11-27", there, { step: "chose", device: "phone", locale: "en", source: "search" }],
    ["/es/checkout?departure=x", here, { step: "checkout", device: "phone", locale: "es", source: "unknown" }],
    ["/checkout.data?departure=x", here, { step: "checkout", device: "phone", locale: "en", source: "unknown" }],
    // its payment
    ["/checkout?departure=x&booking=y", here, null],
    ["/checkout", here, null],
    ["/faq", there, null],
    ["/admin", there, null],
    ["/checkout?departure=x", { ...here, dnt: "1" }, null],
  ])("%s with %o: %o", (url, headers, step) => expect(stepOf(url, headers, OURS)).toEqual(step));
});

test("each step says what it kept of the one before; nothing is kept of nobody", () => {
  const counts = [
    { step: "saw", count: 60 },
    { step: "saw", count: 40 },
    { step: "chose", count: 25 },
    { step: "proceeded", count: 5 },
  ] as const;
  expect(stepCounts(counts)).toEqual([
    { step: "saw", count: 100, kept: null },
    { step: "chose", count: 25, kept: 0.25 },
    { step: "checkout", count: 0, kept: 0 },
    { step: "proceeded", count: 5, kept: null },
    { step: "started", count: 0, kept: 0 },
    { step: "paid", count: 0, kept: null },
  ]);
});
