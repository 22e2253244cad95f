import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { requestContext, signedIn } from "#src/platform/context.server.ts";
import { fullNights } from "#src/modules/sales/schedule/queries.server.ts";
import { peopleFor, peopleIn } from "#src/modules/sales/schedule/rules/calendar.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { joinList } from "#src/modules/sales/waiting/join-list.server.ts";
import {
  FIELDS,
  type FormFieldError,
  type FormValues,
  readFormValues,
  TRAP,
} from "#src/modules/sales/waiting/rules/join-form.ts";
import { JoinList } from "#src/modules/sales/waiting/schema.ts";
import { later } from "#src/ui/later.tsx";
import { serverAnswered } from "#src/ui/server-answered.ts";
import type { Route } from "./+types/waiting-list";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const departure = query.get("departure") ?? "";
  const [{ maxPeople, waitingMinutes }, actor] = await Promise.all([appSettings(ctx), ctx.user()]);
  const people = peopleFor(peopleIn(query.get("people")), { available_spots: maxPeople });
  const found = await fullNights(ctx, departure, people);
  return { found, departure, people, maxPeople, minutes: waitingMinutes, own: actor.email ?? "" };
}

type Answer = {
  joined: boolean;
  at: number;
  formValues: FormValues | null;
  fieldErrors: FormFieldError[];
  formError: MessageId | null;
  max: number;
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const form = await request.formData();
  const formValues = readFormValues(form);
  const answer: Answer = { joined: false, at: ctx.now.getTime(), formValues, fieldErrors: [], formError: null, max: 0 };
  const { nights, ...entered } = formValues;
  const input = JoinList.safeParse({ ...entered, departure_ids: nights, language: ctx.locale });
  if (!input.success) return written({ ...answer, fieldErrors: toFieldErrors(FIELDS, input.error.issues) }, 422);
  const trap = form.get(TRAP);
  const result = await joinList(ctx, input.data, typeof trap === "string" ? trap : "");
  if (result.ok) return written({ ...answer, joined: true }, 200);
  if (result.reason === "places_free") return written({ ...answer, formError: "waiting.error.places_free" }, 409);
  const max = "max" in result ? result.max : 0;
  const status = result.reason === "too_many_attempts" ? 429 : 409;
  return written({ ...answer, formError: `errors.${result.reason}`, max }, status);
}

const written = (answer: Answer, status: number) =>
  data<Answer>(answer, { status, headers: { "cache-control": "no-store" } });

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

/** Keeps what was entered when the server can't be reached. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (serverAnswered(error)) throw error;
    const lost: Answer = {
      joined: false,
      at: Date.now(),
      formValues: null,
      fieldErrors: [],
      formError: "waiting.error.failed",
      max: 0,
    };
    // this status prevents revalidation, which would fail as well
    return data(lost, { status: 503 });
  }
}

export default later(
  "page-waiting-list",
  async () => (await import("#src/modules/sales/waiting/components/waiting-list-page.tsx")).default,
  "touched",
);
