import { ok } from "#src/kernel/result.ts";
import { pixelId } from "#src/modules/sales/affiliates/queries.server.ts";
import { PixelConfig, TrackChoice, Tracked, TrackScan, TrackVisit } from "#src/modules/sales/affiliates/schema.ts";
import { trackChoice, trackScan, trackVisit } from "#src/modules/sales/affiliates/track-visit.server.ts";
import { noteChoice } from "#src/modules/sales/funnel/note-step.server.ts";
import { ChoiceCounted, CountChoice } from "#src/modules/sales/funnel/schema.ts";
import { recordConsent } from "#src/modules/partners/measurement/record-consent.server.ts";
import { RecordConsent, Recorded } from "#src/modules/partners/measurement/schema.ts";
import { endpoint } from "#src/api/endpoint.ts";

// The functions that pages call, under the specification's names (section 7).

const visit = endpoint({
  method: "post",
  path: "/api/functions/track-affiliate-visit",
  summary: "Count a visit through a partner's link",
  description: "Called when an address has `?affiliate=`. The same visitor counts once an hour for one code.",
  body: TrackVisit,
  status: 200,
  answer: Tracked,
  refusals: ["too_many_attempts"],
  handle: async (ctx, { body }) => {
    const result = await trackVisit(ctx, body);
    return result.ok ? ok({ answer: { counted: result.counted } }) : result;
  },
});

const scan = endpoint({
  method: "post",
  path: "/api/functions/track-qr-scan",
  summary: "Count a scan of a QR code",
  description: "Called when an address has `?qr=`. The same visitor counts once an hour for one code.",
  body: TrackScan,
  status: 200,
  answer: Tracked,
  refusals: ["too_many_attempts"],
  handle: async (ctx, { body }) => {
    const result = await trackScan(ctx, body);
    return result.ok ? ok({ answer: { counted: result.counted } }) : result;
  },
});

const choice = endpoint({
  method: "post",
  path: "/api/functions/track-affiliate-choice",
  summary: "Count that a visitor who came through a partner's link chose a date",
  description:
    "Called when a checkout is opened within 30 days of a partner's link. The same visitor counts once an hour for one code.",
  body: TrackChoice,
  status: 200,
  answer: Tracked,
  refusals: ["too_many_attempts"],
  handle: async (ctx, { body }) => {
    const result = await trackChoice(ctx, body);
    return result.ok ? ok({ answer: { counted: result.counted } }) : result;
  },
});

const chosen = endpoint({
  method: "post",
  path: "/api/functions/count-choice",
  summary: "Count that a visitor chose a night",
  description: "Pages call it once per document. It is a count by day, kind of device and language, of nobody.",
  body: CountChoice,
  status: 200,
  answer: ChoiceCounted,
  refusals: ["too_many_attempts"],
  handle: async (ctx, { body }) => {
    const result = await noteChoice(ctx, body.language);
    return result.ok ? ok({ answer: { counted: result.counted } }) : result;
  },
});

const consent = endpoint({
  method: "post",
  path: "/api/functions/record-consent",
  summary: "Store what a visitor decided about advertising",
  description: "Pages call it when a visitor accepts, rejects or withdraws. The same id is stored once.",
  body: RecordConsent,
  status: 200,
  answer: Recorded,
  refusals: ["too_many_attempts"],
  handle: async (ctx, { body }) => {
    const result = await recordConsent(ctx, body);
    return result.ok ? ok({ answer: { recorded: result.recorded } }) : result;
  },
});

const pixel = (method: "get" | "post", summary: string) =>
  endpoint({
    method,
    path: "/api/functions/get-fb-pixel-config",
    summary,
    description: "Pages ask for it only after a visitor has agreed to advertising cookies.",
    status: 200,
    answer: PixelConfig,
    refusals: [],
    handle: async (ctx) => ok({ answer: { pixelId: await pixelId(ctx) } }),
  });

export const functions = [
  visit,
  scan,
  choice,
  chosen,
  consent,
  pixel("get", "The id of the advertising pixel"),
  pixel("post", "The id of the advertising pixel, asked by POST"),
];
