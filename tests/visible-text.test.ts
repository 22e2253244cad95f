import fs from "node:fs";
import { parseSync } from "@swc/core";
import { describe, expect, test } from "vitest";

// Every visible text is in src/locales in both languages, and nothing there is unused.

/** Names that are the same in every language; "Pay" stands beside Apple's mark. */
const PROPER_NAMES = ["Facebook", "Instagram", "Twitter", "PayPal", "Pay", "Ronda"];

/** An address or how one begins, as an example in a field or before it: the same in every language. */
const isAddress = (text: string) => /^(https:\/\/|\/)[\w./…-]*$/.test(text);

/** English-only pages, for developers. */
const ENGLISH_ONLY = ["src/routes/api/docs.tsx"];

/** Props whose text is shown or read aloud. */
const READ_OUT = ["alt", "title", "aria-label", "aria-description", "placeholder", "label"];

/**
 * Ids that the source composes, with a star for each interpolated part. Each must still be composed somewhere, and each
 * interpolated value must be a word of the source.
 */
const FAMILIES: readonly string[] = [
  "emails.*.subject",
  "emails.*.preview",
  "emails.*.title",
  "emails.*.text",
  "emails.*.amount",
  "emails.*.showTitle",
  "emails.*.show",
  "emails.*.payTitle",
  "emails.*.pay",
  "emails.*.waitTitle",
  "emails.*.wait",
  "emails.*.action",
  "reports.step.*",
  "reports.device.*",
  "reports.inLanguage.*",
  "reports.from.*",
  "reviews-crawl.in.*",
  "commission-page.funnel.*",
  "commission-page.state.*",
  "commission-page.nothing.*",
  "commission-page.line.*",
  "commission-page.left.*",
  "commission-page.reckoned.*.*",
  "commission-page.agree.*",
  "commission-page.terms.*",
  "commission-page.refused.*",
  "commission-page.flash.*",
  "commission-page.statement.*",
  "commission-page.terms.basis.*",
  "affiliates-qr.field.*",
  "affiliates-qr.file.*",
  "invoices-admin.file.*",
  "affiliates-qr.file.paper.*",
  "affiliates-qr.file.printed.*",
  "groups-admin.deposit.*",
  "importing.count.*",
  "importing.dates.*",
  "importing.do.*",
  "importing.done.*",
  "importing.field.*",
  "importing.kind.*",
  "importing.language.*",
  "importing.leave.*.*",
  "importing.leftOut.*",
  "importing.list.*",
  "importing.page.*",
  "importing.problem.*",
  "importing.promise.*",
  "importing.ready.*",
  "importing.state.*",
  "importing.status.*",
  "importing.undo.ask.*",
  "importing.undo.block.*",
  "importing.undo.text.*",
  "importing.undo.title.*",
  "desk.*.title",
  "desk.*.text",
  "desk.form.*",
  "desk.refused.*",
  "desk.state.*",
  "api-keys.*",
  "connections.refused.*",
  "connections.scope.*",
  "api-keys.*Help",
  "reports.money.*",
  "api-keys.overlap.*",
  "api-keys.kind.*",
  "api-keys.refused.*",
  "api-keys.scope.*",
  "api-keys.state.*",
  "desk-admin.refused.*",
  "desk-admin.state.*",
  "commission-admin.cause.*",
  "commission-admin.column.*",
  "commission-admin.refused.*",
  "commission-admin.rule.*",
  "commission-admin.state.*",
  "commission-admin.step.*",
  "door-admin.concern.*",
  "door-admin.refused.*",
  "feeds.llms.*",
  "resellers-octo.*",
  "door-scanner.camera.*",
  "door-scanner.camera.*.text",
  "door-scanner.chip.*",
  "door-scanner.act.*",
  "door-scanner.others.*",
  "door-scanner.others.state.*",
  "door-scanner.speaks.*",
  "door-scanner.state.*",
  "door-scanner.undo.*",
  "door-scanner.who.*",
  "door-scanner.why.*",
  "door-scanner.word.*",
  "audit.access.kinds.*",
  "audit.field.*",
  "audit.record.*",
  "audit.value.*",
  "catalog-admin.colour.*",
  "vouchers.camera.*",
  "night.phase.*",
  "night.sort.*",
  "night.show.*",
  "night.nobody.*",
  "night.emptyAfter.*",
  "night.language.*",
  "night.state.*",
  "night.alert.*",
  "night.money.*",
  "measurement.decisions.*",
  "measurement.languages.*",
  "measurement.states.*",
  "measurement.withheld.*",
  "translations.missing.*",
  "translations.none.*",
  "translations.older.*",
  "payments-cancel.nights.why.*",
  "till.list.view.*",
  "till.office.kind.*",
  "till.offline.why.*",
  "till.refused.*",
  "till.state.*",
  "options.section.*",
  "options.field.*",
  "options.help.*",
  "options.error.*",
  "options.brand.*",
  "options.contrast.pair.*",
  "options.contrast.fails.*",
  "options.contrast.then.*",
  "options.booking.*",
  "options.booking.*Text",
  "options.unit.*",
  "options.privacy.of.*",
  "options.sites.name.*",
  "options.sites.host.*",
  "reconciliation.list.filter.*",
  "reconciliation.ledger.kind.*",
  "reconciliation.list.dispute.*",
  "reconciliation.list.kind.*",
  "reconciliation.list.method.*",
  "admin.provider.*",
  "reconciliation.list.state.*",
  "audit.access.what.*.*",
  "identity-profile.signIns.*",
  "booking-mine.state.*",
  "schedule.error.*",
  "schedule.error.*.hint",
  "content-campaigns.*.*",
  "content-campaigns.*.*.text",
  "content-campaigns.*.description",
  "content-campaigns.*.headline",
  "content-campaigns.*.imageAlt",
  "content-campaigns.*.lead",
  "content-campaigns.*.title",
  "payments-cancel.board.state.*",
  "payments-cancel.email.*",
  "payments-cancel.note.*",
  "payments-cancel.note.placeholder_*",
  "payments-cancel.outcome.*",
  "payments-cancel.refund.*",
  "payments-cancel.way.*",
  "payments-cancel.why.*",
  "customers.state.*",
  "privacy-admin.gone.account.*",
  "privacy-admin.refused.*",
  "opening.*.guests",
  "opening.*.text",
  "opening.*.title",
  "opening.missing.*",
  "opening.state.*",
  "operations.found.*",
  "operations.level.*",
  "operations.todo.*",
  "payments-confirmation.choice.price.*",
  "payments-confirmation.changed.*",
  "payments-confirmation.changed.*Text",
  "payments-confirmation.text.*",
  "payments-confirmation.title.*",
  "catalog-admin.field.*",
  "catalog-admin.site.*",
  "catalog-admin.unseen.*",
  "catalog-cities-admin.field.*",
  "content-admin.gallery.site.*",
  "content-admin.preview.*",
  "content-pages.missing.*",
  "guides.calendar.*",
  "guides.part.*",
  "guides.refused.*",
  "guides.state.*",
  "guides-admin.part.*",
  "guides-admin.state.*",
  "media-admin.crop.*",
  "media-admin.empty.*.text",
  "media-admin.empty.*.title",
  "media-admin.view.*",
  "editing.picture.*",
  "affiliates-admin.clear.*",
  "affiliates-admin.column.*",
  "affiliates-admin.doubt.*",
  "affiliates-admin.field.*",
  "affiliates-admin.filter.*",
  "affiliates-admin.help.*",
  "affiliates-admin.language.*",
  "affiliates-admin.period.*",
  "affiliates-admin.state.*",
  "affiliates-admin.statement.*",
  "affiliates-admin.step.*",
  "affiliates-admin.stepShort.*",
  "affiliates-admin.terms.example.*",
  "affiliates-admin.terms.meaning.*",
  "affiliates-admin.terms.said.*.fixed",
  "affiliates-admin.terms.said.*.percentage",
  "affiliates-admin.verdict.*",
  "affiliates-admin.way.*",
  "affiliates-admin.ways.*",
  "coupons.state.*",
  "price-rules.state.*",
  "price-rules.if.*Between",
  "price-rules.if.*From",
  "price-rules.if.*To",
  "booking-table.*.text",
  "booking-table.*.title",
  "gift-cards.error.*Name",
  "gift-cards.error.*Email",
  "gift-cards-admin.state.*",
  "stops-admin.flash.*",
  "stops-admin.heads.*",
  "stops-admin.taps.*",
  "stops-admin.way.state.*",
  "invoices-admin.state.*",
  "invoices-admin.view.*",
  "invoices-admin.*.title",
  "invoices-admin.*.text",
  "invoices-admin.line.*",
  "invoices-admin.form.*",
  "invoices-admin.payMethod.*",
  "invoices-admin.receipts.of.*",
  "invoices-admin.receipts.lead.*",
  "waiting.state.*",
  "waiting.error.*",
  "waiting-admin.language.*",
  "waiting-admin.state.*",
  "vouchers.closed.*",
  "catalog.route.*",
  "catalog.route.*.time",
  "schedule-admin.next.*",
  "schedule-admin.plan.state.*",
  "schedule-admin.previous.*",
  "schedule-admin.repeats.*",
  "schedule-admin.scope.*",
  "schedule-admin.state.*",
  "schedule-admin.formError.*",
  "schedule-admin.view.*",
  "content-home.features.*.text",
  "content-home.features.*.title",
  "content-home.route.*.text",
  "content-home.route.*.title",
  "payments-manage.*.title",
  "payments-manage.address.*.text",
  "payments-manage.address.*.title",
  "payments-manage.address.*.yes",
  "payments-manage.difference.*",
  "payments-manage.do.*",
  "payments-manage.done.*",
  "payments-manage.invoice.*",
  "payments-manage.invoice.*Title",
  "payments-manage.invoice.regimesOf.*",
  "payments-manage.open.line.*",
  "payments-manage.open.title.*",
  "payments-manage.quote.*",
  "payments-manage.quote.happens.*",
  "payments-manage.regime.*",
  "payments-manage.use.*",
  "admin.role.*",
  "admin.state.*",
  "reports.*",
  "reports.basis.*",
  "reports.period.*",
  "reports.revenueIs.*",
  "reports.state.*",
  "reports.waits.*",
  "errors.*",
  "reviews-admin.answered.*",
  "reviews-admin.view.*",
  "reviews-admin.why.*",
  "emails.changed.intro.*",
  "emails.changed.title.*",
  "messages-admin.view.*",
  "emails.staff.group.answer.*",
  "groups.occasion.*",
  "groups.quote.standing.*",
  "groups-admin.view.*",
  "groups-admin.state.*",
  "groups-admin.*.title",
  "groups-admin.*.text",
  "groups-admin.standing.*",
  "groups-admin.error.*",
  "messages-admin.*.title",
  "messages-admin.*.text",
  "messages-replies.*",
  "notifications-admin.again.*",
  "notifications-admin.again.not.*",
  "notifications-admin.group.*",
  "email-kinds.name.*",
  "notifications-admin.language.*",
  "notifications-admin.reason.*",
  "notifications-admin.scheduled.*",
  "emails.reminder.*.subject",
  "emails.reminder.*.title",
  "notifications-admin.state.*",
  "notifications-templates.case.*",
  "notifications-templates.flash.*",
  "notifications-templates.one.*",
  "notifications-templates.placeholder.*",
  "notifications-templates.preview.*",
  "notifications-templates.problem.*",
  "notifications-templates.role.*",
  "email-kinds.sent.*",
  "notifications-templates.state.*",
  "notifications-admin.tab.*",
  "notifications-templates.then.*",
  "notifications-templates.versions.*",
  "reconciliation.*",
  "reconciliation.account.*",
  "reconciliation.dead.*",
  "reconciliation.difference.*",
  "reconciliation.done.*",
  "reconciliation.refund.*",
  "reconciliation.message.topic.*",
  "reconciliation.review.*",
  "identity-admin.may.*",
  "identity-admin.refused.*",
  "identity-admin.role.*",
  "identity.note.*.text",
  "identity.note.*.title",
  "identity.verify.*.lead",
  "identity.verify.*.title",
  "booking-admin-bulk.board.*",
  "booking-admin-bulk.board.*Step",
  "booking-admin-bulk.money.*",
  "booking-admin-bulk.state.*",
  "booking-admin-list.column.*",
  "booking-admin-list.coupon.*",
  "booking-admin-list.doubt.*",
  "booking-admin-list.filter.*",
  "booking-admin-list.format.*",
  "booking-admin-list.language.*",
  "booking-admin-list.email.*",
  "booking-admin-list.money.*",
  "booking-admin-list.partner.*",
  "booking-admin-list.payment.*",
  "booking-admin-list.refused.*",
  "booking-admin-list.span.*",
  "booking-admin-list.source.*",
  "booking-admin-list.state.*",
  "booking-admin-list.sum.*",
  "booking-admin-list.tag.*",
  "booking-admin-list.tag.do_*",
  "booking-admin-list.tag.done_*",
  "booking-admin-list.tag.would_*",
  "booking-admin-list.view.*",
  "booking-admin.cancel.*",
  "booking-admin.done.*",
  "booking-admin.refused.*",
  "sandbox.delivery.*",
  "sandbox.options.*",
  "sandbox.outcome.*",
  "sandbox.state.*.text",
  "sandbox.state.*.title",
  "tickets.*.text",
  "tickets.*.title",
  "why.price.*",
  "why.coupon.*",
  "why.cancel.*",
  "ledger.back.*",
];

