import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconLock,
  IconMessageQuestion,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { personInitials } from '#portal/kit/format/initials.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb } from '../invoices/invoice-verbs.ts';
import { AdviceDialog, Advices } from './advice.tsx';
import { type ApprovalLine, useApprovalLines } from './approvals.api.ts';
import { type LineChange, LineDialog } from './line-dialog.tsx';
import styles from './approval-lines.module.css';

const isOpen = ({ state }: ApprovalLine) => state === 'waiting' || state === 'pending';

/** Who approves an invoice, in which order and why; earlier rounds fold to a line each. Nothing without lines. */
export function ApprovalLines({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const may = usePermission();
  const { data: lines = [] } = useApprovalLines(invoice.id);
  const [change, setChange] = useState<LineChange>();
  const [isAsking, setAsking] = useState(false);
  const current = lines.filter(({ round }) => round === invoice.round);
  const earlier = lines.filter(({ round }) => round < invoice.round);
  const isUndecided = invoice.statusValue === 'Concept' && invoice.approvalState !== 'rejected';
  const mayAsk = isUndecided && may('fmmodule.invoices.approve');
  const mayAdd = isUndecided && may('fmmodule.approvals.create');
  if (lines.length === 0 && !mayAdd && !mayAsk) return null;
  const { flow } = invoice;
  return (
    <section className={styles.panel} aria-label={text('invoicing.approvals.title')}>
      <header className={styles.head}>
        <h2>
          {text('invoicing.approvals.title')}{' '}
          {invoice.round > 1 && (
            <span className="balie-empty">{text('invoicing.approvals.round', { round: invoice.round })}</span>
          )}
        </h2>
        {mayAsk && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconMessageQuestion size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {text('invoicing.advice.ask')}
          </Button>
        )}
        {mayAdd && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setChange({ verb: 'add' })}
          >
            {text('invoicing.approvals.add.button')}
          </Button>
        )}
      </header>
      {flow && (
        <p className={styles.why}>
          {text(flow.rule === 0 ? 'invoicing.approvals.byOtherwise' : 'invoicing.approvals.byRule', {
            ...flow,
          })}
        </p>
      )}
      <ol className={styles.lines}>
        {current.map((line) => (
          <Line key={line.id} line={line} isOpen={isUndecided && isOpen(line)} onChange={setChange} />
        ))}
      </ol>
      <Advices invoice={invoice} />
      <Locked invoice={invoice} lines={current} />
      <EarlierRounds lines={earlier} />
      {isAsking && <AdviceDialog invoice={invoice} onClose={() => setAsking(false)} />}
      {change && (
        <LineDialog
          invoice={invoice}
          change={change}
          taken={current.filter(isOpen).map(({ userId }) => userId)}
          nextSequence={Math.max(0, ...current.map(({ sequence }) => sequence)) + 1}
          onClose={() => setChange(undefined)}
        />
      )}
    </section>
  );
}

interface LineProps {
  readonly line: ApprovalLine;
  /** It can still be passed on or deleted. */
  readonly isOpen: boolean;
  readonly onChange: (change: LineChange) => void;
}

function Line({ line, isOpen: isChangeable, onChange }: LineProps) {
  const text = useText();
  const may = usePermission();
  const { user } = useSessionState();
  const { substitute, onBehalfOfName, state, origin } = line;
  const isMine = line.userId === user.id || substitute?.id === user.id;
  // What the flow asks for is passed on, never deleted.
  const isByHand = origin !== 'flow' && origin !== 'four-eyes';
  return (
    <li className={styles.line} data-state={state}>
      <span className={styles.step}>{line.sequence}</span>
      <span className={styles.initials} aria-hidden>
        {personInitials(substitute?.fullName ?? line.fullName)}
      </span>
      <span className={styles.who}>
        <strong>{substitute?.fullName ?? line.fullName}</strong>{' '}
        {(onBehalfOfName ?? (substitute && line.fullName)) && (
          <span>{text('invoicing.approvals.onBehalfOf', { name: onBehalfOfName ?? line.fullName })}</span>
        )}
        <small>
          {substitute && (
            <>
              {text('invoicing.approvals.absentUntil', { name: line.fullName })}{' '}
              <DateText value={substitute.untilDay} />{' '}
            </>
          )}
          {origin !== 'before' && origin !== 'flow' && text(`invoicing.approvals.origin.${origin}`)}{' '}
          {line.mode === 'one' && isOpen(line) && text('invoicing.approvals.oneSuffices')} {line.reason}{' '}
          {line.comment}
        </small>
      </span>
      <span className={styles.state}>
        {text(`invoicing.approvals.state.${state}`)} {line.decidedAt && <DateText value={line.decidedAt} />}
      </span>
      {isChangeable && (
        <span className={styles.actions}>
          {(isMine || may('fmmodule.approvals.update')) && (
            <ActionIcon
              variant="subtle"
              aria-label={text('invoicing.approvals.pass-on.name', { name: line.fullName })}
              onClick={() => onChange({ verb: 'pass-on', line })}
            >
              <IconArrowForwardUp size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
          {isByHand && may('fmmodule.approvals.delete') && (
            <ActionIcon
              variant="subtle"
              aria-label={text('invoicing.approvals.remove.name', { name: line.fullName })}
              onClick={() => onChange({ verb: 'remove', line })}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </span>
      )}
    </li>
  );
}

const TextDialog = lazy(async () => ({
  default: (await import('#portal/kit/dialog/text-dialog.tsx')).TextDialog,
}));

interface LockedProps {
  readonly invoice: Invoice;
  /** Of the current round. */
  readonly lines: readonly ApprovalLine[];
}

/** Values and booking are locked after the first decision; who may change them takes all decisions back, with a reason. */
function Locked({ invoice, lines }: LockedProps) {
  const text = useText();
  const may = usePermission();
  const { mutateAsync } = useInvoiceVerb();
  const [isAsking, setAsking] = useState(false);
  const isDecided = lines.some(({ state }) => state === 'approved' || state === 'rejected');
  if (!isDecided || invoice.statusValue === 'Processed' || !may('fmmodule.invoices.update')) return null;
  return (
    <p className={styles.locked}>
      <IconLock size={16} stroke={1.75} aria-hidden />
      {text('invoicing.revise.locked')}
      <Button variant="subtle" size="xs" onClick={() => setAsking(true)}>
        {text('invoicing.revise.button')}
      </Button>
      {isAsking && (
        <Suspense>
          <TextDialog
            title={text('invoicing.revise.title')}
            body={text('invoicing.revise.body')}
            label={text('invoicing.revise.reason')}
            field="reason"
            verb={text('invoicing.revise.verb')}
            isDanger
            maxLength={1000}
            onSave={async (reason) => {
              await mutateAsync({ id: invoice.id, verb: 'withdraw-decisions', body: { reason } });
              notify({ meaning: 'ok', title: text('invoicing.revise.done') });
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </p>
  );
}

/** One line a round: who ended it, and with which words. */
function EarlierRounds({ lines }: { readonly lines: readonly ApprovalLine[] }) {
  const text = useText();
  const rounds = [...new Set(lines.map(({ round }) => round))].toSorted((one, other) => other - one);
  return rounds.map((round) => {
    const ended = lines.find((line) => line.round === round && line.state === 'rejected');
    return (
      <p key={round} className={styles.earlier}>
        <strong>{text('invoicing.approvals.round', { round })}</strong>{' '}
        {ended && (
          <>
            {ended.fullName}, {ended.decidedAt && <DateText value={ended.decidedAt} />} {ended.comment}
          </>
        )}
      </p>
    );
  });
}
