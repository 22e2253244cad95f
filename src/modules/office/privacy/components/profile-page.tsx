import { useEffect } from "react";
import { useText } from "#src/locales/use-text.ts";
import { OwnDetails } from "#src/modules/base/identity/components/own-details.tsx";
import { OwnEmail } from "#src/modules/base/identity/components/own-email.tsx";
import { OwnPassword } from "#src/modules/base/identity/components/own-password.tsx";
import { OwnSessions } from "#src/modules/base/identity/components/own-sessions.tsx";
import { OwnSignIns } from "#src/modules/base/identity/components/own-sign-ins.tsx";
import { SecondFactor } from "#src/modules/base/identity/components/second-factor.tsx";
import type { FormName } from "#src/modules/base/identity/rules/profile-forms.ts";
import { jumpTo } from "#src/ui/jump-to.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { DeleteAccount } from "#src/modules/office/privacy/components/delete-account.tsx";
import { OwnData } from "#src/modules/office/privacy/components/own-data.tsx";
import { toast } from "#src/ui/toasts.tsx";
import type { Route } from "#routes/account/+types/profile.ts";

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("errors");
  const { profile, withPassword, sessions, signIns, countries, deletion, done, required } = loaderData;
  useDoneToast(done, loaderData.at);
  useFailedToast(actionData);
  const links = [
    ["details", t("identity-profile.details.title")],
    ["email", t("identity-profile.email.title")],
    ["password", t("identity-profile.password.title")],
    ["second-factor", t("identity-profile.factor.title")],
    ["sessions", t("identity-profile.sessions.title")],
    ["sign-ins", t("identity-profile.signIns.title")],
    ["data", t("identity-profile.data.title")],
    ["delete", t("identity-profile.delete.title")],
  ] as const;
  // users sent here to set it up see it first
  const first = required && !profile.second_factor;
  const secondFactor = (
    <SecondFactor
      hasPassword={withPassword}
      on={profile.second_factor}
      required={required}
      answer={actionData}
      done={done === "factor-confirm" || done === "factor-off" ? done : null}
    />
  );
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("identity-profile.pageTitle")} description={t("identity-profile.description")} index={false} />
      <h1 className="mb-7 text-h1 md:mb-9">{t("identity-profile.title")}</h1>
      <div className="grid items-start gap-x-10 lg:grid-cols-[14rem_minmax(0,46rem)]">
        <nav aria-label={t("identity-profile.sections")} className="sticky top-28 max-lg:hidden">
          <ul className="grid gap-0.5 border-l-3 border-border pl-2">
            {links.map(([id, name]) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={jumpTo(id)}
                  className="block rounded-md px-3 py-2 leading-snug font-semibold text-text-2 no-underline hover:bg-surface-2 hover:text-text"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid gap-6">
          {first && secondFactor}
          <OwnDetails profile={profile} countries={countries} answer={actionData} done={done === "details"} />
          <OwnEmail email={profile.email} hasPassword={withPassword} answer={actionData} done={done === "email"} />
          <OwnPassword
            email={profile.email}
            hasPassword={withPassword}
            answer={actionData}
            done={done === "password"}
          />
          {!first && secondFactor}
          <OwnSessions sessions={sessions} answer={actionData} done={done === "session-end"} />
          <OwnSignIns signIns={signIns} />
          <OwnData />
          <DeleteAccount deletion={deletion} hasPassword={withPassword} answer={actionData} />
        </div>
      </div>
    </main>
  );
}

/** Shows once what has been done; without JavaScript the section shows it. */
function useDoneToast(done: Route.ComponentProps["loaderData"]["done"], at: number) {
  const { t } = useText();
  const texts: Partial<Record<FormName, string>> = {
    details: t("identity-profile.updated"),
    email: t("identity-profile.email.asked"),
    password: t("identity-profile.password.changed"),
    "session-end": t("identity-profile.sessions.ended"),
    "factor-confirm": t("identity-profile.factor.turnedOn"),
    "factor-off": t("identity-profile.factor.turnedOff"),
  };
  const title = done && texts[done];
  // toasts are outside the page's tree
  useEffect(() => {
    if (title) toast({ title, tone: "good" });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time it was done, not for each language
  }, [done, at]);
}

/** Shows that the profile was not saved, and why, where it isn't a field error. */
function useFailedToast(answer: Route.ComponentProps["actionData"]) {
  const { t } = useText("errors");
  const reason = answer?.intent === "details" ? answer.formError : undefined;
  useEffect(() => {
    if (reason) toast({ title: t("identity-profile.failed"), description: t(reason, answer?.values) });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer
  }, [answer?.at]);
}
