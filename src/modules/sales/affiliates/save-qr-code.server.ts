import { fail, ok } from "#src/kernel/result.ts";
import { colourFault } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import type { SaveQrCode } from "#src/modules/sales/affiliates/schema.ts";
import { chosenTargets, listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { insertQrCode, isScanned, lockQrCode, saveQrRow } from "#src/modules/sales/affiliates/store/qr-codes.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Adds a code under the id that its form was made with: the same form sent twice adds one. Refusals: forbidden {missing},
 * qr_colours {fault}, target_unknown, partner_unknown.
 */
export async function addQrCode(ctx: Context, { id, code }: { id: string; code: SaveQrCode }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  const choices = await choicesOf(ctx);
  const refusal = refusalOf(choices, code, null);
  if (refusal) return refusal;
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await insertQrCode(tx, id, code, ctx.now))) return ok({ id });
    const now = Object.entries(toldOf(choices, code));
    const changes = Object.fromEntries(now.map(([field, value]) => [field, [null, value] as const]));
    await audit(tx, ctx, { action: "qr_code.created", subject: ["qr_code", id], changes });
    return ok({ id });
  });
}

/**
 * Saves a code's form unless it was saved since it was opened. What is printed stays: the id never changes. Refusals: forbidden
 * {missing}, qr_code_not_found, changed_meanwhile {version}, qr_scanned (its scans are the partner's), and those of `addQrCode`.
 */
export async function updateQrCode(
  ctx: Context,
  { id, version, code }: { id: string; version: number; code: SaveQrCode },
) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  const choices = await choicesOf(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockQrCode(tx, id);
    if (!was) return fail("qr_code_not_found");
    const fields = Object.keys(code) as (keyof SaveQrCode)[];
    if (fields.every((field) => was[field] === code[field])) return ok({ version: was.version });
    if (was.version !== version) return fail("changed_meanwhile", { version: was.version });
    const refusal = refusalOf(choices, code, was);
    if (refusal) return refusal;
    if (
      code.partner_id !== was.partner_id &&
      ((await isScanned(tx, id)) || (await ctx.ask.isBooked(tx, { qrCode: id })))
    )
      return fail("qr_scanned");
    await saveQrRow(tx, id, code);
    const [before, now] = [toldOf(choices, was), toldOf(choices, code)];
    const differing = (Object.keys(now) as (keyof QrCodeEntry)[]).filter((field) => before[field] !== now[field]);
    const changes = Object.fromEntries(differing.map((field) => [field, [before[field], now[field]] as const]));
    await audit(tx, ctx, { action: "qr_code.updated", subject: ["qr_code", id], changes });
    return ok({ version: version + 1 });
  });
}

/**
 * Switches a code on or off: off it leads on to its page and is credited to nobody. Idempotent. Refusals: forbidden {missing},
 * qr_code_not_found.
 */
export async function switchQrCode(ctx: Context, { id, isActive }: { id: string; isActive: boolean }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockQrCode(tx, id);
    if (!was) return fail("qr_code_not_found");
    if (was.is_active === isActive) return ok({ id });
    await saveQrRow(tx, id, { is_active: isActive });
    await audit(tx, ctx, {
      action: isActive ? "qr_code.activated" : "qr_code.deactivated",
      subject: ["qr_code", id],
      changes: { is_active: [was.is_active, isActive] },
    });
    return ok({ id });
  });
}

type Choices = Awaited<ReturnType<typeof choicesOf>>;

/** The pages and partners that a code may have. */
async function choicesOf(ctx: Context) {
  const [targets, partners] = await Promise.all([chosenTargets(ctx), listPartnerChoices(ctx)]);
  return { targets: new Set(targets.map(({ path }) => path)), partners: new Map(partners.map((one) => [one.id, one])) };
}

/** Why a code can't be saved so. A page that it leads to already stays allowed, though its crawl may have gone. */
function refusalOf({ targets, partners }: Choices, code: SaveQrCode, was: SaveQrCode | null) {
  const fault = colourFault(code.foreground, code.background);
  if (fault) return fail("qr_colours", { fault });
  if (code.target !== was?.target && !targets.has(code.target)) return fail("target_unknown");
  if (code.partner_id !== null && !partners.has(code.partner_id)) return fail("partner_unknown");
  return null;
}

type QrCodeEntry = Omit<SaveQrCode, "partner_id"> & { partner: string | null };

/** A code as the audit log tells it: with its partner's name. */
function toldOf({ partners }: Choices, { partner_id, ...code }: SaveQrCode): QrCodeEntry {
  const { campaign, placement, target, foreground, background } = code;
  const partner = partner_id === null ? null : (partners.get(partner_id)?.name ?? null);
  return { partner, campaign, placement, target, foreground, background };
}
