/** The point of a picture that stays in view where it is cropped, in percent of width and height. */
export type Focus = { x: number; y: number };

export const MIDDLE: Focus = { x: 50, y: 50 };

const within = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)));

/** A focus within the picture, in whole percent. */
export const focusAt = ({ x, y }: Focus): Focus => ({ x: within(x), y: within(y) });

const STEPS: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where a key moves a focus, by 5 percent or finely by 1; null for other keys. */
export function focusMoved(focus: Focus, key: string, isFine: boolean): Focus | null {
  if (key === "Home") return MIDDLE;
  const step = STEPS[key];
  const far = isFine ? 1 : 5;
  return step ? focusAt({ x: focus.x + step.x * far, y: focus.y + step.y * far }) : null;
}

/**
 * Style rules that keep the focus of pictures in view wherever they are cropped. Rules rather than a property of each picture: the
 * code that draws a page needn't know them.
 */
export const focusCss = (pictures: readonly ({ name: string } & Focus)[]): string =>
  pictures.map(({ name, x, y }) => `img[src*="/uploads/${name}-"]{object-position:${x}% ${y}%}`).join("");
