import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { erasePerson, findPerson, foreseeErasure } from "#src/modules/office/privacy/erase-person.server.ts";
import { anchorIn } from "#src/modules/office/privacy/rules/erasure.ts";
import { ErasePersonForm, FindPerson } from "#src/modules/office/privacy/schema.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
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
  const preview = await foreseeErasure(ctx, anchor);
  if (!preview.ok && preview.reason === "forbidden") throw refused(preview);
  // who was erased meanwhile may have left no row: the page then only finds others
  return { erasure: preview.ok ? preview.erasure : null, done };
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: { failed: "privacy-admin.refused.person_not_found" },
    acts: {
      find: act({
        input: FindPerson,
        fields: ["who"],
        run: (ctx, { who }) => findPerson(ctx, who),
        done: ({ of }, _, ctx) => {
          throw redirect(localizedPath(`/admin/customers/erase?of=${of}`, ctx.locale));
        },
        refusal: () => ({ fieldErrors: [{ id: "who", message: "privacy-admin.nobody" }] }),
      }),
      erase: act({
        input: ErasePersonForm,
        fields: ["word"],
        run: erasePerson,
        done: (_, _input, ctx) => {
          throw redirect(localizedPath("/admin/customers/erase?done=yes", ctx.locale));
        },
        refusal: ({ reason }) => ({ formError: `privacy-admin.refused.${reason}` as const }),
      }),
    },
  });

export default ErasePerson;
