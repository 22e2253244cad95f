import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { RONDAS, rondasWording } from "#src/modules/mail/notifications/read-wording.server.ts";
import {
  changesIn,
  inFull,
  isSameWording,
  merged,
  NO_WORDING,
  ownOf,
  problemsIn,
  type Wording,
  wordingOf,
} from "#src/modules/mail/notifications/rules/wording.ts";
import {
  addTemplate,
  currentTemplate,
  lockTemplate,
  templateAt,
} from "#src/modules/mail/notifications/store/templates.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type ToPublish = { kind: TemplateKind; base: number; texts: Wording };

/**
 * Publishes the texts of a kind of email, which count for every email that is sent from then on; whoever may change emails. Texts
 * like Ronda's aren't stored. What somebody else published since `base` is kept where it is about other texts. Returns all texts of the kind as they
 * are published now. Refusals: forbidden {missing}, invalid {problems}, changed_meanwhile {current: {version, draft}, both} (the same
 * texts were changed).
 */
export async function publishTemplate(ctx: Context, { kind, base, texts }: ToPublish) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const ronda = await rondasWording(kind);
  const own = ownOf(kind, texts, ronda);
  const problems = problemsIn(kind, own);
  if (problems.length > 0) return fail("invalid", { problems });
  return ctx.db.transaction().execute(async (tx) => {
    await lockTemplate(tx, kind);
    const now = await wordingNow(tx, kind);
    const { wording, both } = merged(kind, await wordingAt(tx, kind, base), own, now.wording);
    if (both.length > 0) {
      const current = { version: now.version, draft: inFull(now.wording, ronda) };
      return fail("changed_meanwhile", { current, both });
    }
    const draft = inFull(wording, ronda);
    if (isSameWording(kind, now.wording, wording)) return ok({ version: now.version, draft });
    const version = now.version + 1;
    const { userId: by } = ctx.actor;
    await addTemplate({ kind, version, texts: wording, restored: null, by, at: ctx.now }, tx);
    await audit(tx, ctx, {
      action: "template.published",
      subject: ["email_template", kind],
      changes: toldChanges(kind, { old: now.wording, wording, ronda }),
    });
    return ok({ version, draft });
  });
}

/** The wording that counts; version 1 is Ronda's. */
export async function wordingNow(db: Db | Tx, kind: TemplateKind): Promise<{ version: number; wording: Wording }> {
  const row = await currentTemplate(db, kind);
  return { version: row?.version ?? RONDAS, wording: row ? wordingOf(kind, row.texts) : NO_WORDING };
}

async function wordingAt(tx: Tx, kind: TemplateKind, version: number): Promise<Wording> {
  const row = await templateAt(tx, kind, version);
  return row ? wordingOf(kind, row.texts) : NO_WORDING;
}

/** What an audit entry tells of a publication: the old and new texts in each language, Ronda's where there is no other. */
export function toldChanges(
  kind: TemplateKind,
  { old, wording, ronda }: { old: Wording; wording: Wording; ronda: Wording },
) {
  const changes = changesIn(kind, old, wording);
  const textsOf = (language: "en" | "es", side: "old" | "now") =>
    changes
      .filter((change) => change.language === language)
      .map((change) => change[side] || (ronda[language][change.id] ?? ""))
      .join(" · ");
  const both = {
    texts_en: [textsOf("en", "old"), textsOf("en", "now")],
    texts_es: [textsOf("es", "old"), textsOf("es", "now")],
  };
  return Object.fromEntries(Object.entries(both).filter(([, [before, now]]) => before !== now)) as Record<
    string,
    [string, string]
  >;
}
