import type { Message } from "#src/locales/message.ts";

type Catalogue = { default: Record<string, Message> };

// that file also has an email's name and when it is sent, its only texts that browsers get
const emailKinds = import.meta.glob<Catalogue>("./*/emails.json", { query: "?area=email-kinds" });

/** The admin's texts: a map of its own, so that guests' browsers don't even load their names. */
export const adminFiles: Record<string, () => Promise<Catalogue>> = {
  ...import.meta.glob<Catalogue>("./*/admin/*.json"),
  ...Object.fromEntries(
    Object.entries(emailKinds).map(([file, load]) => [file.replace("/emails.json", "/admin/email-kinds.json"), load]),
  ),
};
