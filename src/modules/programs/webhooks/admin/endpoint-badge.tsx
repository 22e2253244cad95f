import { useText } from "#src/locales/use-text.ts";
import type { EndpointState } from "#src/modules/programs/webhooks/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";

const TONES: Record<EndpointState, Tone> = {
  on: "done",
  off: "none",
  gone: "failed",
  failing: "failed",
  partner_off: "waiting",
};

/** How an endpoint does. */
export function EndpointBadge({ state }: { state: EndpointState }) {
  const { t } = useText();
  return <Badge tone={TONES[state]}>{t("webhooks-admin.endpointState", { state })}</Badge>;
}
