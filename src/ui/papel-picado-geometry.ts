/* Papel picado from geometry only. A motif is a set of holes in one sheet, a true stencil with no loose pieces: one path per
   flag, one fill, any color, and the background shows through. A flag is 100 by 120 units. */
type Point = readonly [x: number, y: number];
type Spread = { radius: number; width: number };

/** How a flag's bottom edge is cut. */
type Hem = "scallop" | "zigzag" | "fringe";

/** Motifs, each within about x 17 to 83, y 22 to 92, in hanging order, and the hem of each. */
const HEM_OF = {
  marigold: "scallop",
  star: "zigzag",
  agave: "fringe",
  toast: "scallop",
  calavera: "zigzag",
  catedral: "fringe",
  corazon: "zigzag",
} as const satisfies Record<string, Hem>;

export type Motif = keyof typeof HEM_OF;
export const MOTIFS = Object.keys(HEM_OF) as Motif[];

const CENTRE = { x: 50, y: 56 };

const short = (value: number) => (Math.round(value * 100) / 100).toString();
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join("");
const at = (x: number, y: number, radius: number, angle: number): Point => [
  x + radius * Math.cos(radians(angle)),
  y + radius * Math.sin(radians(angle)),
];
const text = ([x, y]: Point) => `${short(x)} ${short(y)}`;

const polygon = (points: readonly Point[]) => `M${points.map(text).join("L")}Z`;
const diamond = (x: number, y: number, radius: number, tall = 1.25) =>
  polygon([
    [x, y - radius * tall],
    [x + radius, y],
    [x, y + radius * tall],
    [x - radius, y],
  ]);
function circle(x: number, y: number, radius: number) {
  const r = short(radius);
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(2 * radius)} 0a${r} ${r} 0 1 0 ${short(-2 * radius)} 0Z`;
}

/** Lens-shaped petal between two radii. */
function petal(x: number, y: number, angle: number, from: number, to: number, width: number, belly = 0.5) {
  const middle = at(x, y, from + (to - from) * belly, angle);
  const across: Point = [-Math.sin(radians(angle)) * width, Math.cos(radians(angle)) * width];
  const left: Point = [middle[0] + across[0], middle[1] + across[1]];
  const right: Point = [middle[0] - across[0], middle[1] - across[1]];
  const root = text(at(x, y, from, angle));
  return `M${root}Q${text(left)} ${text(at(x, y, to, angle))}Q${text(right)} ${root}Z`;
}
const rosette = (x: number, y: number, count: number, start: number, from: number, to: number, width: number) =>
  times(count, (i) => petal(x, y, start + (i * 360) / count, from, to, width));

/** Segment of a ring. */
function slit(x: number, y: number, inner: number, outer: number, from: number, to: number) {
  const large = Math.abs(to - from) > 180 ? 1 : 0;
  const arc = (radius: number, sweep: 0 | 1, angle: number) =>
    `A${short(radius)} ${short(radius)} 0 ${large} ${sweep} ${text(at(x, y, radius, angle))}`;
  return `M${text(at(x, y, outer, from))}${arc(outer, 1, to)}L${text(at(x, y, inner, to))}${arc(inner, 0, from)}Z`;
}

/** Rounded bar. */
function pill(x: number, y: number, width: number, height: number) {
  const radius = Math.min(width, height) / 2;
  const [r, w, h] = [short(radius), short(width - 2 * radius), short(height - 2 * radius)];
  const turn = (dx: string, dy: string) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const top = `M${short(x + radius)} ${short(y)}h${w}${turn(r, r)}v${h}${turn(`-${r}`, r)}`;
  return `${top}h${short(2 * radius - width)}${turn(`-${r}`, `-${r}`)}v${short(2 * radius - height)}${turn(r, `-${r}`)}Z`;
}

/** Block with an arched doorway cut from below: it stays one hole, the arch hangs on its sill. */
function doorway(x: number, y: number, width: number, height: number, door: Spread & { height: number }) {
  const sill = short(-(width - door.width) / 2);
  const [r, jamb] = [short(door.radius), short(door.height - door.radius)];
  const arch = `v-${jamb}a${r} ${r} 0 0 0 ${short(-door.width)} 0v${jamb}`;
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${sill}${arch}h${sill}Z`;
}
const arched = (x: number, y: number, width: number, height: number, doorWidth: number, doorHeight: number) =>
  doorway(x, y, width, height, { width: doorWidth, radius: doorWidth / 2, height: doorHeight });

