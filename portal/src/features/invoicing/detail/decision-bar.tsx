import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core';
import {
  IconCheck,
  IconDots,
  IconHelpCircle,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ActionBar } from '#portal/kit/layout/action-bar.tsx';
import { NeighbourButtons } from '#portal/kit/layout/neighbour-buttons.tsx';
import { Key } from '#portal/kit/format/key.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useStore } from '#portal/kit/store.ts';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone, useMedia } from '#portal/kit/use-width.ts';
import { ticked } from '../bulk/ticked.ts';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';
import type { OpenInvoice } from '../invoices/use-open-invoice.ts';
import type { SeenPage } from '../invoices/use-seen-page.ts';
import { usePossible, type Possible } from './possible.ts';
import { RejectDialog } from './reject-dialog.tsx';
import type { Decision } from './use-decision.ts';
import styles from './invoice-detail.module.css';

const AutomaticHelp = lazy(async () => ({ default: (await import('./automatic-help.tsx')).AutomaticHelp }));

interface DecisionBarProps {
  readonly row: InvoiceRow;
  readonly invoice: Invoice | undefined;
  readonly opened: OpenInvoice;
  readonly seen: SeenPage;
  readonly decision: Decision;
}

/** The bar below the invoice: previous and next on the left, the decision on the right. */
export function DecisionBar({ row, invoice, opened, seen, decision }: DecisionBarProps) {
  const text = useText();
  const possible = usePossible(invoice);
  // While rows are ticked, the letters act on those.
  const isBulk = useStore(ticked).size > 0;
  const isRoomy = useMedia('(min-width: 73.125em)');
  const [isRejecting, setRejecting] = useState(false);
  const isOnHold = invoice?.approvalState === 'onHold';
  const hold = () => decision.hold(!isOnHold);
  const [wasRefused, setRefused] = useState(false);
  // On a slow line the page comes later than the data: nobody decides on the page that they do not see.
  const withPage = (decide: () => void) => (seen.isSeen ? decide() : setRefused(true));
  // An open stop is closed first: the way out stands with it (§C14).
  const isStopped = invoice?.warnings.some(({ severity }) => severity === 'stop') ?? false;
  const [saysStop, setSaysStop] = useState(false);
  const approve = () => (isStopped ? setSaysStop(true) : withPage(decision.approve));
  const startRejecting = () => withPage(() => setRejecting(true));

  useKeys([
    possible.decide &&
      !isBulk && {
        keys: 'a',
        label: 'invoicing.keys.approve',
        // A key held down would approve one invoice after another.
        run: (event) => void (!event.repeat && approve()),
      },
    possible.decide && { keys: 'r', label: 'invoicing.keys.reject', run: startRejecting },
    possible.hold && !isBulk && { keys: 'h', label: 'invoicing.keys.hold', run: hold },
    { keys: 'j', label: 'kit.keys.next', run: () => opened.open(opened.next?.id) },
    { keys: 'k', label: 'kit.keys.previous', run: () => opened.open(opened.previous?.id) },
  ]);

  return (
    <div className={styles.bar} data-decision-bar>
      {possible.decide && !seen.isSeen && (
        <WithoutPage isUrgent={wasRefused} document={row.documentId} onSkip={() => seen.see(row.id)} />
      )}
      <div role="status">
        {saysStop && isStopped && (
          <div className={styles.withoutPage}>{text('invoicing.warning.stopped')}</div>
        )}
      </div>
      <ActionBar
        label={text('invoicing.action.bar')}
        navigation={<Navigation opened={opened} decision={decision} possible={possible} />}
      >
        {possible.hold && <Hold isOnHold={isOnHold} isBusy={decision.busy === 'hold'} onHold={hold} />}
        {possible.withdraw && (
          <Button loading={decision.busy === 'withdraw'} onClick={decision.withdraw}>
            {text('invoicing.action.withdraw')}
          </Button>
        )}
        {possible.resubmit && (
          <Button variant="filled" loading={decision.busy === 'resubmit'} onClick={decision.resubmit}>
            {text('invoicing.action.resubmit')}
          </Button>
        )}
        {possible.decide && (
          <>
            <Button data-danger loading={decision.busy === 'reject'} onClick={startRejecting}>
              {text('invoicing.action.reject')}
            </Button>
            <Button
              variant={isStopped ? 'default' : 'filled'}
              loading={decision.busy === 'approve'}
              title={isStopped ? text('invoicing.warning.stopped') : undefined}
              leftSection={
                isStopped ? (
                  <IconLock size={16} stroke={2} aria-hidden />
                ) : (
                  <IconCheck size={16} stroke={2} aria-hidden />
                )
              }
              rightSection={isRoomy ? <Key>A</Key> : undefined}
              onClick={approve}
            >
              {text('invoicing.action.approve')}
            </Button>
          </>
        )}
      </ActionBar>
      {isRejecting && <RejectDialog row={row} decision={decision} onClose={() => setRejecting(false)} />}
    </div>
  );
}

interface WithoutPageProps {
  /** A decision was tried already. */
  readonly isUrgent: boolean;
  readonly document: string;
  readonly onSkip: () => void;
}

const patienceMs = 700;

/** Why nothing can be decided yet, and the way to do so all the same. A page that comes at once shows nothing. */
function WithoutPage({ isUrgent, document, onSkip }: WithoutPageProps) {
  const text = useText();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      {(isUrgent || isLate) && (
        <div className={styles.withoutPage}>
          <span>{text('invoicing.page.waiting', { document })}</span>
          <Button size="xs" onClick={onSkip}>
            {text('invoicing.page.without')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface NavigationProps {
  readonly opened: OpenInvoice;
  readonly decision: Decision;
  readonly possible: Possible;
}

function Navigation({ opened, decision, possible }: NavigationProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [isHelping, setHelping] = useState(false);
  // Beyond the last one there is nothing: the selection is cleared (product 1.4).
  const button = (name: 'previous' | 'next') => ({
    label: text(`invoicing.action.${name}`),
    onClick: () => opened.open(opened[name]?.id),
  });
  return (
    <>
      <NeighbourButtons previous={button('previous')} next={button('next')} />
      {possible.mayApprove && (
        <span className={styles.automatic}>
          <Checkbox
            label={text('invoicing.automatic.label')}
            checked={decision.isAutomatic}
            onChange={({ currentTarget }) => decision.setAutomatic(currentTarget.checked)}
          />
          <ActionIcon
            size={24}
            aria-label={text('invoicing.automatic.help')}
            onClick={() => setHelping(true)}
          >
            <IconHelpCircle size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
      )}
      {isPhone && (
        <span className={styles.position}>
          {text('invoicing.position', { at: opened.index + 1, of: opened.rows.length })}
        </span>
      )}
      {isHelping && (
        <Suspense>
          <AutomaticHelp onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </>
  );
}

interface HoldProps {
  readonly isOnHold: boolean;
  readonly isBusy: boolean;
  readonly onHold: () => void;
}

/** A button on a wide screen, else behind the dots. */
function Hold({ isOnHold, isBusy, onHold }: HoldProps) {
  const text = useText();
  const isWide = useMedia('(min-width: 87.5em)');
  const label = text(isOnHold ? 'invoicing.action.resume' : 'invoicing.action.hold');
  const Icon = isOnHold ? IconPlayerPlay : IconPlayerPause;
  if (isWide) {
    return (
      <Button variant="subtle" loading={isBusy} onClick={onHold}>
        {label}
      </Button>
    );
  }
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={34} aria-label={text('kit.detail.more')} title={text('kit.detail.more')}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon size={16} stroke={1.75} aria-hidden />} onClick={onHold}>
          {label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
