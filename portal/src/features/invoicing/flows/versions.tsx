import { Button, Select } from '@mantine/core';
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Flow, type FlowVersion, useFlowVersions } from './flow.api.ts';
import { differences } from './flow.rules.ts';
import type { FlowWords } from './flow-words.ts';
import styles from './flow.module.css';

interface VersionsProps {
  readonly flow: Flow;
  readonly words: FlowWords;
}

/** The versions that are or were in use, with how many invoices follow each; two can be compared. */
export function Versions({ flow, words }: VersionsProps) {
  const text = useText();
  const { data: versions = [] } = useFlowVersions(flow.id);
  const [isComparing, setComparing] = useState(false);
  if (versions.length === 0) return null;
  return (
    <section className={styles.versions} aria-label={text('invoicing.flow.versions')}>
      <header className={styles.sideHead}>
        <h2>{text('invoicing.flow.versions')}</h2>
        {versions.length > 1 && (
          <Button variant="subtle" size="xs" onClick={() => setComparing(true)}>
            {text('invoicing.flow.compare')}
          </Button>
        )}
      </header>
      <ol>
        {versions.map((one) => (
          <li key={one.version}>
            <strong>{one.version}</strong>
            <span>
              <DateText value={one.usedFrom} />
              {one.usedUntil && (
                <>
                  {' – '}
                  <DateText value={one.usedUntil} />
                </>
              )}
              <small>
                {text('invoicing.flow.invoices', { count: one.invoiceCount })}, {one.usedByName}
              </small>
            </span>
            {one.usedUntil === null ? (
              <StatusChip meaning="ok" icon={IconCircleCheck} word={text('invoicing.flow.countsToday')} />
            ) : (
              <StatusChip meaning="neutral" icon={IconCircleMinus} word={text('invoicing.flow.replaced')} />
            )}
          </li>
        ))}
      </ol>
      {isComparing && <Compare versions={versions} words={words} onClose={() => setComparing(false)} />}
    </section>
  );
}

interface CompareProps {
  readonly versions: readonly FlowVersion[];
  readonly words: FlowWords;
  readonly onClose: () => void;
}

function Compare({ versions, words, onClose }: CompareProps) {
  const text = useText();
  const [before, setBefore] = useState(String(versions[1]?.version ?? ''));
  const [after, setAfter] = useState(String(versions[0]?.version ?? ''));
  const linesOf = (version: string) => {
    const found = versions.find((one) => String(one.version) === version);
    return found ? words.linesOf(found.content) : [];
  };
  const { removed, added } = differences(linesOf(before), linesOf(after));
  const data = versions.map(({ version }) => ({
    value: String(version),
    label: text('invoicing.flow.version', { version }),
  }));
  return (
    <Dialog title={text('invoicing.flow.compareTitle')} onClose={onClose}>
      <div className={styles.compare}>
        <Select
          label={text('invoicing.flow.before')}
          data={data}
          value={before}
          allowDeselect={false}
          onChange={(value) => setBefore(value ?? '')}
        />
        <Select
          label={text('invoicing.flow.after')}
          data={data}
          value={after}
          allowDeselect={false}
          onChange={(value) => setAfter(value ?? '')}
        />
      </div>
      {removed.length + added.length === 0 && <p>{text('invoicing.flow.same')}</p>}
      {removed.length > 0 && (
        <ul aria-label={text('invoicing.flow.onlyBefore')} className={styles.removed}>
          {removed.map((line) => (
            <li key={line}>
              <del>{line}</del>
            </li>
          ))}
        </ul>
      )}
      {added.length > 0 && (
        <ul aria-label={text('invoicing.flow.onlyAfter')} className={styles.added}>
          {added.map((line) => (
            <li key={line}>
              <ins>{line}</ins>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
