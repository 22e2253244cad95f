import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { JoinForm } from "#src/modules/sales/waiting/components/join-form.tsx";
import { Joined, NightFree, NothingChosen } from "#src/modules/sales/waiting/components/join-states.tsx";
import type { Route } from "#routes/public/+types/waiting-list.ts";

/** Asks to be told if places come free on sold-out nights. */
export default function WaitingList({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const { found, departure, people, maxPeople, minutes, own } = loaderData;
  const start = { nights: [departure], people: String(people), first_name: "", email: own };
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("waiting.pageTitle")} description={t("waiting.description")} index={false} />
      {actionData?.done ? (
        <Joined email={actionData.email ?? ""} />
      ) : !found ? (
        <NothingChosen />
      ) : found.isFree && !actionData ? (
        <NightFree departure={departure} people={people} found={found} />
      ) : (
        <JoinForm
          found={found}
          formValues={actionData?.formValues ?? start}
          fieldErrors={actionData?.fieldErrors ?? []}
          formError={actionData?.formError ?? null}
          values={actionData?.values}
          at={actionData?.at ?? 0}
          maxPeople={maxPeople}
          minutes={minutes}
        />
      )}
    </main>
  );
}
