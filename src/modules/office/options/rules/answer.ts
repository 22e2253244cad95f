import type { ContrastCheck } from "#src/modules/office/options/rules/contrast.ts";
import type { Texts } from "#src/modules/office/options/rules/option-form.ts";
import type { Move, RateTexts } from "#src/modules/office/options/rules/rates.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";
import type { FormAnswer, Refusals } from "#src/ui/form/answer.ts";

export type OptionsExtra = {
  /** what somebody else saved meanwhile, and which settings that are typed here it concerns */
  current: Texts;
  keys: SettingKey[];
  currentRates: RateTexts;
  /** to be confirmed: colors that can hardly be read, rates that move far */
  checks: ContrastCheck[];
  moves: Move[];
};
/** The answer to an act on the options. */
export type OptionsAnswer = FormAnswer<OptionsExtra>;

export const OPTIONS_REFUSALS = {
  entry_not_found: "options.refused.notFound",
  changed_since: "options.refused.since",
  cannot_return: "options.refused.noReturn",
  no_address: "options.refused.noAddress",
  too_many_attempts: "options.refused.tooManyTests",
  failed: "options.failed",
} as const satisfies Refusals;
