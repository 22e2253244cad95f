import { data } from "react-router";
import { z } from "zod";
import { useText } from "#src/locales/use-text.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { GuestsSee } from "#src/modules/office/opening/admin/guests-see.tsx";
import { OpeningSteps } from "#src/modules/office/opening/admin/opening-steps.tsx";
import { OpenSwitch, type SwitchAnswer } from "#src/modules/office/opening/admin/open-switch.tsx";
import { confirmBrand } from "#src/modules/office/opening/confirm-brand.server.ts";
import { closeSales, openSales } from "#src/modules/office/opening/open-sales.server.ts";
import { openingOf } from "#src/modules/office/opening/queries.server.ts";
import { STEPS } from "#src/modules/office/opening/rules/opening.ts";
import { OPENING_INTENTS } from "#src/modules/office/opening/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "./+types/opening";

/** After a refusal the page shows what is missing; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [seen, history] = await Promise.all([openingOf(ctx), historyOf(ctx, [["sales", "all"]])]);
  if (!seen.ok) throw refused(seen);
  return { opening: seen.opening, history };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const intent = z.enum(OPENING_INTENTS).safeParse((await request.formData()).get("intent"));
  if (!intent.success) throw data(null, { status: 400 });
  const answer = (body: Omit<SwitchAnswer, "intent">, status = 200) =>
    data<SwitchAnswer>({ ...body, intent: intent.data }, { status });
  const result = await ACTS[intent.data](ctx);
  if (result.ok) return answer({ flash: FLASHES[intent.data] });
  if (result.reason === "forbidden") throw refused(result);
  return answer({ flash: `opening.missing.${result.missing[0]!}`, bad: true }, 409);
}

const ACTS = { open: openSales, close: closeSales, confirm: confirmBrand };
const FLASHES = {
  open: "opening.flash.opened",
  close: "opening.flash.closed",
  confirm: "opening.flash.confirmed",
} as const;

/** From an empty installation to the first booking, step by step. */
export default function OpeningPage({ loaderData: { opening, history } }: Route.ComponentProps) {
  const { t } = useText();
  const done = STEPS.filter((step) => opening.states[step] === "done").length;
  return (
    <>
      <PageHead
        title={t("opening.title")}
        tab={t("admin.tab", { page: t("opening.title"), brand: t("common.brand") })}
        meta={t("opening.meta", { done, total: STEPS.length })}
      />
      <div className="grid max-w-[72rem] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 gap-3">
          <p className="max-w-[70ch] text-text-2">{t(opening.isOpen ? "opening.lead.open" : "opening.lead.closed")}</p>
          <OpeningSteps opening={opening} openAct={<OpenSwitch opening={opening} />} />
        </div>
        <div className="grid min-w-0 gap-4">
          <GuestsSee opening={opening} />
          {history.length > 0 && (
            <Panel title={t("audit.history")}>
              <RecordHistory entries={history} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
