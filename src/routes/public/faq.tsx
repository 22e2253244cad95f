import { readQuestions } from "#src/locales/documents.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/faq";

export const loader = ({ context }: Route.LoaderArgs) => readQuestions(context.get(requestContext).locale);

export default later(
  "page-faq",
  async () => (await import("#src/routes/public/components/faq.tsx")).default,
  "touched",
);
