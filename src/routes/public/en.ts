import { type Catalogue, takeTexts } from "#src/locales/i18n.ts";

export { Outlet as default } from "react-router";

const texts = import.meta.glob<Catalogue>("/src/locales/en/{common,site}.json", { query: "?at-once", eager: true });
takeTexts("en", Object.values(texts));
