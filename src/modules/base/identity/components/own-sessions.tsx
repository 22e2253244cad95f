import { MonitorSmartphone } from "#src/ui/lucide/icons.ts";
import { Form } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { ProfileForm, ProfileSection } from "#src/modules/base/identity/components/profile-section.tsx";
import type { OwnSession } from "#src/modules/base/identity/schema.ts";
import type { ProfileAnswer } from "#src/modules/base/identity/rules/profile-forms.ts";
import { Button } from "#src/ui/button.tsx";

/** A session; `used` is when it was last used, in the page's language. */
export type ShownSession = OwnSession;

type OwnSessionsProps = { sessions: readonly ShownSession[]; answer: ProfileAnswer | undefined; done: boolean };

/** The user's sessions, and forms to end them. */
export function OwnSessions({ sessions, answer, done }: OwnSessionsProps) {
  const { t } = useText();
  return (
    <ProfileSection
      id="sessions"
      title={t("identity-profile.sessions.title")}
      lead={t("identity-profile.sessions.lead")}
      done={done ? t("identity-profile.sessions.ended") : null}
    >
      <ul className="grid">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <ProfileForm name="sessions-end" answer={answer} action={t("identity-profile.sessions.endAll")} quiet />
    </ProfileSection>
  );
}

function SessionRow({ session }: { session: ShownSession }) {
  const { t } = useText();
  const device = useDevice(session);
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-border py-3.5 last:border-b">
      <MonitorSmartphone aria-hidden size={22} className="shrink-0 text-text-2" />
      <div className="min-w-0 grow basis-40 leading-snug">
        <p className="font-semibold">{device}</p>
        <p className="text-small text-text-2">
          {session.current
            ? t("identity-profile.sessions.here")
            : t("identity-profile.sessions.used", { when: session.used })}
        </p>
      </div>
      {!session.current && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="session-end" />
          <input type="hidden" name="id" value={session.id} />
          <Button type="submit" kind="secondary" small aria-label={t("identity-profile.sessions.endOne", { device })}>
            {t("site.signOut")}
          </Button>
        </Form>
      )}
    </li>
  );
}

/** A device's name as people say it. */
export function useDevice({ browser, system }: Pick<OwnSession, "browser" | "system">): string {
  const { t } = useText();
  if (browser && system) return t("identity-profile.sessions.device", { browser, system });
  return browser ?? system ?? t("identity-profile.sessions.unknown");
}