type Node = { type?: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

function* nodesOf(value: unknown): Generator<Node> {
  if (!isNode(value)) return;
  if (typeof value.type === "string") yield value;
  for (const part of Object.values(value)) yield* nodesOf(part);
}

const parsed = (source: string, file = "a.tsx") =>
  parseSync(source, { syntax: "typescript", tsx: file.endsWith(".tsx"), target: "esnext" });

const sources = fs
  .globSync("src/**/*.{ts,tsx}")
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: fs.readFileSync(file, "utf8") }));

/** Texts hard-coded in a component instead of in a catalogue. */
function ownTexts(source: string): string[] {
  const texts: unknown[] = [];
  for (const node of nodesOf(parsed(source))) {
    if (node.type === "JSXText") texts.push(node["value"]);
    if ((node.type === "JSXElement" && !isStyle(node)) || node.type === "JSXFragment")
      for (const child of node["children"] as Node[])
        if (child.type === "JSXExpressionContainer") texts.push(...outcomes(child["expression"] as Node));
    if (node.type === "JSXAttribute" && READ_OUT.includes(String((node["name"] as Node)["value"])))
      texts.push(...outcomes(node["value"] as Node));
  }
  return texts
    .map((text) => String(text).trim())
    .filter((text) => /\p{L}/u.test(text) && !PROPER_NAMES.includes(text) && !isAddress(text));
}

