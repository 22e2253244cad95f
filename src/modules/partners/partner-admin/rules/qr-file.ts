/** Sizes of the picture, in pixels: for a screen, for a card, for a wall. */
export const PNG_SIZES = [512, 1024, 2048] as const;
export const PAPERS = ["a4", "letter"] as const;
/** In which languages something is printed. */
export const PRINTED = ["both", "es", "en"] as const;
export const PRINTS = ["poster", "tent"] as const;

export type Paper = (typeof PAPERS)[number];
export type Printed = (typeof PRINTED)[number];
export type Print = (typeof PRINTS)[number];

/** A file of a code: the code itself, or something to print. */
export type QrFile =
  | { kind: "svg" }
  | { kind: "png"; size: (typeof PNG_SIZES)[number] }
  | { kind: Print; paper: Paper; printed: Printed };

/** A file's name in its address: `code.svg`, `code-1024.png`, `poster-a4-both.pdf`. */
export function fileName(file: QrFile): string {
  if (file.kind === "svg") return "code.svg";
  return file.kind === "png" ? `code-${file.size}.png` : `${file.kind}-${file.paper}-${file.printed}.pdf`;
}

/** The file that has a name; null for any other. */
export const fileNamed = (name: string): QrFile | null => FILES.get(name) ?? null;

const ALL: QrFile[] = [
  { kind: "svg" },
  ...PNG_SIZES.map((size) => ({ kind: "png" as const, size })),
  ...PRINTS.flatMap((kind) =>
    PAPERS.flatMap((paper) => PRINTED.map((printed) => ({ kind, paper, printed }) satisfies QrFile)),
  ),
];
const FILES = new Map(ALL.map((file) => [fileName(file), file]));
