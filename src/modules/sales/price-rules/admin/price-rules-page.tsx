import type { Route } from "#routes/admin/sales/+types/price-rules.ts";
import { useText } from "#src/locales/use-text.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { ruleColumns, rulePhoneRow } from "#src/modules/sales/price-rules/admin/rule-columns.tsx";
import type { RulePartner } from "#src/modules/sales/price-rules/admin/rule-form.tsx";
import { RulePanel } from "#src/modules/sales/price-rules/admin/rule-panel.tsx";
import type { ExampleBasis } from "#src/modules/sales/price-rules/rules/example.ts";
import type { Places } from "#src/modules/sales/price-rules/rules/place.ts";
import type { RuleAnswer } from "#src/modules/sales/price-rules/rules/refusals.ts";
import { RULE_LIST, type RuleFilter, type RuleState, STATES } from "#src/modules/sales/price-rules/rules/rule-list.ts";
import type { ListedRule, OpenRule } from "#src/modules/sales/price-rules/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { ListFailure } from "#src/ui/admin/list/list-failure.tsx";
import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { usePanelActs } from "#src/ui/admin/list/use-panel-acts.ts";
import { Plus } from "#src/ui/lucide/icons.ts";

type RulesProps = {
  list: { rules: ListedRule[]; counts: Record<RuleState, number>; mayChange: boolean };
  filter: RuleFilter;
  /** The rule open in the panel. */
  edit: OpenRule | "new" | null;
  history: readonly AuditLogEntry[];
  places: Places;
  partners: readonly RulePartner[];
  basis: ExampleBasis | null;
};

/** The list of price rules, with the panel of the open or new one. */
function PriceRules({ list: found, filter, edit, history, places, partners, basis }: RulesProps) {
  const { t, locale } = useText();
  const list = useList(RULE_LIST, "/admin/price-rules", filter);
  const { act, save } = usePanelActs<RuleAnswer>(list.hrefOf());
  const { rules, counts, mayChange } = found;
  const all = counts.active + counts.inactive;
  const opened = edit && edit !== "new" ? edit.id : null;
  const look = { t, locale, mayChange, act };
  const add = mayChange && (
    <AdminLink kind="ink" icon={<Plus aria-hidden size={15} />} to={list.hrefOf({ edit: "new" })} preventScrollReset>
      {t("price-rules.new")}
    </AdminLink>
  );
  return (
    <ListPage
      list={list}
      title={t("price-rules.title")}
      meta={t("price-rules.meta", { rules: all })}
      file={{ name: "price-rules.csv", label: t("price-rules.export") }}
      actions={add}
      lead={
        <p className="mb-3 max-w-prose text-text-2">{t(mayChange ? "price-rules.stacking" : "price-rules.readOnly")}</p>
      }
      filters={[
        {
          name: "state",
          label: t("price-rules.state"),
          clearLabel: t("price-rules.state.clear"),
          options: STATES.map((state) => [state, t(`price-rules.state.${state}`), counts[state]]),
        },
      ]}
      words={{ sheet: t("price-rules.show") }}
      columns={ruleColumns(look)}
      rows={rules}
      phone={rulePhoneRow(look)}
      opens="edit"
      opened={opened}
      empty={
        all === 0
          ? {
              title: t("price-rules.empty.title"),
              text: t("price-rules.empty.text"),
              action: mayChange && <AdminLink to={`${list.path}?edit=new`}>{t("price-rules.new")}</AdminLink>,
            }
          : {
              title: t("price-rules.none.title"),
              text: t("price-rules.none.text"),
              action: <AdminLink to={list.path}>{t("price-rules.none.all")}</AdminLink>,
            }
      }
      pages={{ size: Math.max(1, rules.length), total: rules.length }}
      panel={
        edit &&
        basis && (
          <RulePanel
            key={edit === "new" ? "new" : edit.id}
            edit={edit}
            history={history}
            places={places}
            partners={partners}
            basis={basis}
            mayChange={mayChange}
            {...list.panelLinks("edit", rules, opened)}
            save={save}
            act={act}
          />
        )
      }
    />
  );
}

/** Error state of the list. */
export function PriceRulesFailure() {
  const { t } = useText();
  return (
    <ListFailure
      title={t("price-rules.error.fetching")}
      text={t("price-rules.error.nothing")}
      retry={t("price-rules.retry")}
    />
  );
}

export default function PriceRulesPage({ loaderData }: Route.ComponentProps) {
  return <PriceRules {...loaderData} />;
}
