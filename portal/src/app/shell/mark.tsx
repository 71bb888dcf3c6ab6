import { useVariant } from '../use-variant.ts';
import styles from './mark.module.css';

/** The mark of the brand: white strokes in a rounded square. It says nothing that the name beside it does not. */
export function Mark({ size = 26 }: { size?: number }) {
  const { mark } = useVariant();
  return (
    <span className={styles['mark']} style={{ width: size, height: size }}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {mark.filled.map((path) => (
          <path key={path} d={path} className={styles['filled']} />
        ))}
        {mark.strokes.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    </span>
  );
}
