import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { erasePerson, findPerson, foreseeErasure } from "#src/modules/office/privacy/erase-person.server.ts";
import { isDeleteWord } from "#src/modules/office/privacy/rules/deletion.ts";
import { anchorIn } from "#src/modules/office/privacy/rules/erasure.ts";
import { ErasureAct } from "#src/modules/office/privacy/schema.ts";
import { posted, refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/erase-person";
import ErasePerson from "#src/modules/office/privacy/admin/erase-person-page.tsx";

/** After a refusal the page shows what there is now; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const done = searchParams.has("done");
  const anchor = anchorIn(searchParams.get("of"));
  if (!anchor) return { erasure: null, done };
  const seen = await foreseeErasure(ctx, anchor);
  if (!seen.ok && seen.reason === "forbidden") throw refused(seen);
  // who was erased meanwhile may have left no row: the page then only finds others
  return { erasure: seen.ok ? seen.erasure : null, done };
}

type Answer = { nobody?: "missing" | "nobody"; wrongWord?: true; refused?: MessageId };

const answer = (body: Answer, status: number) => data<Answer>(body, { status });

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const asked = ErasureAct.safeParse(await posted(request));
  if (!asked.success) return answer({ nobody: "missing" }, 422);
  const input = asked.data;
  if (input.act === "find") {
    const found = await findPerson(ctx, input.who);
    if (found.ok) return redirect(localizedPath(`/admin/customers/erase?of=${found.of}`, ctx.locale));
    if (found.reason === "forbidden") throw refused(found);
    return answer({ nobody: "nobody" }, 404);
  }
  const of = anchorIn(input.of);
  if (!of) throw data(null, { status: 400 });
  if (!isDeleteWord(input.word)) return answer({ wrongWord: true }, 422);
  const result = await erasePerson(ctx, { of, seen: input.seen });
  if (result.ok) return redirect(localizedPath("/admin/customers/erase?done=yes", ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  return answer({ refused: `privacy-admin.refused.${result.reason}` }, 409);
}

export default ErasePerson;
