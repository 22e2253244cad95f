import { data } from "react-router";
import { z } from "zod";
import { askPartnerLink } from "#src/modules/sales/affiliates/email-link.server.ts";
import type { PartnerAnswer } from "#src/modules/partners/commission/components/answered.tsx";
import { actOnPartnerPage } from "#src/modules/partners/commission/act-on-partner-page.server.ts";
import { PartnerAct } from "#src/modules/partners/commission/rules/partner-page.ts";
import { readPartnerPage } from "#src/modules/partners/commission/read-partner-page.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { SECRET } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/partner";

export const headers = () => SECRET;

/** A partner's own page behind their secret link. Opening it changes nothing. */
export async function loader({ context, params: { token }, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const wish = { month: query.get("month"), page: query.get("page") };
  const opened = await readPartnerPage(context.get(requestContext), token, wish);
  return data({ opened }, { status: opened === null ? 404 : opened.state === "open" ? 200 : 410, headers: SECRET });
}

const Ask = z.object({ intent: z.literal("link") });
/** An act whose words are missing, or too long: everything else is said by the page. */
const Wordless = z.object({
  intent: z.literal("ask"),
  question: z.string().refine(isUnfit),
  booking: z.string().max(64),
});
function isUnfit(question: string): boolean {
  return question.trim() === "" || question.trim().length > 500;
}

/** What a partner does on their page; from one that is closed they ask for its new link. */
export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = Object.fromEntries(await request.formData());
  if (Ask.safeParse(form).success) {
    await askPartnerLink(ctx, token);
    return answer({ said: "commission-page.closed.asked", tone: "good" });
  }
  const wordless = Wordless.safeParse(form);
  if (wordless.success) {
    const { booking, question } = wordless.data;
    return answer({ said: "commission-page.refused.text", tone: "bad", line: booking, typed: question }, 422);
  }
  const act = PartnerAct.safeParse(form);
  if (!act.success) throw data(null, { status: 400, headers: SECRET });
  const question = act.data.intent === "ask" ? act.data : null;
  const line = question ? { line: question.booking } : {};
  const result = await actOnPartnerPage({ ...ctx, actor: await ctx.user() }, token, act.data);
  if (result.ok) return answer({ said: `commission-page.flash.${act.data.intent}`, tone: "good", ...line });
  return answer(
    {
      said: `commission-page.refused.${result.reason}`,
      tone: "bad",
      ...line,
      ...(question && { typed: question.question }),
    },
    409,
  );
}

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

const answer = (lastAnswer: PartnerAnswer, status = 200) => data(lastAnswer, { status, headers: SECRET });

const PartnerPage = later(
  "page-partner",
  () => import("#src/modules/partners/commission/components/partner-page.tsx").then((part) => part.PartnerPage),
  "touched",
);

export default function Partner({ loaderData: { opened }, actionData }: Route.ComponentProps) {
  return <PartnerPage opened={opened} answer={actionData ?? null} />;
}
