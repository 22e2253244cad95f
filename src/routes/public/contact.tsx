import { data, isRouteErrorResponse } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { ContactForm } from "#src/modules/contact/components/contact-form.tsx";
import { MessageSent } from "#src/modules/contact/components/message-sent.tsx";
import { WaysToReach } from "#src/modules/contact/components/ways-to-reach.tsx";
import { type Fault, faultsOf, subjectOf, type Typed, typedOf } from "#src/modules/contact/rules.ts";
import { SendMessage } from "#src/modules/contact/schema.ts";
import { submitMessage } from "#src/modules/contact/send-message.server.ts";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { homeContent } from "#src/modules/content/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/contact";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [{ footer }, actor] = await Promise.all([homeContent(ctx), ctx.user()]);
  return {
    email: footer.email,
    phone: footer.phone,
    own: actor.email ?? "",
    subject: subjectOf(new URL(request.url).searchParams.get("subject")),
    formKey: crypto.randomUUID(),
  };
}

type Answer = { sent: boolean; at: number; typed: Typed | null; faults: Fault[]; trouble: MessageId | null };

export async function action({ context, request }: Route.ActionArgs) {
  const seen = context.get(requestContext);
  const ctx = { ...seen, actor: await seen.user() };
  const form = await request.formData();
  const typed = typedOf(form);
  const answer = { sent: false, at: ctx.now.getTime(), typed, faults: [], trouble: null } satisfies Answer;
  const input = SendMessage.safeParse({ ...typed, language: ctx.locale });
  if (!input.success) return written({ ...answer, faults: faultsOf(input.error.issues) }, 422);
  const trap = form.get("website");
  const result = await submitMessage(ctx, input.data, { key: keyOf(form), trap: typeof trap === "string" ? trap : "" });
  if (result.ok) return written({ ...answer, sent: true }, 200);
  return written({ ...answer, trouble: `errors.${result.reason}` }, result.reason === "too_many_attempts" ? 429 : 409);
}

const written = (answer: Answer, status: number) =>
  data<Answer>(answer, { status, headers: { "cache-control": "no-store" } });

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

function keyOf(form: FormData): string {
  const key = form.get("key");
  return typeof key === "string" && /^[\w-]{8,100}$/.test(key) ? key : crypto.randomUUID();
}

/** A server that can't be reached costs nothing that was typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const lost: Answer = { sent: false, at: Date.now(), typed: null, faults: [], trouble: "contact.failed" };
    // with this status nothing is read again, which would fail as well
    return data(lost, { status: 503 });
  }
}

const EMPTY: Typed = { name: "", email: "", subject: "", message: "" };

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const { own, subject, formKey, email, phone } = loaderData;
  const start = { ...EMPTY, email: own, subject: subject ? t(subject) : "" };
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("contact.pageTitle")} description={t("contact.description")} />
      <h1 className="text-h1">{t("contact.title")}</h1>
      <p className="mt-4 max-w-[38rem] text-lead text-text-2">{t("contact.lead")}</p>
      <div className="mt-9 grid items-start gap-x-14 gap-y-12 md:mt-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {actionData?.sent ? (
          <MessageSent email={actionData.typed?.email ?? ""} />
        ) : (
          <ContactForm
            typed={actionData?.typed ?? start}
            faults={actionData?.faults ?? []}
            trouble={actionData?.trouble ?? null}
            at={actionData?.at ?? 0}
            formKey={formKey}
          />
        )}
        <WaysToReach email={email} phone={phone} />
      </div>
    </main>
  );
}
