/**
 * The version of the question that visitors answer (`affiliates.text`), stored with each answer. Another text asks for something
 * else: it gets another version, with the text's fingerprint in the test beside this file.
 */
export const CONSENT_TEXT = "2026-11";

/** What a visitor decides. Withdrawn: rejected after it was granted. */
export const DECISIONS = ["granted", "rejected", "withdrawn"] as const;
export type Decision = (typeof DECISIONS)[number];

/** What the answer `choice` is, given after `before`. */
export const decisionOf = (choice: "granted" | "denied", before: string): Decision =>
  choice === "granted" ? "granted" : before === "granted" ? "withdrawn" : "rejected";

/** The cookie that names the stored decision, while consent is given: by it a booking knows its consent. */
export const CONSENT_ID_COOKIE = "consent_id";

/** A decision as told to the server. Both ids are random and made in the browser. */
export type ToldDecision = {
  id: string;
  visitor: string;
  decision: Decision;
  textVersion: string;
  language: "en" | "es";
};

/** The localStorage key of the visitor's random id, made at their first decision. */
export const VISITOR_KEY = "consent_visitor";
/** The localStorage key of decisions that haven't reached the server yet. */
export const UNTOLD_KEY = "consent_untold";
