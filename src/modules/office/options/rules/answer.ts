import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { ContrastCheck } from "#src/modules/office/options/rules/contrast.ts";
import type { OptionError, Texts } from "#src/modules/office/options/rules/option-form.ts";
import type { Move, RateField, RateTexts } from "#src/modules/office/options/rules/rates.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";

/** The result of an act on the options; `flash` is a toast, the rest is shown at the form. */
export type OptionsAnswer = {
  intent: "save" | "rates" | "take_back" | "test_mail";
  done?: boolean;
  flash?: MessageId;
  values?: Values;
  bad?: boolean;
  /** the audit entry by which it can be taken back; null where nothing changed */
  entry?: number | null;
  fieldErrors?: OptionError<SettingKey | RateField>[];
  /** what somebody else saved meanwhile, and which settings that are typed here it concerns */
  current?: Texts;
  keys?: SettingKey[];
  currentRates?: RateTexts;
  /** to be confirmed: colours that can hardly be read, rates that move far */
  checks?: ContrastCheck[];
  moves?: Move[];
  at?: number;
};

type Refusal = {
  reason: string;
  fieldErrors?: OptionsAnswer["fieldErrors"];
  checks?: ContrastCheck[];
  moves?: Move[];
  keys?: SettingKey[];
};

const REFUSED: Readonly<Record<string, MessageId>> = {
  entry_not_found: "options.refused.notFound",
  changed_since: "options.refused.since",
  cannot_return: "options.refused.noReturn",
  no_address: "options.refused.noAddress",
  too_many_attempts: "options.refused.tooManyTests",
};

/** A refusal as the page's answer. */
export function refusedAnswer(intent: OptionsAnswer["intent"], refusal: Refusal, at: number): OptionsAnswer {
  const { fieldErrors, checks, moves, keys } = refusal;
  if (intent === "take_back" || intent === "test_mail")
    return { intent, flash: REFUSED[refusal.reason] ?? "options.failed", bad: true, at };
  return {
    intent,
    at,
    ...(fieldErrors ? { fieldErrors } : {}),
    ...(checks ? { checks } : {}),
    ...(moves ? { moves } : {}),
    ...(keys ? { keys } : {}),
  };
}

/** The answer when an act failed for a reason that isn't the input's. */
export function failedAnswer(form: FormData): OptionsAnswer {
  const asked = form.get("intent");
  const intent = asked === "rates" || asked === "take_back" || asked === "test_mail" ? asked : "save";
  return { intent, flash: "options.failed", bad: true };
}
