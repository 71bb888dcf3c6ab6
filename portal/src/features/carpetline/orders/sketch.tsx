import type { Shape } from '#contract/carpetline/line.ts';
import { formatNumber } from '#contract/money.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { drawingOf } from './sketch.rules.ts';
import styles from './line.module.css';

interface SketchProps {
  readonly shape: Shape;
  readonly length: number | null;
  readonly width: number | null;
  readonly diameter: number | null;
  /** `#rrggbb` of the chosen colour, which the edge takes. */
  readonly swatch?: string | null;
}

/** The carpet to scale with its measures; nothing while they are not known. */
export function Sketch({ shape, length, width, diameter, swatch }: SketchProps) {
  const text = useText();
  const language = useLanguage();
  const drawing = drawingOf({ shape, length, width, diameter });
  if (drawing === null) return null;
  const edge = swatch ?? 'var(--balie-accent)';
  const { across, along, label } = drawing;
  // As high as the carpet, with room for the text beside a narrow one.
  const half = Math.max(across / 2, 24);
  return (
    <>
      <svg
        className={styles.sketch}
        viewBox={`0 ${86 - half - 8} 240 ${2 * half + 48}`}
        role="img"
        aria-label={text(`carpetline.sketch.${label}`, drawing.values)}
      >
        {drawing.kind === 'round' ? (
          <circle cx={120} cy={86} r={along / 2} className={styles.carpet} stroke={edge} />
        ) : (
          <rect
            x={120 - along / 2}
            y={86 - across / 2}
            width={along}
            height={across}
            className={styles.carpet}
            stroke={edge}
          />
        )}
        <Measure
          from={[120 - along / 2, 86 + across / 2 + 16]}
          to={[120 + along / 2, 86 + across / 2 + 16]}
          words={drawing.below}
        />
        {drawing.kind === 'straight' && (
          <Measure
            from={[120 + along / 2 + 14, 86 - across / 2]}
            to={[120 + along / 2 + 14, 86 + across / 2]}
            words={drawing.beside}
            isUpright
          />
        )}
      </svg>
      <p className={styles.area}>
        {text('carpetline.sketch.area', {
          area: formatNumber(drawing.area, language, { min: 2 }),
          edge: formatNumber(drawing.edge, language, { min: 2 }),
        })}
      </p>
    </>
  );
}

interface MeasureProps {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly words: string;
  readonly isUpright?: boolean;
}

function Measure({ from: [x1, y1], to: [x2, y2], words, isUpright = false }: MeasureProps) {
  const [x, y] = isUpright ? [x1 + 12, (y1 + y2) / 2] : [(x1 + x2) / 2, y1 + 14];
  return (
    <g className={styles.measure}>
      <line x1={x1} y1={y1} x2={x2} y2={y2} />
      <line
        x1={x1 - (isUpright ? 4 : 0)}
        y1={y1 - (isUpright ? 0 : 4)}
        x2={x1 + (isUpright ? 4 : 0)}
        y2={y1 + (isUpright ? 0 : 4)}
      />
      <line
        x1={x2 - (isUpright ? 4 : 0)}
        y1={y2 - (isUpright ? 0 : 4)}
        x2={x2 + (isUpright ? 4 : 0)}
        y2={y2 + (isUpright ? 0 : 4)}
      />
      <text x={x} y={y} textAnchor="middle" transform={isUpright ? `rotate(90 ${x} ${y})` : undefined}>
        {words}
      </text>
    </g>
  );
}
