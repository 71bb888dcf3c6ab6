import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { type EInvoiceVerdict, eInvoiceVerdict, type VerdictResult } from '#contract/invoicing/e-invoice.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import styles from './e-invoice-verdict.module.css';

const looks: Readonly<Record<VerdictResult, StatusLook>> = {
  valid: { meaning: 'ok', icon: IconCircleCheck },
  warnings: { meaning: 'warn', icon: IconInfoCircle },
  invalid: { meaning: 'bad', icon: IconAlertTriangle },
};

/** What the standards say of the e-invoice that came in: how many rules are broken, and which. */
export function EInvoiceVerdictBar({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { data } = useAnswer(
    [invoices.path, invoice.id, 'e-invoice'],
    `${collectionUrl(invoices, {})}/${invoice.id}/e-invoice`,
    eInvoiceVerdict.nullable(),
  );
  if (!data) return null;
  if (data.result === 'valid')
    return (
      <div className={styles.chip}>
        <StatusChip {...looks.valid} word={text('invoicing.eInvoice.valid')} />
      </div>
    );
  return (
    <MessageBar
      {...looks[data.result]}
      title={text(`invoicing.eInvoice.${data.result}`)}
      actions={
        <Button size="xs" onClick={() => setOpen(true)}>
          {text('invoicing.eInvoice.show')}
        </Button>
      }
    >
      {text('invoicing.eInvoice.count', { count: data.findings.length })}
      {isOpen && <VerdictDialog verdict={data} onClose={() => setOpen(false)} />}
    </MessageBar>
  );
}

interface VerdictDialogProps {
  readonly verdict: EInvoiceVerdict;
  readonly onClose: () => void;
}

function VerdictDialog({ verdict, onClose }: VerdictDialogProps) {
  const text = useText();
  const { result, standards, findings, keptCount, mail } = verdict;
  const names = standards.map(({ name, version }) => `${name} (${version})`).join(', ');
  return (
    <Dialog title={text('invoicing.eInvoice.title')} width={720} onClose={onClose}>
      <p className={styles.standards}>
        <StatusChip {...looks[result]} word={text(`invoicing.eInvoice.word.${result}`)} />{' '}
        {text('invoicing.eInvoice.heldAgainst', { standards: names, count: keptCount })}
      </p>
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <Finding key={finding.rule} {...finding} />
        ))}
      </ul>
      {mail && <Letter mail={mail} />}
    </Dialog>
  );
}

function Finding({ rule, level, text: sentence, mender, places }: EInvoiceVerdict['findings'][number]) {
  const text = useText();
  const { meaning, icon: Icon } = looks[level === 'error' ? 'invalid' : 'warnings'];
  return (
    <li>
      <Icon size={18} stroke={1.75} aria-hidden style={{ color: `var(--balie-${meaning})` }} />
      <div>
        <strong>{sentence}</strong>
        <span className={styles.place}>{places.join(', ')}</span>
        <span className={styles.mender}>{text(`invoicing.eInvoice.mender.${mender}`)}</span>
      </div>
      <code>{rule}</code>
    </li>
  );
}

// The text opens in the caller's own mail program, and only to an address that is known; nothing is sent from here.
function Letter({ mail }: { readonly mail: NonNullable<EInvoiceVerdict['mail']> }) {
  const text = useText();
  const href = `mailto:${mail.to}?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(mail.text)}`;
  return (
    <section className={styles.letter} aria-label={text('invoicing.eInvoice.letter')}>
      <h3>{text('invoicing.eInvoice.letter')}</h3>
      <dl>
        <dt>{text('invoicing.eInvoice.to')}</dt>
        <dd>{mail.to || text('invoicing.eInvoice.noAddress')}</dd>
        <dt>{text('invoicing.eInvoice.subject')}</dt>
        <dd>{mail.subject}</dd>
      </dl>
      <pre>{mail.text}</pre>
      {mail.to !== '' && (
        <Button component="a" href={href}>
          {text('invoicing.eInvoice.mail')}
        </Button>
      )}
    </section>
  );
}
