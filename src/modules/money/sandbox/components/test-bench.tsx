import { useText } from "#src/locales/use-text.ts";
import { DELIVERIES } from "#src/modules/money/sandbox/rules/delivery.ts";
import type { Outcome } from "#src/modules/money/sandbox/rules/outcome.ts";
import type { HostedSession } from "#src/modules/money/sandbox/schema.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";

type Tried = Exclude<Outcome, "approve" | "cancel">; // those two are the guest's own buttons
const OFFERED: Partial<Record<HostedSession["state"], readonly Tried[]>> = {
  open: ["decline", "insufficient_funds", "voucher", "wrong_amount"],
  pending: ["voucher_paid", "voucher_lapsed"],
  paid: ["dispute"],
};
const OPTIONS = {
  open: ["stay", "dispute", "refunds_fail"],
  pending: ["dispute", "refunds_fail"],
} as const;

/** Whether a tester can still change the session's outcome. */
export const hasBench = (session: HostedSession): boolean => session.state in OFFERED && !session.disputed;

/** The tester's side of the page: all other outcomes. Part of the page's one form. */
export function TestBench({ session }: { session: HostedSession }) {
  const { t } = useText();
  const { state, method } = session;
  return (
    <section className="rounded-lg border border-dashed border-border-strong p-5 sm:p-7">
      <h2 className="text-h3">{t(state === "open" ? "sandbox.bench.title" : "sandbox.bench.after")}</h2>
      {state === "open" && <p className="mt-1 text-text-2">{t("sandbox.bench.text")}</p>}
      <div className="mt-4 grid gap-2.5 sm:grid-cols-2">
        {OFFERED[state]?.map((outcome) => (
          <Button key={outcome} kind="secondary" small type="submit" name="outcome" value={outcome}>
            {t(`sandbox.outcome.${outcome}`, { method })}
          </Button>
        ))}
      </div>
      <Deliveries />
      {(state === "open" || state === "pending") && <Options names={OPTIONS[state]} />}
    </section>
  );
}

function Deliveries() {
  const { t } = useText();
  return (
    <fieldset className="mt-6">
      <legend className="font-semibold">{t("sandbox.delivery.title")}</legend>
      <div className="grid sm:grid-cols-2">
        {DELIVERIES.map((delivery) => (
          <label key={delivery} htmlFor={`delivery-${delivery}`} className="flex min-h-11 items-center gap-3">
            <input
              id={`delivery-${delivery}`}
              type="radio"
              name="delivery"
              value={delivery}
              defaultChecked={delivery === "normal"}
              className="size-6 shrink-0 appearance-none rounded-full bg-surface inset-ring-2 inset-ring-border-strong checked:inset-ring-[7px] checked:inset-ring-agave"
            />
            {t(`sandbox.delivery.${delivery}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Options({ names }: { names: readonly ("stay" | "dispute" | "refunds_fail")[] }) {
  const { t } = useText();
  return (
    <fieldset className="mt-5">
      <legend className="mb-2.5 font-semibold">{t("sandbox.options.title")}</legend>
      <div className="grid gap-4.5">
        {names.map((name) => (
          <Checkbox key={name} id={`option-${name}`} name={name}>
            {t(`sandbox.options.${name}`)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
