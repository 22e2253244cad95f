import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { ActDialog } from "#src/modules/office/booking-admin/admin/act-dialog.tsx";
import { DifferenceChoice } from "#src/modules/office/booking-admin/admin/difference-choice.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useChange } from "#src/modules/office/booking-admin/admin/use-change.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck, AdminField, AdminInput } from "#src/ui/admin/field.tsx";

/** Edits the guests: names, more or fewer. A change of their number is priced first. */
export function PeopleDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t } = useText();
  const { money } = useWriting(panel);
  const change = useChange(panel, onClose);
  const { wish, quotes, choice } = change;
  const confirm = () => {
    if (!quotes) return null;
    if (wish?.kind === "add") return t("booking-admin.people.addDo", { people: wish.names.length });
    return wish?.kind === "remove" ? t("booking-admin.people.removeDo", { people: wish.positions.length }) : null;
  };
  const after = quotes && (choice === "keeps" ? quotes.keeps.after : quotes.price.after);
  const agreed = choice === "keeps" ? null : (change.agreed?.amount ?? null);
  const total = agreed === null ? after?.total.amount_minor : quotes!.price.before.total.amount_minor + agreed;
  return (
    <ActDialog
      title={t("booking-admin.people.title", { reference: panel.reference })}
      confirm={confirm()}
      dangerous={wish?.kind === "remove"}
      busy={change.busy}
      disabled={change.isIncomplete}
      refused={change.refused}
      onClose={onClose}
      onConfirm={change.make}
    >
      {!quotes && <Names panel={panel} onDone={onClose} />}
      {!quotes && <More onSee={(count) => change.price({ kind: "add", names: Array<string>(count).fill("") })} />}
      {!quotes && panel.people > 1 && (
        <Fewer panel={panel} onSee={(positions) => change.price({ kind: "remove", positions })} />
      )}
      {change.asking && <p className="text-text-3">{t("booking-admin.load")}</p>}
      {quotes && choice && after && (
        <>
          <p>{t("booking-admin.people.after", { people: after.people, amount: money(total!) })}</p>
          <DifferenceChoice
            panel={panel}
            quotes={quotes}
            value={choice}
            onValue={change.choose}
            reference={change.reference}
            agreed={change.agreed}
          />
        </>
      )}
    </ActDialog>
  );
}

function Names({ panel, onDone }: { panel: Panel; onDone: () => void }) {
  const { t } = useText();
  const act = useAct(panel.id, { onDone });
  const tickets = panel.tickets.filter(({ valid }) => valid);
  const [names, setNames] = useState(() => tickets.map(({ name }) => name));
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const positions = tickets.map(({ position }) => position);
        act.post({ act: "names", version: panel.version, names, positions });
      }}
    >
      <h3 className="font-semibold">{t("booking-admin.people.names")}</h3>
      {act.refused && (
        <p role="alert" className="font-medium text-low-text">
          {act.refused}
        </p>
      )}
      {tickets.map(({ position }, i) => (
        <AdminField
          key={position}
          id={`name-${position}`}
          label={t("booking-admin.guest", { n: position })}
          optional={t("booking-admin.optional")}
          {...act.errorOf("names")}
        >
          {(control) => (
            <AdminInput
              {...control}
              autoComplete="off"
              maxLength={80}
              value={names[i]}
              onChange={(event) => setNames(names.with(i, event.target.value))}
            />
          )}
        </AdminField>
      ))}
      <AdminButton type="submit" busy={act.busy} className="justify-self-start">
        {t("booking-admin.people.saveNames")}
      </AdminButton>
    </form>
  );
}

function More({ onSee }: { onSee: (count: number) => void }) {
  const { t } = useText();
  const [count, setCount] = useState("1");
  const number = /^\d{1,2}$/.test(count) ? Number(count) : 0;
  return (
    <form
      className="grid gap-2 border-t border-border pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (number > 0) onSee(number);
      }}
    >
      <h3 className="font-semibold">{t("booking-admin.people.more")}</h3>
      <div className="flex flex-wrap items-end gap-2">
        <AdminField id="more-people" label={t("booking-admin.people.howMany")} className="w-32">
          {(control) => (
            <AdminInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={count}
              onChange={(event) => setCount(event.target.value)}
            />
          )}
        </AdminField>
        <AdminButton type="submit" disabled={number < 1}>
          {t("booking-admin.people.see")}
        </AdminButton>
      </div>
    </form>
  );
}

function Fewer({ panel, onSee }: { panel: Panel; onSee: (positions: number[]) => void }) {
  const { t } = useText();
  const [leaving, setLeaving] = useState<readonly number[]>([]);
  const tickets = panel.tickets.filter(({ valid }) => valid);
  return (
    <form
      className="grid gap-1 border-t border-border pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (leaving.length > 0) onSee([...leaving]);
      }}
    >
      <fieldset>
        <legend className="font-semibold">{t("booking-admin.people.fewer")}</legend>
        {tickets.map(({ position, name }) => (
          <AdminCheck
            key={position}
            checked={leaving.includes(position)}
            onChange={(event) =>
              setLeaving(event.target.checked ? [...leaving, position] : leaving.filter((one) => one !== position))
            }
          >
            {name || t("booking-admin.guest", { n: position })}
          </AdminCheck>
        ))}
      </fieldset>
      <AdminButton
        type="submit"
        disabled={leaving.length === 0 || leaving.length >= tickets.length}
        className="justify-self-start"
      >
        {t("booking-admin.people.see")}
      </AdminButton>
    </form>
  );
}
