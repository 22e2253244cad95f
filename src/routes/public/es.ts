import { type Catalogue, takeTexts } from "#src/locales/i18n.ts";

export { Outlet as default } from "react-router";

const texts = import.meta.glob<Catalogue>("/src/locales/es/{common,site}.json", { query: "?at-once", eager: true });
takeTexts("es", Object.values(texts));
