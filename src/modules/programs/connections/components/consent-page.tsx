import { dayAndYear } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import RefusedRequest from "#src/modules/programs/connections/components/refused-page.tsx";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import type { Route } from "#routes/account/+types/oauth-consent.ts";

/** Asks somebody of staff whether a program may act for them. */
export default function OauthConsent({ loaderData: { consent }, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  if (actionData?.next !== undefined)
    return (
      <AccountFrame title={t("connections.onward.title")} lead={t("connections.onward.text")}>
        <PageHead title={t("connections.pageTitle")} description={t("connections.description")} index={false} />
        <meta httpEquiv="refresh" content={`0;url=${actionData.next}`} />
        <ButtonLink to={actionData.next} reloadDocument wide>
          {t("connections.onward.action")}
        </ButtonLink>
      </AccountFrame>
    );
  if (!consent) return <RefusedRequest />;
  const { program, host, email, scopes, until } = consent;
  return (
    <AccountFrame title={t("connections.title", { program })} lead={t("connections.lead", { program })}>
      <PageHead title={t("connections.pageTitle")} description={t("connections.description")} index={false} />
      {actionData?.formError && <Notice tone="bad">{t(actionData.formError)}</Notice>}
      <FactList
        className="min-w-0 gap-y-3"
        facts={[
          [t("connections.account"), email],
          [t("connections.goesTo"), host ?? t("connections.ownDevice")],
          [t("connections.until"), dayAndYear(until, locale)],
        ]}
      />
      {scopes.length > 0 ? (
        <section className="grid gap-2">
          <h2 className="font-semibold">{t("connections.may")}</h2>
          <ul className="grid list-disc gap-1.5 pl-5">
            {scopes.map((scope) => (
              <li key={scope}>{t(`connections.scope.${scope}`)}</li>
            ))}
          </ul>
          <p className="text-text-2">{t("connections.never")}</p>
        </section>
      ) : (
        <Notice tone="bad">{t("connections.refused.scope_missing")}</Notice>
      )}
      <p className="text-text-2">{t("connections.claim")}</p>
      <form method="post" className="grid gap-3">
        {scopes.length > 0 && (
          <Button type="submit" name="answer" value="allow" wide>
            {t("connections.allow")}
          </Button>
        )}
        <Button type="submit" name="answer" value="deny" kind="secondary" wide>
          {t("connections.deny")}
        </Button>
      </form>
    </AccountFrame>
  );
}