const marigold = () =>
  circle(50, 56, 3.6) +
  rosette(50, 56, 7, -90, 6, 14.5, 5.2) +
  rosette(50, 56, 11, -74, 15.6, 24.6, 6.2) +
  rosette(50, 56, 17, -90, 26, 34, 5.2);

function star() {
  const { x, y } = CENTRE;
  const ray = (i: number) => {
    const angle = -90 + i * 45;
    const reach = i % 2 ? 25 : 34;
    return polygon([
      at(x, y, 5, angle),
      at(x, y, 16.5, angle + 17),
      at(x, y, reach, angle),
      at(x, y, 16.5, angle - 17),
    ]);
  };
  const dot = (i: number) => circle(...at(x, y, 28.5, -67.5 + i * 45), 2.3);
  return times(8, ray) + times(8, dot);
}

function agave() {
  const leaves = [
    [0, 58, 7],
    [21, 55, 7],
    [-21, 55, 7],
    [42, 48, 6.6],
    [-42, 48, 6.6],
    [62, 40, 6],
    [-62, 40, 6],
    [81, 33, 5],
    [-81, 33, 5],
  ] as const;
  const heart = [
    [50, 79],
    [44, 84],
    [56, 84],
    [50, 89],
  ] as const;
  const stars = circle(27, 34, 2.6) + circle(73, 34, 2.6) + circle(21, 44, 1.6) + circle(79, 44, 1.6);
  return (
    leaves.map(([lean, reach, width]) => petal(50, 84, -90 + lean, 11, reach, width, 0.42)).join("") +
    heart.map(([x, y]) => diamond(x, y, 3.1, 1.2)).join("") +
    stars
  );
}

