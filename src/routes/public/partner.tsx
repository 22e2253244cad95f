import { data } from "react-router";
import { z } from "zod";
import { askPartnerLink } from "#src/modules/affiliates/email-link.server.ts";
import type { PartnerAnswer } from "#src/modules/commission/components/partner-page.tsx";
import { readPartnerPage } from "#src/modules/commission/read-partner-page.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/partner";

// The URL is the partner's secret: no caching, no referrer to other sites.
const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" };
export const headers = () => PRIVATE;

/** A partner's own page behind their secret link. Opening it changes nothing. */
export async function loader({ context, params: { token }, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const asked = { month: query.get("month"), page: query.get("page") };
  const opened = await readPartnerPage(context.get(requestContext), token, asked);
  return data({ opened }, { status: opened === null ? 404 : opened.state === "open" ? 200 : 410, headers: PRIVATE });
}

const Act = z.discriminatedUnion("intent", [z.object({ intent: z.literal("link") })]);

/** What a partner does on their page; from one that is closed they ask for its new link. */
export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const act = Act.safeParse(Object.fromEntries(await request.formData()));
  if (!act.success) throw data(null, { status: 400, headers: PRIVATE });
  await askPartnerLink(ctx, token);
  return answer({ said: "commission-page.closed.asked", tone: "good" });
}

const answer = (said: PartnerAnswer, status = 200) => data(said, { status, headers: PRIVATE });

const PartnerPage = later(
  "page-partner",
  () => import("#src/modules/commission/components/partner-page.tsx").then((part) => part.PartnerPage),
  "touched",
);

export default function Partner({ loaderData: { opened }, actionData }: Route.ComponentProps) {
  return <PartnerPage opened={opened} answer={actionData ?? null} />;
}
