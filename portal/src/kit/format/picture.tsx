import styles from './chip.module.css';

interface PictureProps {
  readonly name: string;
  /** Address or data URL; the initials stand in when absent. */
  readonly src: string | null | undefined;
}

/** The logo of a company, or its initials in a square. */
export function Picture({ name, src }: PictureProps) {
  if (src) return <img src={src} alt="" className={styles.picture} />;
  return (
    <span className={styles.picture} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}

/** At most two initials of a company or a thing: 'Koninklijke Veenstra Groep' → 'KV'. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
