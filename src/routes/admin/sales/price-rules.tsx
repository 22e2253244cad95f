import { isRouteErrorResponse } from "react-router";
import { z } from "zod";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import PriceRulesPage, { PriceRulesFailure } from "#src/modules/sales/price-rules/admin/price-rules-page.tsx";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { createRule } from "#src/modules/sales/price-rules/create-rule.server.ts";
import { deleteRule } from "#src/modules/sales/price-rules/delete-rule.server.ts";
import { exampleBasis, listRules, openRule, placesToChoose } from "#src/modules/sales/price-rules/queries.server.ts";
import { RULE_REFUSALS, type RuleExtra } from "#src/modules/sales/price-rules/rules/refusals.ts";
import { FIELDS, readFormValues } from "#src/modules/sales/price-rules/rules/rule-form.ts";
import { RULE_LIST } from "#src/modules/sales/price-rules/rules/rule-list.ts";
import { SavedOver, SaveRule } from "#src/modules/sales/price-rules/schema.ts";
import { switchRule } from "#src/modules/sales/price-rules/switch-rule.server.ts";
import { updateRule } from "#src/modules/sales/price-rules/update-rule.server.ts";
import { AdminFailure } from "#src/routes/admin/components/failure.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { conflict } from "#src/ui/form/answer.ts";
import type { Route } from "./+types/price-rules";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = RULE_LIST.read(new URL(request.url).searchParams);
  const list = await listRules(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = filter.edit && filter.edit !== "new" ? await openRule(ctx, filter.edit) : null;
  const edit = filter.edit === "new" && list.mayChange ? ("new" as const) : opened?.ok ? opened.rule : null;
  const history = edit && edit !== "new" ? await historyOf(ctx, [["price_rule", edit.id]]) : [];
  const places = edit ? await placesToChoose(ctx) : { cities: [], crawls: [] };
  const partners = edit ? await listPartnerChoices(ctx) : [];
  return { list, filter, edit, history, places, partners, basis: edit && (await exampleBasis(ctx)) };
}

const rule = z.object({ id: z.uuid() });

export const action = (args: Route.ActionArgs) =>
  adminAct<RuleExtra>(args, {
    refusals: RULE_REFUSALS,
    acts: {
      save: act({
        input: (form) =>
          withHidden(SaveRule.safeParse(readFormValues(form)), SavedOver.safeParse(Object.fromEntries(form))),
        fields: FIELDS,
        run: (ctx, { id, version, ...input }) =>
          id === "new" ? createRule(ctx, input) : updateRule(ctx, { ...input, id, version }),
        done: (_, { id }) => ({ flash: id === "new" ? "price-rules.flash.created" : "price-rules.flash.updated" }),
        refusal: (refusal) => ("current" in refusal ? conflict(refusal) : undefined),
      }),
      switch: act({
        input: rule.extend({ active: z.stringbool().default(false) }),
        run: switchRule,
        done: (_, { id, active }) => ({
          flash: active ? "price-rules.flash.activated" : "price-rules.flash.deactivated",
          undo: { intent: "switch", id, active: String(!active) },
        }),
      }),
      delete: act({ input: rule, run: deleteRule, done: "price-rules.flash.deleted" }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, () => "price-rules.error.saving");

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) ? <AdminFailure error={error} /> : <PriceRulesFailure />;
}

export default PriceRulesPage;
