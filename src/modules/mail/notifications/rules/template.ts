import type { Message } from "#src/locales/message.ts";
import { toPlainText } from "#src/kernel/plain-text.ts";

/** What a text may insert, each with its meaning in `notifications-templates.placeholder.*`. */
export const PLACEHOLDERS = [
  "amount",
  "balance",
  "brand",
  "city",
  "code",
  "count",
  "crawl",
  "date",
  "day",
  "deadline",
  "desk",
  "email",
  "hour",
  "hours",
  "link",
  "month",
  "name",
  "paid",
  "partner",
  "people",
  "place",
  "places",
  "provider",
  "reference",
  "role",
  "stars",
  "subject",
  "time",
  "unpaid",
  "until",
  "weekday",
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Those that are numbers, so that a text may have a form for one and another for more. */
const COUNTED: ReadonlySet<string> = new Set<Placeholder>(["count", "paid", "people", "places", "stars", "unpaid"]);
export const isCounted = (name: Placeholder): boolean => COUNTED.has(name);

/** What a text is bound to. `long`: it may have several lines. */
export type TextRule = { may: readonly Placeholder[]; must: readonly Placeholder[]; most: number; long: boolean };

/** Why a text can't be used; `name` is what stands in the braces, or the placeholder that is missing. */
export type TextProblem =
  | { problem: "unknown" | "required" | "not_counted"; name: string }
  | { problem: "braces" | "two_forms" | "long" | "line" };

type Read = { ok: true; message: Message } | { ok: false; error: TextProblem };

const INSERTED = /\{\{([^{}]*)\}\}/g;
// they would end a header, or be invisible
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A text as it is stored: without spaces at its ends, and with plain line ends. */
export const tidied = toPlainText;

/**
 * Reads an operator's text: `{{date}}` inserts a value, `{{people: # person | # people}}` the form for its number (`#` is the
 * number). Anything else, HTML too, is text. The result is a message of the catalogues.
 */
export function readText(text: string, { may, must, most, long }: TextRule): Read {
  const fails = (error: TextProblem): Read => ({ ok: false, error });
  if (text.length > most) return fails({ problem: "long" });
  if (CONTROL.test(long ? text.replaceAll("\n", "") : text)) return fails({ problem: "line" });
  const pieces: Exclude<Message, string>[number][] = [];
  const found = new Set<string>();
  let end = 0;
  for (const { 0: whole, 1: inside = "", index } of text.matchAll(INSERTED)) {
    const [name = "", ...rest] = inside.split(":");
    const word = may.find((one) => one === name.trim());
    if (word === undefined) return fails({ problem: "unknown", name: inside.trim() });
    found.add(word);
    if (index > end) pieces.push(text.slice(end, index));
    end = index + whole.length;
    if (rest.length === 0) {
      pieces.push([word]);
      continue;
    }
    if (!isCounted(word)) return fails({ problem: "not_counted", name: word });
    const forms = rest
      .join(":")
      .split("|")
      .map((form) => form.trim());
    if (forms.length !== 2 || forms.includes("")) return fails({ problem: "two_forms" });
    pieces.push([word, "plural", { one: counted(forms[0]!), other: counted(forms[1]!) }]);
  }
  if (end < text.length) pieces.push(text.slice(end));
  if (text.replaceAll(INSERTED, "").match(/\{\{|\}\}/)) return fails({ problem: "braces" });
  const missing = must.find((name) => !found.has(name));
  return missing ? fails({ problem: "required", name: missing }) : { ok: true, message: pieces };
}

/** A form with its number: "# people" has the pieces "#" and " people". */
const counted = (form: string): Message => form.split(/(#)/).filter((piece) => piece !== "");

/** A message of the catalogues as an operator writes it. */
export function writtenAs(message: Message): string {
  if (typeof message === "string") return message;
  return message
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const [name, kind, forms] = piece;
      if (!kind || !forms) return `{{${name}}}`;
      return `{{${name}: ${writtenAs(forms["one"] ?? forms["other"] ?? "")} | ${writtenAs(forms["other"] ?? "")}}}`;
    })
    .join("");
}
