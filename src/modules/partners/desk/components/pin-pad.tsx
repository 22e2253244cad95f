import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { DeskAnswer } from "#src/modules/partners/desk/schema.ts";
import { FieldErrorText } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const LENGTH = 6;
const KEY =
  "min-h-16 rounded-md bg-surface text-2xl font-bold inset-ring-2 inset-ring-border hover:bg-text/8 active:bg-text/14";

type PinPadProps = { busy: boolean; answer: DeskAnswer | null; onPin: (pin: string) => Promise<unknown> };

/** Takes the PIN by large keys or by a keyboard, and sends it with its last digit. */
export function PinPad({ busy, answer, onPin }: PinPadProps) {
  const { t } = useText();
  const [pin, setPin] = useState("");
  const refused = answer?.formError;
  const enter = (text: string) => {
    const digits = text.replaceAll(/\D/g, "").slice(0, LENGTH);
    setPin(digits);
    if (digits.length === LENGTH && !busy) void onPin(digits).finally(() => setPin(""));
  };
  return (
    <div className="mx-auto grid w-full max-w-xs gap-4">
      <div>
        <label className="grid gap-1.5">
          <span className="font-semibold">{t("desk.pin.field")}</span>
          <TextInput
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={LENGTH}
            value={pin}
            readOnly={busy}
            aria-describedby="pin-error"
            aria-invalid={refused ? true : undefined}
            onChange={({ currentTarget }) => enter(currentTarget.value)}
            className="text-center text-2xl! tracking-[0.5em]"
          />
        </label>
        <div aria-live="polite">
          {refused && <FieldErrorText id="pin-error">{t(refused, answer.values)}</FieldErrorText>}
        </div>
      </div>
      <div className="grid grid-cols-3 gap-2">
        {DIGITS.map((digit) => (
          <button
            key={digit}
            type="button"
            disabled={busy}
            onClick={() => enter(pin + digit)}
            className={digit === "0" ? `${KEY} col-start-2` : KEY}
          >
            {digit}
          </button>
        ))}
        <button type="button" disabled={busy} onClick={() => setPin(pin.slice(0, -1))} className={`${KEY} text-base!`}>
          {t("desk.pin.delete")}
        </button>
      </div>
      <p aria-live="polite" className="min-h-6 text-center text-text-2">
        {busy && t("desk.pin.busy")}
      </p>
    </div>
  );
}
