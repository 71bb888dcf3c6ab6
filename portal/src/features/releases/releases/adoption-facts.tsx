import { useState, type ReactNode } from 'react';
import { formatNumber } from '#contract/money.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import { useAdoption, type Release } from './release.ts';
import styles from './releases.module.css';

const AdoptionDialog = lazyPart(async () => (await import('./adoption-dialog.tsx')).AdoptionDialog);

interface FactProps {
  readonly release: Release;
}

/** How many installations run it: '3 van 10 op 5.2.0'. Opens the details. */
export function AdoptionFact({ release }: FactProps) {
  const text = useText();
  const language = useLanguage();
  const { data } = useAdoption(release.id);
  if (data === undefined) return <Waiting />;
  const { running, installations } = data;
  if (installations === 0) return <span className="balie-empty">{text('releases.adoption.nobody')}</span>;
  return (
    <More release={release}>
      {text('releases.adoption.running', {
        running: formatNumber(running, language),
        installations: formatNumber(installations, language),
        version: release.version,
      })}
    </More>
  );
}

/** How many installations reported that it failed. */
export function FailuresFact({ release }: FactProps) {
  const text = useText();
  const { data } = useAdoption(release.id);
  if (data === undefined) return <Waiting />;
  if (data.failed === 0) return <span className="balie-empty">{text('releases.adoption.noFailures')}</span>;
  return (
    <More release={release} isBad>
      {text('releases.adoption.failuresOf', { count: data.failed })}
    </More>
  );
}

// Not 'not stated': it is being loaded.
function Waiting() {
  return <span className="balie-empty">…</span>;
}

function More({
  release,
  isBad,
  children,
}: FactProps & { readonly isBad?: boolean; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`balie-value ${styles.more}`}
        data-bad={isBad || undefined}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && <AdoptionDialog release={release} onClose={() => setOpen(false)} />}
    </>
  );
}
