import { z } from "zod";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { testMail } from "#src/modules/mail/notifications/test-mail.server.ts";
import { openOptions } from "#src/modules/office/options/queries.server.ts";
import { OPTIONS_REFUSALS, type OptionsExtra } from "#src/modules/office/options/rules/answer.ts";
import { textsIn } from "#src/modules/office/options/rules/option-form.ts";
import { ratesIn } from "#src/modules/office/options/rules/rates.ts";
import { SCHEDULED, SECTION_KEYS, sectionIn, SUBJECTS } from "#src/modules/office/options/rules/sections.ts";
import { saveOptions } from "#src/modules/office/options/save-options.server.ts";
import { saveRates } from "#src/modules/office/options/save-rates.server.ts";
import { Confirmed, SaveSection } from "#src/modules/office/options/schema.ts";
import { takeBackOptions } from "#src/modules/office/options/take-back-options.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/general-options";
import GeneralOptionsPage from "#src/modules/office/options/admin/general-options-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const opened = await openOptions(ctx, sectionIn(searchParams.get("section")));
  if (!opened.ok) throw refused(opened);
  const history = searchParams.has("changes") ? await historyOf(ctx, SUBJECTS) : null;
  return { opened, history };
}

/** What takes a save back; nothing where nothing changed. */
const undoOf = ({ entry }: { entry: number | null }) =>
  entry === null ? null : { intent: "take_back", entry: String(entry) };

export const action = (args: Route.ActionArgs) =>
  adminAct<OptionsExtra>(args, {
    refusals: OPTIONS_REFUSALS,
    acts: {
      save: act({
        input: (form) => {
          const read = SaveSection.safeParse(Object.fromEntries(form));
          if (!read.success) return read;
          const keys = SECTION_KEYS[read.data.section];
          const typed = { texts: textsIn(form, keys), was: textsIn(form, keys, "was.") };
          return { success: true, data: { ...read.data, ...typed } };
        },
        run: saveOptions,
        done: (saved, { section }) => ({
          flash: section === SCHEDULED ? "options.scheduled.saved" : "options.saved",
          undo: undoOf(saved),
        }),
        refusal: (refusal) => {
          if (refusal.reason === "invalid") return { fieldErrors: refusal.fieldErrors };
          if (refusal.reason === "too_faint") return { checks: refusal.checks };
          return { current: refusal.current, keys: refusal.keys };
        },
      }),
      rates: act({
        input: (form) => {
          const read = Confirmed.safeParse(Object.fromEntries(form));
          const typed = { rates: ratesIn(form), was: ratesIn(form, "was.") };
          return read.success ? { success: true, data: { ...read.data, ...typed } } : read;
        },
        run: saveRates,
        done: (saved) => ({ flash: "options.saved", undo: undoOf(saved) }),
        refusal: (refusal) => {
          if (refusal.reason === "invalid") return { fieldErrors: refusal.fieldErrors };
          if (refusal.reason === "asks_again") return { moves: refusal.moves };
          return { currentRates: refusal.current };
        },
      }),
      test_mail: act({
        input: z.object({ key: z.uuid() }),
        run: testMail,
        // what becomes of it is shown in the section
        done: () => ({}),
      }),
      take_back: act({
        input: z.object({ entry: z.coerce.number().int().positive() }),
        run: takeBackOptions,
        done: "options.takenBack",
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "options.failed");

export default GeneralOptionsPage;
