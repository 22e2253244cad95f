import { useText } from "#src/locales/use-text.ts";
import type { ShiftState as State } from "#src/modules/evening/guides/rules/shift.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";

const TONES: Record<State, Tone> = { asked: "waiting", accepted: "done", declined: "failed", withdrawn: "none" };

/** How a guide stands to a night. One who was asked twice and hasn't answered needs a decision. */
export function ShiftState({ state, isRepeated = false }: { state: State; isRepeated?: boolean }) {
  const { t } = useText();
  if (state === "asked" && isRepeated) return <Badge tone="judge">{t("guides-admin.state.askedTwice")}</Badge>;
  return <Badge tone={TONES[state]}>{t(`guides-admin.state.${state}`)}</Badge>;
}
