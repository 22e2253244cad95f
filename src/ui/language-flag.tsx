import type { ReactNode } from "react";

/** United States for English, Spain for Spanish. */
const FLAGS: Record<"en" | "es", ReactNode> = {
  en: (
    <>
      <path fill="#fff" d="M0 0h24v24H0z" />
      <path d="M0 2h24M0 6h24M0 10h24M0 14h24M0 18h24M0 22h24" stroke="#c8102e" strokeWidth="2" />
      <path fill="#1d3a7a" d="M0 0h12v12H0z" />
      <path
        d="M3 3h.1M6 3h.1M9 3h.1M4.5 6h.1M7.5 6h.1M3 9h.1M6 9h.1M9 9h.1"
        stroke="#fff"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </>
  ),
  es: (
    <>
      <path fill="#c60b1e" d="M0 0h24v24H0z" />
      <path fill="#ffc400" d="M0 6h24v12H0z" />
    </>
  ),
};

/** The round flag of a language; decoration, because the language's name is beside it. */
export function LanguageFlag({ language }: { language: "en" | "es" }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-6.5 rounded-full ring-2 ring-current">
      {FLAGS[language]}
    </svg>
  );
}
