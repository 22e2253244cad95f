// What a process that only runs jobs loads: everything but pages and the API (docs/decisions/195).

export { noteRefusedScrape } from "#src/note-refusal.server.ts";
export { gauges } from "#src/modules/office/operations/queries.server.ts";
export { keepOwnPages } from "#src/modules/site/content/keep-own-pages.server.ts";
export { ask, publish, cronItems, providers, queueStart, taskList } from "#src/wiring.ts";
