import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { RequestForm } from "#src/modules/changes/groups/components/request-form.tsx";
import { FormSent } from "#src/ui/form-sent.tsx";
import type { FormValues } from "#src/modules/changes/groups/rules/request-form.ts";
import { Picture } from "#src/ui/picture.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import type { Route } from "#routes/public/+types/private-groups.ts";

const EMPTY: FormValues = {
  people: "",
  city: "",
  date: "",
  occasion: "",
  words: "",
  name: "",
  email: "",
  phone: "",
};

/** A night of one's own: what guests ask for their group. */
export default function PrivateGroups({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { cities, own, earliest, formKey } = loaderData;
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("groups.pageTitle")} description={t("groups.description")} />
      <div className="grid items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <h1 className="text-h1">{t("groups.title")}</h1>
          <p className="mt-4 mb-9 max-w-[38rem] text-lead text-text-2">{t("groups.lead")}</p>
          {actionData?.done ? (
            <FormSent
              title={t("groups.sent.title")}
              text={t("groups.sent.text", { email: actionData.email ?? "" })}
              next={{ to: localizedPath("/crawls", locale), label: t("groups.sent.crawls") }}
            />
          ) : (
            <RequestForm
              cities={cities}
              earliest={earliest}
              formValues={actionData?.formValues ?? { ...EMPTY, city: cities[0]?.id ?? "", email: own }}
              fieldErrors={actionData?.fieldErrors ?? []}
              formError={actionData?.formError ?? null}
              at={actionData?.at ?? 0}
              formKey={formKey}
            />
          )}
        </div>
        <HowItGoes />
      </div>
    </main>
  );
}

/** Beside the form: what becomes of a request. */
function HowItGoes() {
  const { t } = useText();
  return (
    <aside className="rounded-lg bg-surface p-3 shadow-md">
      <Picture
        src="/pictures/toast"
        alt={t("groups.picture")}
        missing={t("site.imageMissing")}
        sizes="(min-width: 1024px) 28rem, 100vw"
        className="aspect-[16/10] w-full rounded-md object-cover max-lg:hidden"
      />
      <div className="p-4 lg:pt-6">
        <h2 className="mb-3 text-h3">{t("groups.how.title")}</h2>
        <ol className="grid gap-3">
          {[t("groups.how.ask"), t("groups.how.offer"), t("groups.how.night")].map((step, n) => (
            <li key={step} className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline gap-3">
              <span
                aria-hidden
                className="grid size-8 place-items-center self-start rounded-full bg-surface-2 font-bold text-brand-text"
              >
                {n + 1}
              </span>
              <span className="pt-1 text-text-2">{step}</span>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
