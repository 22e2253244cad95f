import type { Message } from "#src/locales/message.ts";

/** The admin's texts: a map of its own, so that guests' browsers don't even load their names. */
export const adminFiles = import.meta.glob<{ default: Record<string, Message> }>("./*/admin/*.json");
