import { createHash } from "node:crypto";
import { pixelId } from "#src/modules/sales/affiliates/queries.server.ts";
import { mayRecover, nextTry, type Refusal, whyWithheld } from "#src/modules/partners/measurement/rules/delivery.ts";
import { normalizedEmail, normalizedPhone } from "#src/modules/partners/measurement/rules/purchase.ts";
import { MetaError, StoredEvent } from "#src/modules/partners/measurement/schema.ts";
import { consentOfBooking } from "#src/modules/partners/measurement/store/consents.server.ts";
import { endEvent, queuedEvent } from "#src/modules/partners/measurement/store/events.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { log } from "#src/platform/log.server.ts";

const TIMEOUT_MS = 10_000;
const MOST_SAID = 300;

/**
 * Job: sends one event to Meta's Conversions API. Whom it is about is read and hashed now, and never stored with it. Consent is
 * looked at again: an event without it is withheld. Sent twice it is the same event there, by its id. What may recover is tried
 * again for two days; any other refusal of Meta's is final.
 */
export async function sendAdEvent(ctx: Context, { id }: { id: string }): Promise<void> {
  const event = await queuedEvent(ctx.db, id);
  if (!event) return;
  const [consent, pixel] = await Promise.all([consentOfBooking(ctx.db, event.booking_id), pixelId(ctx)]);
  const { META_ACCESS_TOKEN: token, META_TEST_EVENT_CODE: testCode } = ctx.settings;
  const isConfigured = pixel !== null && token !== undefined && (!event.test || testCode !== undefined);
  const { email, phone, booking_status: bookingStatus } = event;
  const withheld = whyWithheld({ consent: consent ?? null, email, phone, bookingStatus, isConfigured });
  if (withheld) return void (await endEvent(ctx.db, id, { status: "withheld", last_error: withheld }));

  const about = aboutPerson({ email, phone, userAgent: consent!.user_agent });
  const payload = { ...StoredEvent.parse(event.payload), user_data: about };
  const answer = await post(ctx, `${pixel}/events`, {
    data: JSON.stringify([payload]),
    access_token: token!,
    ...(event.test ? { test_event_code: testCode! } : {}),
  });
  const attempts = event.attempts + 1;
  if (answer.ok) {
    await endEvent(ctx.db, id, { status: "sent", last_error: null, attempts, sent_at: ctx.now });
    return;
  }
  const again = mayRecover(answer) ? nextTry(attempts, ctx.now) : null;
  log("warn", "ad_event.failed", { id, attempts, again: again?.toISOString() ?? null, error: answer.says });
  await ctx.db.transaction().execute(async (tx) => {
    await endEvent(tx, id, { status: again ? "queued" : "failed", last_error: answer.says, attempts });
    if (again) await addJob(tx, "ad-event.send", { id }, { key: `ad-event:${id}`, runAt: again });
  });
}

/** Whom an event is about, as Meta may learn it: hashes of what the privacy policy names, and the browser's kind. */
function aboutPerson({ email, phone, userAgent }: { email: string; phone: string; userAgent: string }) {
  const digits = normalizedPhone(phone);
  return {
    ...(email ? { em: [hashed(normalizedEmail(email))] } : {}),
    ...(digits ? { ph: [hashed(digits)] } : {}),
    ...(userAgent ? { client_user_agent: userAgent } : {}),
  };
}

const hashed = (text: string) => createHash("sha256").update(text).digest("hex");

type Answer = { ok: true } | ({ ok: false; says: string } & Refusal);

/** The token is in the body: addresses are written into logs. */
async function post({ settings }: Context, path: string, body: Record<string, string>): Promise<Answer> {
  try {
    const answer = await fetch(`${settings.META_API_URL}/${path}`, {
      method: "POST",
      body: new URLSearchParams(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    return answer.ok ? { ok: true } : { ok: false, ...refusalIn(answer.status, text) };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return { ok: false, status: null, code: null, isTransient: false, says };
  }
}

/** What Meta says of an error; the status alone where there is no envelope, as from a proxy before it. */
function refusalIn(status: number, text: string): Refusal & { says: string } {
  const { message, code, is_transient: isTransient } = errorIn(text);
  const says = message === null ? String(status) : `${status}: ${message}`.slice(0, MOST_SAID);
  return { status, code, isTransient, says };
}

function errorIn(text: string): MetaError["error"] {
  try {
    return MetaError.parse(JSON.parse(text)).error;
  } catch {
    return { message: null, code: null, is_transient: false };
  }
}