function toast() {
  const glass = (x: number, lean: number) => {
    const part = (top: number, foot: number, from: number, to: number) =>
      polygon(
        turned(
          [
            [x - top, from],
            [x + top, from],
            [x + foot, to],
            [x - foot, to],
          ],
          [x, 66],
          lean,
        ),
      );
    return part(11.5, 11, 43, 48) + part(10.6, 8.4, 51, 76) + part(8.1, 7.2, 79.2, 87);
  };
  const sparks = [
    [-90, 21],
    [-122, 19],
    [-58, 19],
    [-150, 22],
    [-30, 22],
  ] as const;
  const splash = sparks.map(([angle, reach]) => petal(50, 42, angle, 6, reach, 3.6)).join("");
  return glass(33, 13) + glass(67, -13) + splash + circle(22, 46, 1.8) + circle(78, 46, 1.8);
}
function turned(points: readonly Point[], [cx, cy]: Point, angle: number): Point[] {
  const [cos, sin] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
  return points.map(([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]);
}

function calavera() {
  const brow = times(9, (i) => slit(50, 51, 27, 31, 158 + i * 25, 178 + i * 25));
  const cheeks = slit(50, 51, 27, 31, 26, 40) + slit(50, 51, 27, 31, 140, 154);
  const eye = (x: number) => rosette(x, 53, 8, 0, 4.2, 10, 3.3) + circle(x, 53, 2.9);
  const nose = petal(47.6, 72, -80, 0, 8.5, 2.5) + petal(52.4, 72, -100, 0, 8.5, 2.5);
  const teeth = [35.5, 42, 48.6, 55.2, 61.8]
    .map((x, i) => (i % 4 ? pill(x, 77, 3.4, 10) : pill(x, 76, 3.4, 8)))
    .join("");
  const dots = circle(37, 38, 1.5) + circle(63, 38, 1.5) + circle(25, 86, 2.2) + circle(75, 86, 2.2);
  return brow + cheeks + eye(38.6) + eye(61.4) + nose + teeth + rosette(50, 35, 6, -90, 2.6, 7.6, 2.8) + dots;
}

function catedral() {
  const tower = (x: number) =>
    polygon([
      [x, 37],
      [x + 7, 26],
      [x + 14, 37],
    ]) +
    arched(x, 39, 14, 14, 6, 9) +
    arched(x, 55.2, 14, 14, 6, 9) +
    arched(x, 71.4, 14, 18, 6, 11) +
    circle(x + 7, 22.5, 1.7);
  const dome = "M41 48.5a9 10 0 0 1 18 0Z" + pill(49, 29.6, 2, 7.4) + pill(46.6, 31.8, 6.8, 2);
  const gable = polygon([
    [38, 58.5],
    [50, 50.4],
    [62, 58.5],
  ]);
  return tower(21) + tower(65) + dome + gable + arched(38, 60.6, 24, 28.8, 10, 18);
}

function corazon() {
  const half = (side: 1 | -1) => {
    const p = (x: number, y: number) => `${short(50 + side * x)} ${y}`;
    const lobe = `C${p(6, 41)} ${p(27, 41)} ${p(26, 58)}C${p(25, 71)} ${p(10, 79)} ${p(1.4, 88)}`;
    return `M${p(1.4, 50)}${lobe}L${p(1.4, 74)}L${p(13, 60)}L${p(1.4, 66)}Z`;
  };
  const flames = [
    [-90, 5, 30],
    [-112, 8, 27],
    [-68, 8, 27],
    [-132, 8, 24],
    [-48, 8, 24],
  ] as const;
  const fire = flames.map(([angle, from, to]) => petal(50, 50, angle, from, to, 4, 0.4)).join("");
  return half(-1) + half(1) + fire + circle(24, 80, 2.4) + circle(76, 80, 2.4);
}

const HOLES: Record<Motif, () => string> = { marigold, star, agave, toast, calavera, catedral, corazon };

function outline(hem: Hem) {
  if (hem === "scallop") return `M0 0H100V104${times(5, () => "a10 12 0 0 1 -20 0")}Z`;
  if (hem === "zigzag") return `M0 0H100V104${times(5, (i) => `L${90 - i * 20} 118L${80 - i * 20} 104`)}Z`;
  const strand = (i: number) => `H${short(100 - i * 11.111)}V${i % 2 ? 110 : 116}l-4.75 4l-4.75 -4V104`;
  return `M0 0H100V104${times(9, strand)}H0Z`;
}
function hemHoles(hem: Hem) {
  if (hem === "fringe") return times(8, (i) => diamond(9.5 + i * 11.57, 99, 2.3, 1.15));
  const [length, width] = hem === "zigzag" ? [12, 3.4] : [13, 4.6];
  return times(5, (i) => petal(10 + i * 20, 98.5, 90, 0, length, width, 0.62));
}

/** The path of a whole flag, to be filled with `fill-rule: evenodd`. */
export function flagPath(motif: Motif): string {
  const hem = HEM_OF[motif];
  const top = times(8, (i) => diamond(9.5 + i * 11.57, 12, 2.5, 1.15));
  const sides = times(6, (i) => circle(8.4, 27 + i * 12.6, 1.9) + circle(91.6, 27 + i * 12.6, 1.9));
  return outline(hem) + top + sides + hemHoles(hem) + HOLES[motif]();
}

/** One 24 by 30 tile of the cut edge: solid at the top, scallops pointing down. */
const edgeTilePath = (): string =>
  `M0 0H24V15a12 13 0 0 1 -24 0Z${petal(12, 11, 90, 0, 12, 4.4, 0.62)}${diamond(12, 5.6, 2.1, 1.25)}`;

/** The sprite of all flags, one symbol per motif, named after it. */
export function flagSprite(): string {
  const symbols = MOTIFS.map(
    (motif) =>
      `<symbol id="${motif}" viewBox="0 0 100 120" overflow="visible"><path fill-rule="evenodd" d="${flagPath(motif)}"/></symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

/** The cut edge as a mask that repeats horizontally. */
export const cutEdgeSvg = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="30" viewBox="0 0 24 30"><path fill-rule="evenodd" d="${edgeTilePath()}"/></svg>\n`;
