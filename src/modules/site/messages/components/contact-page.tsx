import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { MessageForm } from "#src/modules/site/messages/components/message-form.tsx";
import { FormSent } from "#src/ui/form-sent.tsx";
import { WaysToReach } from "#src/modules/site/messages/components/ways-to-reach.tsx";
import { type FormValues } from "#src/modules/site/messages/rules/message-form.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import type { Route } from "#routes/public/+types/contact.ts";

const EMPTY: FormValues = { name: "", email: "", subject: "", message: "" };

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { own, subject, formKey, email, phone } = loaderData;
  const start = { ...EMPTY, email: own, subject: subject ? t(subject) : "" };
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("messages.pageTitle")} description={t("messages.description")} />
      <div className="grid items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <h1 className="text-h1">{t("messages.title")}</h1>
          <p className="mt-4 mb-9 max-w-[38rem] text-lead text-text-2">{t("messages.lead")}</p>
          {actionData?.done ? (
            <FormSent
              title={t("messages.sent.title")}
              text={t("messages.sent.text", { email: actionData.email ?? "" })}
              next={{ to: localizedPath("/contact", locale), label: t("messages.sent.again") }}
            />
          ) : (
            <MessageForm
              formValues={actionData?.formValues ?? start}
              fieldErrors={actionData?.fieldErrors ?? []}
              formError={actionData?.formError ?? null}
              at={actionData?.at ?? 0}
              formKey={formKey}
            />
          )}
        </div>
        <WaysToReach email={email} phone={phone} />
      </div>
    </main>
  );
}
