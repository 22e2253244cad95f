import { useEffect, useState } from "react";
import { inLocale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ActDialog } from "#src/modules/office/booking-admin/admin/act-dialog.tsx";
import { DifferenceChoice } from "#src/modules/office/booking-admin/admin/difference-choice.tsx";
import { useQuote } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useChange } from "#src/modules/office/booking-admin/admin/use-change.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import type { BookableAddOn } from "#src/modules/sales/booking/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";

/** Gives the booking more add-ons, or takes some back: how many of each, settle the difference, confirm. */
export function AddOnsDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t, locale } = useText();
  const { money } = useWriting(panel);
  const { quote, refused: noList, ask } = useQuote(panel.id);
  const change = useChange(panel, onClose);
  // load the list when the dialog opens
  useEffect(() => ask("about=add_ons"), [ask]);
  const addOns = quote?.about === "add_ons" ? quote.addOns : null;
  const { quotes, choice } = change;
  const after = quotes && (choice === "keeps" ? quotes.keeps.after : quotes.price.after);
  return (
    <ActDialog
      title={t("booking-add-ons.title", { reference: panel.reference })}
      confirm={quotes ? t("booking-add-ons.do") : null}
      busy={change.busy}
      disabled={change.isIncomplete}
      refused={change.refused ?? noList}
      onClose={onClose}
      onConfirm={change.make}
    >
      {!addOns && !noList && <p className="text-text-3">{t("booking-admin.load")}</p>}
      {addOns?.length === 0 && <p>{t("booking-add-ons.none")}</p>}
      {!quotes && addOns && addOns.length > 0 && (
        <Quantities addOns={addOns} panel={panel} onSee={(wish) => change.price({ kind: "add_ons", add_ons: wish })} />
      )}
      {change.asking && <p className="text-text-3">{t("booking-admin.load")}</p>}
      {quotes && choice && after && (
        <>
          <ul>
            {quotes.price.add_ons.map(({ name, name_es: spanish, ...numbers }) => (
              <li key={name}>{t("booking-add-ons.line", { name: inLocale(locale, name, spanish), ...numbers })}</li>
            ))}
          </ul>
          <p>{t("booking-add-ons.after", { amount: money(after.total.amount_minor) })}</p>
          <DifferenceChoice
            panel={panel}
            quotes={quotes}
            value={choice}
            onValue={change.choose}
            reference={change.reference}
          />
        </>
      )}
    </ActDialog>
  );
}

type QuantitiesProps = { addOns: readonly BookableAddOn[]; panel: Panel; onSee: (wish: string[]) => void };

function Quantities({ addOns, panel, onSee }: QuantitiesProps) {
  const { t } = useText();
  const { money } = useWriting(panel);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const wish = addOns.map(({ id, has }) => ({ id, has, quantity: typed[id] ?? String(has) }));
  const isWhole = wish.every(({ quantity }) => /^\d{1,3}$/.test(quantity));
  const changed = wish.filter(({ has, quantity }) => Number(quantity) !== has);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && changed.length > 0) onSee(changed.map(({ id, quantity }) => `${id}:${Number(quantity)}`));
      }}
    >
      <p className="text-text-2">{t("booking-add-ons.text")}</p>
      {addOns.map(({ id, name, price, most, has, handed_out: out }) => (
        <AdminField
          key={id}
          id={`add-on-${id}`}
          label={name}
          help={[
            price ? t("booking-add-ons.each", { amount: money(price.amount_minor) }) : t("booking-add-ons.gone"),
            t("booking-add-ons.most", { most }),
            ...(out > 0 ? [t("booking-add-ons.out", { count: out })] : []),
          ].join(" · ")}
        >
          {(control) => (
            <AdminInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              className="w-24"
              value={typed[id] ?? String(has)}
              onChange={(event) => setTyped({ ...typed, [id]: event.target.value })}
            />
          )}
        </AdminField>
      ))}
      <AdminButton type="submit" disabled={!isWhole || changed.length === 0} className="justify-self-start">
        {t("booking-add-ons.see")}
      </AdminButton>
    </form>
  );
}
