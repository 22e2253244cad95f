import { data } from "react-router";
import { TillList } from "#src/modules/till/admin/till-list.tsx";
import { lookAtTill } from "#src/modules/till/look-at-till.server.ts";
import { tillsPage } from "#src/modules/till/queries.server.ts";
import { doneText, refusalOf, type TillAnswer } from "#src/modules/till/rules/answer.ts";
import { TillFilter } from "#src/modules/till/rules/till-list.ts";
import { LookAt } from "#src/modules/till/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/tills";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const filter = TillFilter.parse(Object.fromEntries(searchParams));
  const list = await tillsPage(ctx, filter, searchParams.get("older"));
  if (!list.ok) throw refused(list);
  return { list, filter };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const input = LookAt.safeParse(Object.fromEntries(await request.formData()));
  if (!input.success) throw data(null, { status: 400 });
  const told = { intent: "look_at", at: ctx.now.getTime() };
  const result = await lookAtTill(ctx, input.data);
  if (result.ok) return data<TillAnswer>({ ...told, flash: doneText("look_at") });
  if (result.reason === "forbidden") throw refused(result);
  return data<TillAnswer>({ ...told, ...refusalOf(result, ctx.locale) }, { status: 409 });
}

export default function TillsPage({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData);
  return <TillList {...loaderData} />;
}
