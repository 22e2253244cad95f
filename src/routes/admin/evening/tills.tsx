import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { countTill } from "#src/modules/evening/till/count-till.server.ts";
import { lookAtTill } from "#src/modules/evening/till/look-at-till.server.ts";
import { tillsPage } from "#src/modules/evening/till/queries.server.ts";
import { doneText, refusalOf, type TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { TILL_LIST } from "#src/modules/evening/till/rules/till-list.ts";
import { ALONE, countedIn, CountTill, TillListAct } from "#src/modules/evening/till/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/tills";
import TillsPage from "#src/modules/evening/till/admin/tills-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = TILL_LIST.read(new URL(request.url).searchParams);
  const list = await tillsPage(ctx, filter, filter.older, filter.count);
  if (!list.ok) throw refused(list);
  return { list, filter };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const fields = countedIn(Object.fromEntries(await request.formData()));
  const at = ctx.now.getTime();
  const asked = TillListAct.safeParse(fields);
  if (!asked.success) {
    if (fields["intent"] !== "count") throw data(null, { status: 400 });
    const fieldErrors = toFieldErrors(Object.keys(CountTill.shape), asked.error.issues);
    return data<TillAnswer>({ intent: "count", at, fieldErrors }, { status: 422 });
  }
  const input = asked.data;
  const told = { intent: input.intent, at };
  const result = await (input.intent === "count" ? countTill(ctx, input) : lookAtTill(ctx, input));
  const did = input.intent === "count" && input.taker_id === ALONE ? "close_alone" : input.intent;
  if (result.ok) return data<TillAnswer>({ ...told, flash: doneText(did) });
  if (result.reason === "forbidden" && "missing" in result) throw refused(result);
  return data<TillAnswer>({ ...told, ...refusalOf(result, ctx.locale) }, { status: 409 });
}

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default TillsPage;
