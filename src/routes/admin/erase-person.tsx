import { data, Form, Link, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { ErasurePreview } from "#src/modules/office/privacy/admin/erasure-preview.tsx";
import { erasePerson, findPerson, foreseeErasure } from "#src/modules/office/privacy/erase-person.server.ts";
import { isDeleteWord } from "#src/modules/office/privacy/rules/deletion.ts";
import { anchorIn } from "#src/modules/office/privacy/rules/erasure.ts";
import { ErasureAct } from "#src/modules/office/privacy/schema.ts";
import { posted, refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Check, CircleAlert } from "#src/ui/lucide/icons.ts";
import type { Route } from "./+types/erase-person";

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

/** Erases a person on request: found by address, phone or booking, shown with all that follows, confirmed by a word. */
export default function ErasePerson({ loaderData: { erasure, done }, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  return (
    <div className="max-w-[60rem]">
      <PageHead
        title={t("privacy-admin.title")}
        tab={t("admin.tab", { page: t("privacy-admin.title"), brand: t("common.brand") })}
        back={
          <Link to={localizedPath("/admin/customers", locale)} className={ADMIN_LINK}>
            {t("privacy-admin.back")}
          </Link>
        }
      />
      <div className="grid gap-3">
        <p className="max-w-[70ch] text-text-2">{t("privacy-admin.lead")}</p>
        {done && (
          <div role="status">
            <AdminNotice tone="done" icon={<Check aria-hidden size={16} />}>
              {t("privacy-admin.done")}
            </AdminNotice>
          </div>
        )}
        {actionData?.refused && (
          <div role="alert">
            <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
              {t(actionData.refused)}
            </AdminNotice>
          </div>
        )}
        {erasure && <ErasurePreview erasure={erasure} wrongWord={actionData?.wrongWord ?? false} />}
        <Panel title={t("privacy-admin.find")}>
          <FindForm nobody={actionData?.nobody ?? null} />
        </Panel>
      </div>
    </div>
  );
}

function FindForm({ nobody }: { nobody: "missing" | "nobody" | null }) {
  const { t } = useText();
  return (
    <Form method="post" noValidate className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="act" value="find" />
      <AdminField
        id="who"
        label={t("privacy-admin.who")}
        className="min-w-0 grow basis-64"
        {...(nobody ? { error: t(`privacy-admin.${nobody}`) } : {})}
      >
        {(control) => (
          <AdminInput {...control} name="who" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        )}
      </AdminField>
      <AdminButton type="submit">{t("privacy-admin.search")}</AdminButton>
    </Form>
  );
}
