import { WifiOff } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { timeIn } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { DeskHead } from "#src/modules/partners/desk/components/desk-head.tsx";
import type { SaleFields } from "#src/modules/partners/desk/components/desk-line.ts";
import { NightList } from "#src/modules/partners/desk/components/night-list.tsx";
import { OwnFigures } from "#src/modules/partners/desk/components/own-figures.tsx";
import { PinPad } from "#src/modules/partners/desk/components/pin-pad.tsx";
import { SaleForm } from "#src/modules/partners/desk/components/sale-form.tsx";
import { SaleView } from "#src/modules/partners/desk/components/sale-view.tsx";
import { useDesk } from "#src/modules/partners/desk/components/use-desk.ts";
import { isForItsCode } from "#src/modules/partners/desk/rules/answer.ts";
import type { DeskState, OpenDesk } from "#src/modules/partners/desk/schema.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Spinner } from "#src/ui/spinner.tsx";

/** A hostel's desk: sells places at a reception. */
export function DeskScreen({ first }: { first: DeskState }) {
  // also what its form needs later: a reception must not wait for texts, nor do without them when the line is gone
  const { t, locale } = useText("errors", "booking-checkout");
  const desk = useDesk(first);
  const { state } = desk;
  const whose = "partner" in state ? { partner: state.partner, name: state.name } : { partner: null };
  const lock = () => void desk.act({ intent: "lock" });
  return (
    <>
      <title>{t("desk.pageTitle", { brand: t("common.brand") })}</title>
      <DeskHead {...whose} {...(state.kind === "open" ? { onLock: lock } : {})} />
      {state.kind === "open" ? (
        <OpenScreen desk={desk} state={state} />
      ) : (
        <main id="main" className="mx-auto grid max-w-md grid-cols-1 gap-5 px-4 pt-8 pb-16">
          <h1 className="text-center text-4xl">{t(`desk.${state.kind}.title`)}</h1>
          {state.kind === "pin" ? (
            <>
              {desk.isLost && <Lost at={null} zone="" />}
              <PinPad
                busy={desk.busy === "unlock"}
                answer={desk.answer}
                onPin={(pin) => desk.act({ intent: "unlock", pin })}
              />
            </>
          ) : (
            <>
              {state.kind === "gone" && <p className="text-center text-lg">{t("desk.gone.about")}</p>}
              <p className="text-center text-lg">{t(`desk.${state.kind}.text`)}</p>
              <a
                href={localizedPath("/contact?subject=partner", locale)}
                className={classNames(buttonClass({ kind: "secondary" }), "justify-self-center")}
              >
                {t("site.contactUs")}
              </a>
            </>
          )}
        </main>
      )}
    </>
  );
}

function OpenScreen({ desk, state }: { desk: ReturnType<typeof useDesk>; state: OpenDesk }) {
  const { t } = useText();
  const { sale, asking, answer, busy } = desk;
  const [chosen, setChosen] = useState<string | null>(null);
  const [sent, setSent] = useState<SaleFields | null>(null);
  const night = state.nights.find(({ id }) => id === chosen) ?? null;
  const sell = (fields: SaleFields) => {
    setSent(fields);
    void desk.sell(fields);
  };
  const own = sale && sent && sale.name === sent.name ? sent : null;
  // what becomes of a code between two sendings can't be mended here
  const isCodeRefused = own?.credit_code && isForItsCode(answer?.reason);
  const next = () => {
    setChosen(null);
    setSent(null);
    void desk.show(null);
  };
  return (
    <main
      id="main"
      className="mx-auto grid max-w-5xl grid-cols-1 gap-8 px-4 pt-4 pb-16 md:grid-cols-[minmax(0,1fr)_minmax(0,21rem)]"
    >
      <div className="grid grid-cols-1 content-start gap-4">
        {!desk.isKept && (
          <Notice tone="warning" title={t("desk.full.title")} live>
            {t("desk.full.text")}
          </Notice>
        )}
        {desk.isLost && !asking && <Lost at={state.at} zone={state.zone} />}
        {asking ? (
          <Asking fields={asking} isLost={desk.isLost} busy={busy === "sell"} onNow={() => void desk.ask(asking)} />
        ) : sale ? (
          <SaleView
            sale={sale}
            answer={answer}
            phone={own?.phone ?? ""}
            busy={busy !== null}
            onCancel={() => void desk.act({ intent: "cancel", booking_id: sale.id })}
            onNext={next}
            onCash={own?.way === "cash" && !isCodeRefused ? () => sell(own) : null}
            onWithout={
              isCodeRefused
                ? {
                    way: own.way === "cash" ? "cash" : "link",
                    act: () => sell({ ...own, credit_code: "", credit_pays: "0" }),
                  }
                : null
            }
          />
        ) : night ? (
          <SaleForm
            key={night.id}
            desk={state}
            night={night}
            addOns={desk.addOns?.night === night.id ? desk.addOns.offered : []}
            onLook={desk.look}
            answer={answer}
            before={sent?.departure_id === night.id ? sent : null}
            onBack={next}
            onSell={sell}
            onCheck={(code, total) => desk.act({ intent: "credit", credit_code: code, expected: String(total) })}
            busy={busy === "credit"}
          />
        ) : (
          <>
            {answer?.formError && (
              <Notice tone="bad" live>
                {t(answer.formError, answer.values)}
              </Notice>
            )}
            <h1 className="text-h2">{t("desk.nights.title")}</h1>
            <NightList nights={state.nights} onNight={({ id }) => setChosen(id)} />
          </>
        )}
      </div>
      <OwnFigures desk={state} onSale={(id) => void desk.show(id)} />
    </main>
  );
}

/** `at`: the time of the data shown; null where none is shown. */
function Lost({ at, zone }: { at: string | null; zone: string }) {
  const { t, locale } = useText();
  return (
    <p role="status" className="flex items-center gap-2.5 rounded-md bg-marigold-tint px-4 py-3 font-semibold">
      <WifiOff aria-hidden size={20} className="shrink-0 text-marigold-text" />
      {at ? t("desk.line.lost", { time: timeIn(new Date(at), zone, locale) }) : t("desk.line.none")}
    </p>
  );
}

type AskingProps = { fields: SaleFields; isLost: boolean; busy: boolean; onNow: () => void };

/** A sale on its way: until its answer is there, nobody knows whether it was booked. */
function Asking({ fields, isLost, busy, onNow }: AskingProps) {
  const { t } = useText();
  const who = t("desk.asking.who", { name: fields.name, people: Number(fields.people) });
  return (
    <section aria-live="polite" className="grid grid-cols-1 gap-4">
      {isLost ? (
        <Notice tone="warning" title={t("desk.asking.title")}>
          {t("desk.asking.text")}
        </Notice>
      ) : (
        <p className="flex items-center gap-3 text-lg font-semibold">
          <Spinner />
          {t("desk.form.sending")}
        </p>
      )}
      <h1 className="text-h3 wrap-anywhere">{who}</h1>
      {isLost && (
        <Button kind="secondary" wide busy={busy} onClick={onNow}>
          {t("desk.asking.now")}
        </Button>
      )}
    </section>
  );
}
