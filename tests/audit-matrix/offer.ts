import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { actOnCrawl } from "#src/modules/site/catalog/act-on-crawl.server.ts";
import { addCrawl } from "#src/modules/site/catalog/add-crawl.server.ts";
import { deleteCrawl } from "#src/modules/site/catalog/delete-crawl.server.ts";
import { keepPicture } from "#src/modules/site/media/keep-picture.server.ts";
import type { CrawlAct } from "#src/modules/site/catalog/rules/answer.ts";
import { emptyDraft } from "#src/modules/site/catalog/rules/draft.ts";
import { CrawlFields } from "#src/modules/site/catalog/schema.ts";
import { updateCrawl } from "#src/modules/site/catalog/update-crawl.server.ts";
import { createRule } from "#src/modules/sales/price-rules/create-rule.server.ts";
import { deleteRule } from "#src/modules/sales/price-rules/delete-rule.server.ts";
import { NEW_RULE } from "#src/modules/sales/price-rules/rules/rule-form.ts";
import { SaveRule } from "#src/modules/sales/price-rules/schema.ts";
import { switchRule } from "#src/modules/sales/price-rules/switch-rule.server.ts";
import { updateRule } from "#src/modules/sales/price-rules/update-rule.server.ts";
import { createCoupon } from "#src/modules/sales/coupons/create-coupon.server.ts";
import { deleteCoupon } from "#src/modules/sales/coupons/delete-coupon.server.ts";
import { NEW_COUPON } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { SaveCoupon } from "#src/modules/sales/coupons/schema.ts";
import { switchCoupon } from "#src/modules/sales/coupons/switch-coupon.server.ts";
import { updateCoupon } from "#src/modules/sales/coupons/update-coupon.server.ts";
import { addPartner } from "#tests/crediting.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

const fields = (title: string) =>
  CrawlFields.parse({ ...emptyDraft("mexico-city", "agave"), title, description: "Five bars." });
const coupon = (over: Partial<typeof NEW_COUPON> = {}) =>
  SaveCoupon.parse({ ...NEW_COUPON, code: `HOSTAL-${randomUUID().slice(0, 8)}`, value: "10", ...over });

/** Acts on crawls. */
export function crawlRows(stage: StaffStage): Row[] {
  const needs = ["crawls.change"] as const;
  const hidden = async () => granted(await addCrawl(stage.as("admin"), { id: randomUUID(), crawl: fields("Roma") })).id;
  const acts = (act: CrawlAct, id: string) => does(async (ctx) => actOnCrawl(ctx, { act, id }), ["crawl", id]);

  return [
    {
      act: "add a crawl",
      of: ["site/catalog/add-crawl"],
      needs,
      leaves: "crawl.created",
      again: "done",
      prepare: async () => {
        const input = { id: randomUUID(), crawl: fields("Roma") };
        return does((ctx) => addCrawl(ctx, input), ["crawl", input.id]);
      },
    },
    {
      act: "update a crawl",
      of: ["site/catalog/update-crawl"],
      needs,
      leaves: "crawl.updated",
      again: "changed_meanwhile",
      prepare: async () => {
        const input = { id: await hidden(), version: 1, crawl: fields("Condesa") };
        return does((ctx) => updateCrawl(ctx, input), ["crawl", input.id]);
      },
    },
    {
      act: "crawl: activate",
      of: ["site/catalog/switch-crawl"],
      needs,
      leaves: "crawl.activated",
      again: "done",
      prepare: async () => acts("activate", await hidden()),
    },
    {
      act: "crawl: deactivate",
      of: ["site/catalog/switch-crawl"],
      needs,
      leaves: "crawl.deactivated",
      again: "done",
      prepare: async () => {
        const id = await hidden();
        granted(await actOnCrawl(stage.as("admin"), { act: "activate", id }));
        return acts("deactivate", id);
      },
    },
    {
      act: "crawl: show_everywhere",
      of: ["site/catalog/overrule-title"],
      needs,
      leaves: "crawl.updated",
      again: "done",
      prepare: async () => acts("show_everywhere", await hidden()),
    },
    {
      act: "crawl: follow_title",
      of: ["site/catalog/overrule-title"],
      needs,
      leaves: "crawl.updated",
      again: "done",
      prepare: async () => {
        const id = await hidden();
        granted(await actOnCrawl(stage.as("admin"), { act: "show_everywhere", id }));
        return acts("follow_title", id);
      },
    },
    {
      act: "crawl: delete",
      of: ["site/catalog/delete-crawl"],
      needs,
      leaves: "crawl.deleted",
      again: "done",
      prepare: async () => acts("delete", await hidden()),
    },
    {
      act: "crawl: restore",
      of: ["site/catalog/restore-crawl"],
      needs,
      leaves: "crawl.restored",
      again: "done",
      prepare: async () => {
        const id = await hidden();
        granted(await deleteCrawl(stage.as("admin"), { id }));
        return acts("restore", id);
      },
    },
    {
      act: "keep a picture",
      of: ["site/media/keep-picture"],
      needs,
      leaves: "picture.kept",
      // the same files, but uploaded twice
      again: "another act",
      prepare: async () => {
        const background = `#${randomUUID().slice(0, 6)}`;
        const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
          .jpeg()
          .toBuffer();
        return does(
          (ctx) => keepPicture(ctx, picture, "crawls.change"),
          ({ src }) => ["picture", src.replace("/uploads/", "")],
        );
      },
    },
  ];
}