const isStyle = (element: Node) => ((element["opening"] as Node)["name"] as Node)["value"] === "style";

/** The texts that an expression alone can evaluate to. */
function outcomes(node: Node | null): unknown[] {
  switch (node?.type) {
    case "StringLiteral":
      return [node["value"]];
    case "TemplateLiteral":
      return (node["quasis"] as Node[]).map((quasi) => quasi["cooked"]);
    case "JSXExpressionContainer":
    case "ParenthesisExpression":
      return outcomes(node["expression"] as Node);
    case "ConditionalExpression":
      return [node["consequent"], node["alternate"]].flatMap((branch) => outcomes(branch as Node));
    case "BinaryExpression":
      return ["&&", "||", "??", "+"].includes(String(node["operator"]))
        ? [node["left"], node["right"]].flatMap((side) => outcomes(side as Node))
        : [];
    default:
      return [];
  }
}

test.each(sources.filter(({ file }) => file.endsWith(".tsx") && !ENGLISH_ONLY.includes(file)))(
  "$file says nothing of its own",
  ({ text }) => {
    expect(ownTexts(text)).toEqual([]);
  },
);

test.each([
  ["<p>Hello</p>", ["Hello"]],
  ["<p>{ok ? 'Yes' : 'No'}</p>", ["Yes", "No"]],
  ["<p>{ok && `Only ${n} left`}</p>", ["Only", "left"]],
  ["<img alt='A bar' src='/a.jpg' />", ["A bar"]],
  ["<input aria-label={'Search'} placeholder='Where?' />", ["Search", "Where?"]],
  ["<input placeholder='https://' />", []],
  ["<p>{'/cities/'}</p>", []],
  ["<p>https:// or so</p>", ["https:// or so"]],
  ["<p className='lead'>{t('home.title')} · {n} – <b>Instagram</b></p>", []],
])("in %s the check finds %o", (jsx, found) => {
  expect(ownTexts(`const a = ${jsx};`)).toEqual(found);
});

