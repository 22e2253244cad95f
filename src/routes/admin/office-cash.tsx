import { data } from "react-router";
import { dateIn, HOME_ZONE, isMonth } from "#src/kernel/local-time.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { officeCash } from "#src/modules/evening/till/read-office.server.ts";
import { recordOfficeMove } from "#src/modules/evening/till/record-office-move.server.ts";
import { doneText, refusalOf, type TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { OFFICE_KINDS } from "#src/modules/evening/till/rules/office.ts";
import { OFFICE_FIELDS, OfficeAct } from "#src/modules/evening/till/schema.ts";
import { undoOfficeMove } from "#src/modules/evening/till/undo-office-move.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/office-cash";
import OfficeCashPage from "#src/modules/evening/till/admin/office-cash-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams: asked } = new URL(request.url);
  const office = await officeCash(ctx, asked.get("older"));
  if (!office.ok) throw refused(office);
  const month = asked.get("month") ?? "";
  const begin = {
    kind: OFFICE_KINDS.find((kind) => kind === asked.get("kind")) ?? "banked",
    bar: asked.get("bar") ?? "",
    month: isMonth(month) ? month : dateIn(ctx.now, HOME_ZONE).slice(0, 7),
  };
  return { office, begin, formKey: crypto.randomUUID() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const fields = Object.fromEntries(await request.formData());
  const at = ctx.now.getTime();
  const told = { intent: textOf(fields["intent"]), at, key: textOf(fields["key"]) };
  const asked = OfficeAct.safeParse(fields);
  if (!asked.success) {
    if (told.intent !== "office_record") throw data(null, { status: 400 });
    const fieldErrors = toFieldErrors(OFFICE_FIELDS, asked.error.issues);
    return data<TillAnswer>({ ...told, fieldErrors }, { status: 422 });
  }
  const input = asked.data;
  const result = await (input.intent === "office_record" ? recordOfficeMove(ctx, input) : undoOfficeMove(ctx, input));
  if (result.ok) return data<TillAnswer>({ ...told, flash: doneText(input.intent) });
  if (result.reason === "forbidden" && "missing" in result) throw refused(result);
  return data<TillAnswer>({ ...told, ...refusalOf(result, ctx.locale) }, { status: 409 });
}

const textOf = (field: FormDataEntryValue | undefined): string => (typeof field === "string" ? field : "");

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default OfficeCashPage;
