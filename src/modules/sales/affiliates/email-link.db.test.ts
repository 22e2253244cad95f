import { expect, test } from "vitest";
import { askPartnerLink, emailPartnerLink } from "#src/modules/sales/affiliates/email-link.server.ts";
import { partnerOfLink, partnerToken } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { partnerLink } from "#src/modules/sales/affiliates/read-link.server.ts";
import { renewPartnerLink } from "#src/modules/sales/affiliates/renew-link.server.ts";
import { restorePartnerLink, revokePartnerLink } from "#src/modules/sales/affiliates/revoke-link.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addLinkedPartner } from "#tests/partner-link.ts";

const database = freshDatabase();
const staff = () => database.ctx({ actor: { kind: "user", role: "marketing" } });
const tokenOf = (id: string, version = 1) => partnerToken(database.ctx().secret, id, version);
const stateOf = async (token: string) => (await partnerOfLink(database.ctx(), token))?.state ?? null;
const mailsTo = (recipient: string) =>
  database.services.db
    .selectFrom("emails")
    .select(["kind", "status", "language", "subject", "payload"])
    .where("recipient", "=", recipient)
    .orderBy("id")
    .execute();

test("a link opens its own partner's page, until it is taken back or made anew", async () => {
  const ctx = database.ctx();
  const [one, other] = [await addLinkedPartner(ctx), await addLinkedPartner(ctx)];
  expect((await partnerOfLink(ctx, tokenOf(one)))?.partner.id).toBe(one);
  // the id of one with the signature of another
  const mixed = tokenOf(one).slice(0, 22) + tokenOf(other).slice(22);
  expect(await Promise.all([mixed, "", "nope", tokenOf(one).slice(1), tokenOf(one, 2)].map(stateOf))).toEqual(
    Array(5).fill(null),
  );

  expect(await revokePartnerLink(staff(), { id: one, version: 1 })).toMatchObject({ ok: true });
  expect(await stateOf(tokenOf(one))).toBe("revoked");
  expect(await restorePartnerLink(staff(), { id: one, version: 1 })).toMatchObject({ ok: true });
  expect(await stateOf(tokenOf(one))).toBe("open");
  const twice = await Promise.all([1, 2].map(() => renewPartnerLink(staff(), { id: one, seen: 1 })));
  expect(twice).toEqual([1, 2].map(() => ({ ok: true, version: 2, isMailed: true })));
  expect([await stateOf(tokenOf(one)), await stateOf(tokenOf(one, 2))]).toEqual(["revoked", "open"]);
  // a page that showed the link before
  expect(await revokePartnerLink(staff(), { id: one, version: 1 })).toMatchObject({ reason: "changed_meanwhile" });
  await ctx.db.updateTable("partners").set({ is_active: false }).where("id", "=", one).execute();
  expect([await stateOf(tokenOf(one)), await stateOf(tokenOf(one, 2))]).toEqual(["revoked", "off"]);
});

test("the link itself is shown to whoever may agree to statements only", async () => {
  const id = await addLinkedPartner(database.ctx());
  const shownTo = (role: string) => partnerLink(database.ctx({ actor: { kind: "user", role } }), id);
  expect(await shownTo("admin")).toMatchObject({ link: { url: expect.stringContaining(tokenOf(id)) } });
  expect(await shownTo("marketing")).toMatchObject({ ok: true, link: { url: null, mayChange: true } });
});

test("an address without a partner is refused, not an error", async () => {
  const refusal = { ok: false, reason: "partner_not_found" };
  expect(await emailPartnerLink(staff(), { id: "abc", seen: "" })).toEqual(refusal);
  expect(await renewPartnerLink(staff(), { id: "abc", seen: 1 })).toEqual(refusal);
  expect(await revokePartnerLink(staff(), { id: "abc", version: 1 })).toEqual(refusal);
});

test("staff mail it once however often the form is sent, and never one that opens nothing", async () => {
  const email = "maria@hostal.example";
  const id = await addLinkedPartner(database.ctx(), { email, language: "es" });
  await Promise.all([1, 2].map(() => emailPartnerLink(staff(), { id, seen: "" })));
  await database.work();
  const [sent, ...more] = await mailsTo(email);
  expect(sent).toMatchObject({
    kind: "partner_link",
    status: "sent",
    language: "es",
    subject: "Tu página con nosotros",
  });
  expect(more).toEqual([]);
  expect(JSON.stringify(sent)).not.toContain(tokenOf(id).slice(22));

  const view = database.ctx().now.toISOString();
  await revokePartnerLink(staff(), { id, version: 1 });
  expect(await emailPartnerLink(staff(), { id, seen: view })).toMatchObject({ reason: "link_revoked" });
  const mute = await addLinkedPartner(database.ctx(), { email: "" });
  expect(await emailPartnerLink(staff(), { id: mute, seen: "" })).toMatchObject({ reason: "no_email" });
  expect(await renewPartnerLink(staff(), { id: mute, seen: 1 })).toMatchObject({ isMailed: false });
});

test("a mail that waited while the link was made anew doesn't leave", async () => {
  const email = "late@hostal.example";
  const id = await addLinkedPartner(database.ctx(), { email });
  await emailPartnerLink(staff(), { id, seen: "" });
  await renewPartnerLink(staff(), { id, seen: 1 });
  await database.work();
  expect((await mailsTo(email)).map(({ status }) => status)).toEqual(["withheld", "sent"]);
});

test("who lost it is mailed a new one at the address on file, three times an hour at most, and can't tell whether", async () => {
  const email = "lost@hostal.example";
  const id = await addLinkedPartner(database.ctx(), { email });
  const ask = (token: string, minutes = 0) => {
    const ctx = database.ctx();
    return askPartnerLink({ ...ctx, now: new Date(ctx.now.getTime() + minutes * 60_000) }, token);
  };
  const open = tokenOf(id);
  // nothing is lost while it opens
  expect([await ask(open), await ask("nope")]).toEqual([{ ok: true }, { ok: true }]);
  expect(await mailsTo(email)).toEqual([]);

  await revokePartnerLink(staff(), { id, version: 1 });
  // two phones at once: one new link, which the second gets as well
  await Promise.all([ask(open, 1), ask(open, 2)]);
  expect(await stateOf(tokenOf(id, 2))).toBe("open");
  expect(await stateOf(tokenOf(id, 3))).toBe(null);
  for (const minutes of [3, 4, 5]) await ask(open, minutes);
  expect(await mailsTo(email)).toHaveLength(3);

  await database.services.db.updateTable("partners").set({ is_active: false }).where("id", "=", id).execute();
  expect(await ask(open, 90)).toEqual({ ok: true });
  expect(await mailsTo(email)).toHaveLength(3);
});