describe("the catalogues", () => {
  const areas = fs.globSync("src/locales/en/**/*.json").filter((file) => !file.endsWith("documents.json"));
  const ids = areas.flatMap((file) => Object.keys(JSON.parse(fs.readFileSync(file, "utf8")) as object));
  // long texts have their own reader, with shorter ids
  const others = sources.filter(({ file }) => !file.endsWith("documents.server.ts"));
  const nodes = others.flatMap(({ file, text }) => [...nodesOf(parsed(text, file))]);
  const literals = new Set(nodes.filter(({ type }) => type === "StringLiteral").map((node) => node["value"] as string));
  const words = new Set([
    ...literals,
    ...nodes.filter(({ type }) => type === "Identifier").map((node) => node["value"]),
    ...nodes.filter(({ type }) => type === "NumericLiteral").map((node) => String(node["value"])),
  ]);
  /** Template literals with their values as stars: `errors.*`. */
  const patterns = new Set(
    nodes
      .filter(({ type }) => type === "TemplateLiteral")
      .map((node) => (node["quasis"] as Node[]).map((quasi) => quasi["cooked"]).join("*")),
  );

  test("hold every id that is asked for", () => {
    const message = nodes
      .filter(({ type, callee }) => type === "CallExpression" && isNode(callee) && isText(callee))
      .map((node) => (node["arguments"] as { expression: Node }[])[0]?.expression)
      .filter((id) => id?.type === "StringLiteral")
      .map((id) => id?.["value"] as string);
    expect(message.length).toBeGreaterThan(100);
    expect(message.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("hold every id that a schema answers with", () => {
    const heads = new Set(ids.map((id) => id.split(".")[0]));
    const answered = sources
      .filter(({ text }) => text.includes('from "zod"'))
      .flatMap(({ file, text }) => [...nodesOf(parsed(text, file))])
      .filter(({ type }) => type === "StringLiteral")
      .map((node) => node["value"] as string)
      .filter((text) => /^[\w-]+\.\w/.test(text) && heads.has(text.split(".")[0]));
    expect(answered.length).toBeGreaterThan(100);
    expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("hold no id that nobody asks for", () => {
    const inFamily = (id: string) => FAMILIES.some((family) => filledIn(family, id)?.every((word) => words.has(word)));
    expect(ids.filter((id) => !literals.has(id) && !inFamily(id))).toEqual([]);
  });

  test("are asked for every family of ids that is named here", () => {
    expect(FAMILIES.filter((family) => !patterns.has(family))).toEqual([]);
    expect(FAMILIES.filter((family) => !ids.some((id) => filledIn(family, id)))).toEqual([]);
  });
});

/** Whether a call is one of `t(…)` or `i18n.t(…)`. */
const isText = (callee: Node): boolean =>
  callee["value"] === "t" || (callee.type === "MemberExpression" && (callee["property"] as Node)["value"] === "t");

/** The value in place of a family's stars; null if the id is not of that family. */
const filledIn = (family: string, id: string): string[] | null =>
  new RegExp(`^${family.replaceAll(".", "\\.").replaceAll("*", "([^.]+)")}$`).exec(id)?.slice(1) ?? null;
