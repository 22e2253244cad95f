import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { wordingNow } from "#src/modules/mail/notifications/publish-template.server.ts";
import { RONDAS, rondasWording } from "#src/modules/mail/notifications/read-wording.server.ts";
import { KIND_GROUPS } from "#src/modules/mail/notifications/rules/email-log.ts";
import type {
  ListedTemplate,
  OpenTemplate,
  TemplateVersion,
} from "#src/modules/mail/notifications/rules/template-answer.ts";
import { isTemplateKind } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { changesIn, NO_WORDING, stateOf, wordingOf } from "#src/modules/mail/notifications/rules/wording.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/schema.ts";
import {
  currentTemplate,
  currentTemplates,
  everyTemplateRow,
  templateRows,
} from "#src/modules/mail/notifications/store/templates.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Asking = Pick<Context, "db" | "actor">;
/** Every kind of email under whom it is for, with how it is worded. Requires permission to change emails. Refusal: forbidden {missing}. */
export async function listTemplates(ctx: Asking) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const rows = new Map((await currentTemplates(ctx.db)).map((row) => [row.kind, row]));
  const listed = (kind: TemplateKind): ListedTemplate => {
    const row = rows.get(kind);
    const state = stateOf(row ? wordingOf(kind, row.texts) : NO_WORDING);
    return { kind, state, at: row?.published_at.toISOString() ?? null, by: row?.by ?? null };
  };
  return ok({
    groups: KIND_GROUPS.map(({ group, kinds }) => ({ group, templates: kinds.filter(isTemplateKind).map(listed) })),
  });
}

/** The texts of a kind. Requires permission to change emails. Refusal: forbidden {missing}. */
export async function openTemplate(ctx: Asking, kind: TemplateKind) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const [{ version, wording }, row, ronda] = await Promise.all([
    wordingNow(ctx.db, kind),
    currentTemplate(ctx.db, kind),
    rondasWording(kind),
  ]);
  const template: OpenTemplate = {
    kind,
    version,
    texts: wording,
    ronda,
    at: row?.published_at.toISOString() ?? null,
    by: row?.by ?? null,
  };
  return ok({ template });
}

const MOST_VERSIONS = 50;

/** The newest wordings of a kind, newest first. Requires permission to change emails. Refusal: forbidden {missing}. */
export async function listTemplateVersions(ctx: Asking, kind: TemplateKind) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const rows = await templateRows(ctx.db, kind, MOST_VERSIONS + 1);
  const versions = rows.slice(0, MOST_VERSIONS).map((row, i): TemplateVersion => {
    const before = rows[i + 1];
    const old = before ? wordingOf(kind, before.texts) : NO_WORDING;
    const { version, restored, by } = row;
    const changes = changesIn(kind, old, wordingOf(kind, row.texts));
    return { version, at: row.published_at.toISOString(), by, restored, changes };
  });
  return ok({ versions });
}

const MOST_WORDINGS = 1000;

/**
 * The texts of every kind in the order of the list, with its wordings, oldest first (not Ronda's). Requires permission to change
 * emails. Refusal: forbidden {missing}.
 */
export async function everyTemplate(ctx: Asking) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const byKind = Map.groupBy(await everyTemplateRow(ctx.db, MOST_WORDINGS), ({ kind }) => kind);
  const templates = await Promise.all(
    KIND_GROUPS.flatMap(({ kinds }) => kinds.filter(isTemplateKind)).map(async (kind) => {
      const rows = byKind.get(kind) ?? [];
      const wordings = rows
        .toReversed()
        .map((row) => ({ at: row.published_at.toISOString(), wording: wordingOf(kind, row.texts) }));
      return { kind, version: rows[0]?.version ?? RONDAS, ronda: await rondasWording(kind), wordings };
    }),
  );
  return ok({ templates });
}
