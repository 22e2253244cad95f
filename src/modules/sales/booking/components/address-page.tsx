import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import type { Route } from "#routes/public/confirmation/+types/address.ts";

type AddressClaim = NonNullable<Route.ComponentProps["loaderData"]["asked"]>;

/** Asks the reader of an address whether a booking's emails go elsewhere, and says what became of it. */
export default function Address({ loaderData: { asked: claim }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const state = actionData ? (actionData.state ?? "over") : claim === null ? "over" : claim.isDone ? "changed" : null;
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead
        title={t("payments-manage.address.pageTitle")}
        description={t("payments-manage.description")}
        index={false}
      />
      {claim && state === null ? (
        <Question claim={claim} />
      ) : (
        <Outcome
          state={state ?? "over"}
          email={actionData?.email ?? claim?.email ?? ""}
          isFresh={actionData !== undefined}
        />
      )}
    </main>
  );
}

function Question({ claim: { step, email, reference } }: { claim: AddressClaim }) {
  const { t } = useText();
  const busy = useNavigation().formMethod === "POST";
  return (
    <section className="grid max-w-[38rem] justify-items-start gap-5">
      <h1 className="text-h1">{t(`payments-manage.address.${step}.title`)}</h1>
      <p className="text-lead wrap-anywhere text-text-2">
        {t(`payments-manage.address.${step}.text`, { email, reference })}
      </p>
      <Form method="post" className="mt-1 flex flex-wrap gap-3">
        <Button type="submit" name="answer" value="yes" busy={busy}>
          {t(`payments-manage.address.${step}.yes`)}
        </Button>
        {step === "old" && (
          <Button type="submit" name="answer" value="no" kind="secondary" busy={busy}>
            {t("payments-manage.address.old.no")}
          </Button>
        )}
      </Form>
    </section>
  );
}

type OutcomeProps = { state: "asked" | "changed" | "kept" | "over"; email: string; isFresh: boolean };

function Outcome({ state, email, isFresh }: OutcomeProps) {
  const { t, locale } = useText();
  const title = useRef<HTMLHeadingElement>(null);
  // the button's result is announced at the top of the page
  useEffect(() => {
    if (isFresh) title.current?.focus();
  }, [isFresh]);
  return (
    <section role="status" className="grid max-w-[38rem] justify-items-start gap-5">
      <h1 ref={title} tabIndex={-1} className="text-h1">
        {t(`payments-manage.address.${state}.title`)}
      </h1>
      <p className="text-lead wrap-anywhere text-text-2">{t(`payments-manage.address.${state}.text`, { email })}</p>
      {state === "over" && (
        <ButtonLink to={localizedPath("/contact", locale)} className="mt-1">
          {t("payments-manage.address.over.action")}
        </ButtonLink>
      )}
    </section>
  );
}
