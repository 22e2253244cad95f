import { useEffect, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { ActDialog } from "#src/modules/office/booking-admin/admin/act-dialog.tsx";
import { DifferenceChoice } from "#src/modules/office/booking-admin/admin/difference-choice.tsx";
import { useChange } from "#src/modules/office/booking-admin/admin/use-change.ts";
import { useQuote } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { AdminField, AdminSelect } from "#src/ui/admin/field.tsx";

/** How a date's price compares with the booking's. */
const costs = (difference: number) => (difference > 0 ? "more" : difference < 0 ? "less" : "same");

/** Moves the booking to another departure, of its crawl or another: choose it, settle the difference, confirm. */
export function DateDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t } = useText();
  const { day, money } = useWriting(panel);
  const { quote, refused: noDates, ask } = useQuote(panel.id);
  const change = useChange(panel, onClose);
  // load the other departures when the dialog opens
  useEffect(() => ask("about=date"), [ask]);
  const answer = quote?.about === "date" ? quote : null;
  const [chosenDate, chooseCrawl] = useState<string | null>(null);
  const crawls = answer?.crawls ?? [];
  const crawl = chosenDate ?? crawls.find(({ id }) => id === answer?.own)?.id ?? crawls[0]?.id;
  const dates = answer && answer.dates.filter(({ crawl_id: of }) => of === crawl);
  const { departure, people } = panel;
  const { wish, quotes, choice } = change;
  const chosen = wish?.kind === "date" ? wish.departure_id : "";
  const to = dates?.find((date) => date.departure_id === chosen);
  return (
    <ActDialog
      title={t("booking-admin.date.title")}
      confirm={quotes && to ? t("booking-admin.date.do", { date: day(to.date) }) : null}
      busy={change.busy}
      disabled={change.isIncomplete}
      refused={change.refused ?? noDates}
      onClose={onClose}
      onConfirm={change.make}
    >
      <p className="text-text-2">
        {t("booking-admin.date.now", { date: day(departure.date), time: departure.startTime, people })}
      </p>
      {!dates && !noDates && <p className="text-text-3">{t("booking-admin.busy")}</p>}
      {dates?.length === 0 && <p>{t("booking-admin.date.none")}</p>}
      {crawls.length > 1 && (
        <AdminField id="move-to-crawl" label={t("booking-admin.date.crawl")}>
          {(control) => (
            <AdminSelect
              {...control}
              value={crawl}
              onChange={({ target: { value } }) => {
                chooseCrawl(value);
                change.price(null);
              }}
            >
              {crawls.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
      )}
      {dates && dates.length > 0 && (
        <AdminField id="move-to" label={t("booking-admin.date.to")}>
          {(control) => (
            <AdminSelect
              {...control}
              value={chosen}
              onChange={({ target: { value } }) =>
                change.price(value === "" ? null : { kind: "date", departure_id: value })
              }
            >
              <option value="">{t("booking-admin.date.choose")}</option>
              {dates.map((date) => (
                <option key={date.departure_id} value={date.departure_id}>
                  {t("booking-admin.date.option", {
                    date: day(date.date),
                    time: date.start_time,
                    left: date.left ?? 0,
                    costs: costs(date.difference.amount_minor),
                    amount: money(Math.abs(date.difference.amount_minor)),
                  })}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
      )}
      {change.asking && <p className="text-text-3">{t("booking-admin.load")}</p>}
      {quotes && choice && (
        <DifferenceChoice
          panel={panel}
          quotes={quotes}
          value={choice}
          onValue={change.choose}
          reference={change.reference}
        />
      )}
    </ActDialog>
  );
}
