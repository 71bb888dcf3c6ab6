import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core';
import {
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconHelpCircle,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ActionBar } from '#portal/kit/layout/action-bar.tsx';
import { Key } from '#portal/kit/format/key.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone, useMedia } from '#portal/kit/use-width.ts';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';
import type { OpenInvoice } from '../invoices/use-open-invoice.ts';
import { usePossible, type Possible } from './possible.ts';
import type { Decision } from './use-decision.ts';
import styles from './invoice-detail.module.css';

const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog.tsx')).RejectDialog }));
const AutomaticHelp = lazy(async () => ({ default: (await import('./automatic-help.tsx')).AutomaticHelp }));

interface DecisionBarProps {
  readonly row: InvoiceRow;
  readonly invoice: Invoice | undefined;
  readonly opened: OpenInvoice;
  readonly decision: Decision;
}

/** The bar under the work: to the neighbours on the left, the decision on the right. */
export function DecisionBar({ row, invoice, opened, decision }: DecisionBarProps) {
  const text = useText();
  const possible = usePossible(invoice);
  const isRoomy = useMedia('(min-width: 73.125em)');
  const [isRejecting, setRejecting] = useState(false);
  const isOnHold = invoice?.approvalState === 'onHold';
  const hold = () => decision.hold(!isOnHold);

  useKeys([
    possible.decide && {
      keys: 'a',
      label: 'invoicing.keys.approve',
      // A key held down would approve the whole pile.
      run: (event) => void (!event.repeat && decision.approve()),
    },
    possible.decide && { keys: 'r', label: 'invoicing.keys.reject', run: () => setRejecting(true) },
    possible.hold && { keys: 'h', label: 'invoicing.keys.hold', run: hold },
    { keys: 'j', label: 'kit.keys.next', run: () => opened.open(opened.next?.id) },
    { keys: 'k', label: 'kit.keys.previous', run: () => opened.open(opened.previous?.id) },
  ]);

  return (
    <div className={styles.bar} data-decision-bar>
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
            <Button data-danger loading={decision.busy === 'reject'} onClick={() => setRejecting(true)}>
              {text('invoicing.action.reject')}
            </Button>
            <Button
              variant="filled"
              loading={decision.busy === 'approve'}
              leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
              rightSection={isRoomy ? <Key>A</Key> : undefined}
              onClick={decision.approve}
            >
              {text('invoicing.action.approve')}
            </Button>
          </>
        )}
      </ActionBar>
      {isRejecting && (
        <Suspense>
          <RejectDialog row={row} onClose={() => setRejecting(false)} onSave={decision.reject} />
        </Suspense>
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
  const isWide = useMedia('(min-width: 87.5em)');
  const [isHelping, setHelping] = useState(false);
  const steps = [
    { name: 'previous', icon: IconChevronLeft, to: opened.previous },
    { name: 'next', icon: IconChevronRight, to: opened.next },
  ] as const;
  return (
    <>
      {steps.map(({ name, icon: Icon, to }) => {
        const label = text(`invoicing.action.${name}`);
        const icon = <Icon size={16} stroke={1.75} aria-hidden />;
        // Beyond the last one there is nothing: the selection is cleared (product 1.4).
        const go = () => opened.open(to?.id);
        return isWide ? (
          <Button
            key={name}
            {...(name === 'next' ? { rightSection: icon } : { leftSection: icon })}
            onClick={go}
          >
            {label}
          </Button>
        ) : (
          <ActionIcon key={name} variant="default" size={34} aria-label={label} title={label} onClick={go}>
            {icon}
          </ActionIcon>
        );
      })}
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
          {text('invoicing.position', { at: opened.at + 1, of: opened.rows.length })}
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

/** A button where there is room, else behind the dots. */
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