/** Acts on coupons. */
export function couponRows(stage: StaffStage): Row[] {
  const needs = ["coupons.change"] as const;
  const create = async (over: Partial<typeof NEW_COUPON> = {}) =>
    granted(await createCoupon(stage.as("admin"), coupon(over))).id;

  return [
    {
      act: "create a coupon",
      of: ["sales/coupons/create-coupon"],
      needs,
      leaves: "coupon.created",
      again: "code_taken",
      prepare: async () => {
        const input = coupon({ partner_id: await addPartner(stage.db()) });
        return does(
          (ctx) => createCoupon(ctx, input),
          ({ id }) => ["coupon", id],
        );
      },
    },
    {
      act: "update a coupon",
      of: ["sales/coupons/update-coupon"],
      needs,
      leaves: "coupon.updated",
      again: "changed_meanwhile",
      prepare: async () => {
        const input = {
          id: await create(),
          version: 1,
          ...coupon({ value: "15", partner_id: await addPartner(stage.db()), place: "city:mexico-city" }),
        };
        return does((ctx) => updateCoupon(ctx, input), ["coupon", input.id]);
      },
    },
    {
      act: "activate a coupon",
      of: ["sales/coupons/switch-coupon"],
      needs,
      leaves: "coupon.activated",
      again: "done",
      prepare: async () => {
        const id = await create({ is_active: false });
        return does((ctx) => switchCoupon(ctx, { id, active: true }), ["coupon", id]);
      },
    },
    {
      act: "deactivate a coupon",
      of: ["sales/coupons/switch-coupon"],
      needs,
      leaves: "coupon.deactivated",
      again: "done",
      prepare: async () => {
        const id = await create();
        return does((ctx) => switchCoupon(ctx, { id, active: false }), ["coupon", id]);
      },
    },
    {
      act: "delete a coupon",
      of: ["sales/coupons/delete-coupon"],
      needs,
      leaves: "coupon.deleted",
      again: "coupon_not_found",
      prepare: async () => {
        const id = await create();
        return does((ctx) => deleteCoupon(ctx, { id }), ["coupon", id]);
      },
    },
  ];
}

/** Acts on price rules. */
export function priceRuleRows(stage: StaffStage): Row[] {
  const needs = ["coupons.change"] as const;
  const rule = (over: Partial<typeof NEW_RULE> = {}) =>
    SaveRule.parse({ ...NEW_RULE, name: "Groups", name_es: "Grupos", value: "15", people_from: "99", ...over });
  const create = async (over: Partial<typeof NEW_RULE> = {}) =>
    granted(await createRule(stage.as("admin"), rule(over))).id;

  return [
    {
      act: "create a price rule",
      of: ["sales/price-rules/create-rule"],
      needs,
      leaves: "price_rule.created",
      again: "another act",
      prepare: async () =>
        does(
          (ctx) => createRule(ctx, rule({ place: "city:mexico-city" })),
          ({ id }) => ["price_rule", id],
        ),
    },
    {
      act: "update a price rule",
      of: ["sales/price-rules/update-rule"],
      needs,
      leaves: "price_rule.updated",
      again: "changed_meanwhile",
      prepare: async () => {
        const input = { id: await create(), version: 1, ...rule({ value: "20", place: "city:mexico-city" }) };
        return does((ctx) => updateRule(ctx, input), ["price_rule", input.id]);
      },
    },
    {
      act: "activate a price rule",
      of: ["sales/price-rules/switch-rule"],
      needs,
      leaves: "price_rule.activated",
      again: "done",
      prepare: async () => {
        const id = await create({ is_active: false });
        return does((ctx) => switchRule(ctx, { id, active: true }), ["price_rule", id]);
      },
    },
    {
      act: "deactivate a price rule",
      of: ["sales/price-rules/switch-rule"],
      needs,
      leaves: "price_rule.deactivated",
      again: "done",
      prepare: async () => {
        const id = await create();
        return does((ctx) => switchRule(ctx, { id, active: false }), ["price_rule", id]);
      },
    },
    {
      act: "delete a price rule",
      of: ["sales/price-rules/delete-rule"],
      needs,
      leaves: "price_rule.deleted",
      again: "rule_not_found",
      prepare: async () => {
        const id = await create();
        return does((ctx) => deleteRule(ctx, { id }), ["price_rule", id]);
      },
    },
  ];
}
