import { useText } from "#src/locales/use-text.ts";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = () => [{ title: "Ronda" }];

export default function Home() {
  const { t } = useText();
  return (
    <main id="main">
      <h1>{t("home.title")}</h1>
    </main>
  );
}
