import { data } from "react-router";
import type { Failure, Ok } from "#src/kernel/result.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { countTill } from "#src/modules/evening/till/count-till.server.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { payOut } from "#src/modules/evening/till/pay-out.server.ts";
import { ownTill } from "#src/modules/evening/till/queries.server.ts";
import { doneText, refusalOf, type TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { countedIn, TILL_SHAPES, TillAct } from "#src/modules/evening/till/schema.ts";
import { sendBackTill } from "#src/modules/evening/till/send-back-till.server.ts";
import { takeOverTill } from "#src/modules/evening/till/take-over-till.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/till";
import TillPage from "#src/modules/evening/till/admin/till-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await ownTill(ctx);
  if (!page.ok) throw refused(page);
  return { ...page, formKey: crypto.randomUUID() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const fields = countedIn(Object.fromEntries(await request.formData()));
  const at = ctx.now.getTime();
  const { intent, key } = fields;
  const told = { intent: String(intent), at, ...(typeof key === "string" ? { key } : {}) };
  const asked = TillAct.safeParse(fields);
  if (!asked.success) {
    const shape = TILL_SHAPES.find(({ shape: { intent: own } }) => own.value === intent)?.shape;
    if (!shape) throw data(null, { status: 400 });
    return answered({ ...told, fieldErrors: toFieldErrors(Object.keys(shape), asked.error.issues) }, 422);
  }
  const input = asked.data;
  const result = await run(input);
  if (result.ok) return answered({ ...told, flash: doneText(input.intent) });
  if (result.reason === "forbidden") throw refused({ missing: "sales.door" });
  return answered({ ...told, ...refusalOf(result, ctx.locale) }, 409);

  function run(act: typeof input): Promise<Ok | Failure> {
    if (act.intent === "open") return openTill(ctx, act);
    if (act.intent === "pay_out") return payOut(ctx, act);
    if (act.intent === "count") return countTill(ctx, act);
    return (act.intent === "take_over" ? takeOverTill : sendBackTill)(ctx, act);
  }
}

const answered = (answer: TillAnswer, status = 200) => data(answer, { status });

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default TillPage;
