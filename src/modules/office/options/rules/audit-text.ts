import type { RateText } from "#src/modules/office/options/rules/rates.ts";
import { isYesNo, type SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";

/** Titles of crawls by id. */
export type Titles = ReadonlyMap<string, string>;
type ToldCrawl = { id: string; title: string };

const CRAWLS: readonly SettingKey[] = ["calendar_crawl_ids", "default_crawl_id"];

/** A setting's text as the audit log shows it: crawls with their titles, booleans as yes or no; null for an empty one. */
export function toldOf(key: SettingKey, text: string, titles: Titles): unknown {
  if (text === "") return null;
  if (isYesNo(key)) return text === "true";
  if (!CRAWLS.includes(key)) return text;
  return text.split(",").map((id): ToldCrawl => ({ id, title: titles.get(id) ?? id }));
}

const idOf = (crawl: unknown): string =>
  typeof crawl === "object" && crawl !== null && "id" in crawl ? String(crawl.id) : "";

/** The text that an entry of the audit log tells of. */
export function textOfTold(value: unknown): string {
  if (Array.isArray(value)) return value.map(idOf).join(",");
  return typeof value === "string" ? value : typeof value === "boolean" ? String(value) : "";
}

const partOf = (entry: unknown, part: string): string => {
  const value = typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>)[part] : "";
  return typeof value === "string" ? value : "";
};

/** The rate that an entry tells of; empty for none. */
export const rateOfTold = (value: unknown): RateText => ({ rate: partOf(value, "rate"), date: partOf(value, "date") });
