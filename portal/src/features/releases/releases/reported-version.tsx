import { IconHelpCircle } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import type { Running } from './roll-out.rules.ts';
import styles from './releases.module.css';

/** A version that a client reported, marked where it is no release of ours; `title` is shown below a pointing mouse. */
export function ReportedVersion({ of, title }: { readonly of: Running; readonly title?: string }) {
  const text = useText();
  if (of.isKnown) return <span title={title}>{of.version}</span>;
  const unknown = text('releases.adoption.unknownRelease');
  const words = [title, unknown].filter((word) => word !== undefined).join(' · ');
  return (
    <span className={styles.unknownVersion} title={words}>
      {of.version}
      <IconHelpCircle size={14} stroke={1.75} role="img" aria-label={unknown} />
    </span>
  );
}
