import { isTemplateKind, isTrialKind, KINDS } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { SENDINGS } from "#src/modules/mail/notifications/kinds/every-kind.server.ts";
import type { EmailSubject, TrialSubject } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import type { EmailRow } from "#src/modules/mail/notifications/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Reads what an email is about. Throws on a row of a kind unknown to this version. */
export async function readSubject(ctx: Context, email: EmailRow): Promise<EmailSubject | TrialSubject> {
  const { kind, payload } = email;
  if (isTemplateKind(kind)) return SENDINGS[kind].read(ctx, email);
  if (isTrialKind(kind))
    return { kind, tried: kind === "staff_template_test" ? KINDS[kind].payload.parse(payload) : null };
  throw new Error(`no email of kind ${kind}`);
}

/** Why an email must not be sent anymore, or null while it is still true (rule mail-3). */
export const whyWithheld = (about: EmailSubject | TrialSubject): string | null =>
  "tried" in about ? null : about.whyWithheld();
