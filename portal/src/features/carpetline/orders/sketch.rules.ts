import { Shape } from '#contract/carpetline/line.ts';

interface Sizes {
  readonly shape: Shape;
  /** Whole centimetres. */
  readonly length: number | null;
  readonly width: number | null;
  readonly diameter: number | null;
}

/** A carpet on the sketch: `along` and `across` in units of the sketch, at most 150 by 130, to scale. */
interface Drawing {
  readonly kind: 'straight' | 'round';
  readonly along: number;
  readonly across: number;
  /** Measure under it, and to the right of it. */
  readonly below: string;
  readonly beside: string;
  /** Key of the spoken description, with its values. */
  readonly label: 'straight' | 'round';
  readonly values: Readonly<Record<string, number>>;
  /** Square metres, and metres of edge that are finished. */
  readonly area: number;
  readonly edge: number;
}

const max = { along: 150, across: 130 };
/** A runner of ten metres still looks like a carpet, not like a line. */
const min = 6;

/** The sketch of a carpet; null while its sizes are not known. */
export function drawingOf({ shape, length, width, diameter }: Sizes): Drawing | null {
  if (shape === Shape.Round && diameter !== null && diameter > 0) {
    return {
      kind: 'round',
      along: max.across,
      across: max.across,
      below: `⌀ ${diameter} cm`,
      beside: '',
      label: 'round',
      values: { diameter },
      area: (Math.PI * (diameter / 2) ** 2) / 10_000,
      edge: (Math.PI * diameter) / 100,
    };
  }
  if (shape !== Shape.Straight || !length || !width) return null;
  const scale = Math.min(max.along / length, max.across / width);
  return {
    kind: 'straight',
    along: Math.max(length * scale, min),
    across: Math.max(width * scale, min),
    below: `${length} cm`,
    beside: `${width} cm`,
    label: 'straight',
    values: { length, width },
    area: (length * width) / 10_000,
    edge: (2 * (length + width)) / 100,
  };
}
