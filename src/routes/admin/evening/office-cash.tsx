import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { officeCash } from "#src/modules/evening/till/read-office.server.ts";
import { recordOfficeMove } from "#src/modules/evening/till/record-office-move.server.ts";
import { refusalOf, type TillExtra } from "#src/modules/evening/till/rules/answer.ts";
import { OFFICE_LIST } from "#src/modules/evening/till/rules/till-list.ts";
import { OfficeMove, UndoOffice } from "#src/modules/evening/till/schema.ts";
import { undoOfficeMove } from "#src/modules/evening/till/undo-office-move.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { act, adminAct } from "#src/routes/admin/shared/act.server.ts";
import { TILL_REFUSALS } from "#src/routes/admin/shared/till-acts.server.ts";
import type { Route } from "./+types/office-cash";
import OfficeCashPage from "#src/modules/evening/till/admin/office-cash-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { older, kind, bar, month } = OFFICE_LIST.read(new URL(request.url).searchParams);
  const office = await officeCash(ctx, older);
  if (!office.ok) throw refused(office);
  const begin = { kind, bar: bar ?? "", month: month ?? dateIn(ctx.now, HOME_ZONE).slice(0, 7) };
  return { office, begin, formKey: crypto.randomUUID() };
}

export const action = (args: Route.ActionArgs) =>
  adminAct<TillExtra>(args, {
    refusals: TILL_REFUSALS,
    acts: {
      office_record: act({
        input: OfficeMove,
        fields: Object.keys(OfficeMove.shape),
        run: recordOfficeMove,
        done: "till.done.office_record",
        refusal: refusalOf,
      }),
      office_undo: act({ input: UndoOffice, run: undoOfficeMove, done: "till.done.office_undo", refusal: refusalOf }),
    },
  });

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default OfficeCashPage;
