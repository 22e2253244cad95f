import { useText } from "#src/locales/use-text.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { EmailKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { LoggedEmail, LogState } from "#src/modules/mail/notifications/rules/email-log.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";

const TONES: Record<LogState, Tone> = {
  failed: "failed",
  retry: "judge",
  waiting: "waiting",
  withheld: "none",
  sent: "done",
};

/**
 * The kind in words; one of a newer release, which has none here, as it is stored. The table of kinds isn't asked: it would bring the
 * schemas of all payloads to every page with an email on it.
 */
export function sayKind(kind: string, t: Text): string {
  const id = `email-kinds.name.${kind as EmailKind}` as const;
  const name = t(id);
  return name === id ? kind : name;
}

/** What an email is called: by its subject, or by its kind before it is written. */
export const nameOf = ({ subject, kind }: Pick<LoggedEmail, "subject" | "kind">, t: Text): string =>
  subject ?? sayKind(kind, t);

/** Its recipient; their data may have been deleted. */
export const sayRecipient = ({ recipient }: Pick<LoggedEmail, "recipient">, t: Text): string =>
  recipient || t("notifications-admin.nobody");

/** Its state; an email that was kept instead of sent says so. */
export function EmailState({ email: { state, captured } }: { email: Pick<LoggedEmail, "state" | "captured"> }) {
  const { t } = useText();
  return (
    <Badge tone={TONES[state]} plain={state === "sent"}>
      {state === "sent" && captured ? t("notifications-admin.state.captured") : t(`notifications-admin.state.${state}`)}
    </Badge>
  );
}
