import { expect, test } from "vitest";
import {
  beyondOf,
  consentAddressOf,
  consentFilterOf,
  eventsAddressOf,
  eventsAskedFor,
} from "#src/modules/partners/measurement/rules/consent-log.ts";

test.each([
  ["?", { decision: null, language: null }],
  ["?decision=withdrawn&language=es", { decision: "withdrawn", language: "es" }],
  ["?decision=maybe&language=fr", { decision: null, language: null }],
  ["?decision=constructor", { decision: null, language: null }],
])("%s asks for %o", (query, filter) => expect(consentFilterOf(new URLSearchParams(query))).toEqual(filter));

test("an address is read as it was written", () => {
  const filter = { decision: "granted", language: null } as const;
  const params = new URLSearchParams(consentAddressOf(filter, ["older", 51]));
  expect([consentFilterOf(params), beyondOf(params)]).toEqual([filter, { older: 51, newer: null }]);
  expect(eventsAskedFor(new URLSearchParams(eventsAddressOf("failed", 3)))).toEqual({ state: "failed", page: 3 });
});

test.each([
  ["?view=events&state=nope&page=-1", { state: null, page: 1 }],
  ["?view=events&page=99999999999", { state: null, page: 1 }],
  ["?view=other", null],
  ["?", null],
])("%s asks for the events %o", (query, asked) => expect(eventsAskedFor(new URLSearchParams(query))).toEqual(asked));

test("a place in the log that is none is the top", () =>
  expect(beyondOf(new URLSearchParams("?older=1e3&newer=0"))).toEqual({ older: null, newer: null }));
