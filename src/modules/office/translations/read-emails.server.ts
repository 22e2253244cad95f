import { ok } from "#src/kernel/result.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { publishTemplate } from "#src/modules/mail/notifications/publish-template.server.ts";
import { everyTemplate } from "#src/modules/mail/notifications/read-templates.server.ts";
import { problemWords } from "#src/modules/mail/notifications/rules/template-problem.ts";
import { textsOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { NO_WORDING, ownOf, problemsIn, type Wording } from "#src/modules/mail/notifications/rules/wording.ts";
import { emailSlots, shownWording } from "#src/modules/office/translations/rules/email-slots.ts";
import { type Problem, recordOf } from "#src/modules/office/translations/rules/source.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The texts of every kind of email, for whoever may change emails. Refusal: forbidden {missing}. */
export async function readEmails(ctx: Context, t: Text) {
  const found = await everyTemplate(ctx);
  if (!found.ok) return found;
  const records = found.templates.map(({ kind, version, ronda, wordings }) => {
    const states = [{ at: null, wording: NO_WORDING }, ...wordings];
    const history = states.map(({ at, wording }) => ({ at, draft: shownWording(kind, wording, ronda) }));
    const { at, draft } = history.at(-1)!;
    return recordOf({
      source: "emails",
      id: kind,
      name: t(`email-kinds.name.${kind}`),
      editor: `/admin/emails/templates/${kind}`,
      needs: "emails.change",
      draft,
      slots: emailSlots(kind, t),
      history: history.slice(0, -1),
      draftedAt: at,
      check: (texts) => problemsOf(kind, ownOf(kind, texts, ronda)),
      save: (texts) => publishTemplate(ctx, { kind, base: version, texts }),
    });
  });
  return ok({ records });
}

function problemsOf(kind: TemplateKind, wording: Wording): Problem[] {
  const rules = new Map<string, ReturnType<typeof textsOf>[number]>(textsOf(kind).map((text) => [text.id, text]));
  return problemsIn(kind, wording).map(({ language, id, error }) => ({
    path: `${language}.${id}`,
    ...problemWords(error, rules.get(id)!),
  }));
}
