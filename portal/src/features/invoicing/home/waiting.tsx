import {
  IconAlertTriangle,
  IconAt,
  IconChecklist,
  IconMessageQuestion,
  IconReceiptRefund,
  IconScanEye,
  IconTruckDelivery,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { unvalidated } from '#contract/documents/validation.ts';
import { advice, mention } from '#contract/invoicing/approval-work.ts';
import { deliveries } from '#contract/invoicing/deliveries.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { formatNumber } from '#contract/money.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useHasScreen, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { failing, failingFilter } from '../deliveries/failing.ts';
import { invoiceHooks } from '../invoices/invoice.ts';
import styles from './waiting.module.css';

const deliveryHooks = resourceHooks(deliveries);
const recognitionHooks = resourceHooks(unvalidated);
const countOnly = { top: 1 };

interface Waiting {
  readonly key: string;
  readonly icon: TablerIcon;
  readonly count: number | undefined;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** What waits for the person, each with its count and leading to it; nothing for who may see no invoices. */
export function WaitingForMe() {
  const text = useText();
  const language = useLanguage();
  const parts = useWaiting();
  if (parts.length === 0) return null;
  const isLoaded = parts.every(({ count }) => count !== undefined);
  const isDone = isLoaded && parts.every(({ count }) => count === 0);
  return (
    <section className={styles.waiting} aria-label={text('invoicing.home.title')}>
      <h2>{isDone ? text('invoicing.home.nothing') : text('invoicing.home.title')}</h2>
      <ul>
        {parts.map(({ key, icon: Icon, count, to, search = {} }) => (
          <li key={key}>
            <Link to={to} search={search} data-none={count === 0 || undefined}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <strong className="balie-number">
                {count === undefined ? '…' : formatNumber(count, language)}
              </strong>{' '}
              {text(`invoicing.home.${key}`, { count: count ?? 0 })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useWaiting(): readonly Waiting[] {
  const may = usePermission();
  const hasScreen = useHasScreen();
  const pathTo = usePathTo();
  const reads = may('fmmodule.invoices.read') && hasScreen('invoices:index');
  const approves = reads && may('fmmodule.invoices.approve');
  const updates = reads && may('fmmodule.invoices.update');
  const exports = reads && may('fmmodule.invoices.export');
  const delivers = may('fmmodule.deliveries.read') && hasScreen('deliveries:index');
  const validates = may('fmmodule.invoicerecognitiondata.read') && hasScreen('invoicerecognitiondata:index');
  const open = invoiceHooks.useList(countOnly, {}, { enabled: approves });
  const rejected = invoiceHooks.useList(
    { ...countOnly, extra: { status: 'rejected' } },
    {},
    { enabled: updates },
  );
  const failed = invoiceHooks.useList(
    { ...countOnly, extra: { status: 'ReadyForProcessing' }, filter: 'isExportFailed eq true' },
    {},
    { enabled: exports },
  );
  const stuck = deliveryHooks.useList({ ...countOnly, filter: failingFilter }, {}, { enabled: delivers });
  const toValidate = recognitionHooks.useList(countOnly, {}, { enabled: validates });
  const mentions = useAnswer([invoices.path, 'mentions'], '/api/fmmodule/mentions', z.array(mention), {
    enabled: reads,
  });
  const advices = useAnswer(
    [invoices.path, 'advices', 'open'],
    '/api/fmmodule/advices/open',
    z.array(advice),
    { enabled: reads },
  );
  const list = reads ? pathTo('invoices:index') : '';
  const first = (rows: readonly { readonly invoiceId: string }[] | undefined) =>
    rows?.[0] ? { open: rows[0].invoiceId } : {};
  return [
    approves && { key: 'toApprove', icon: IconChecklist, count: open.data?.metadata.count, to: list },
    validates && {
      key: 'toValidate',
      icon: IconScanEye,
      count: toValidate.data?.metadata.count,
      to: pathTo('invoicerecognitiondata:index'),
    },
    updates && {
      key: 'rejected',
      icon: IconReceiptRefund,
      count: rejected.data?.metadata.count,
      to: list,
      search: { status: 'rejected' },
    },
    exports && {
      key: 'failedExports',
      icon: IconAlertTriangle,
      count: failed.data?.metadata.count,
      to: list,
      search: { status: 'ReadyForProcessing', failedExport: 'true' },
    },
    delivers && {
      key: 'failedDeliveries',
      icon: IconTruckDelivery,
      count: stuck.data?.metadata.count,
      to: pathTo('deliveries:index'),
      search: { state: failing },
    },
    reads && {
      key: 'advices',
      icon: IconMessageQuestion,
      count: advices.data?.length,
      to: list,
      search: first(advices.data),
    },
    reads && {
      key: 'mentions',
      icon: IconAt,
      count: mentions.data?.length,
      to: list,
      search: first(mentions.data),
    },
  ].filter((part) => part !== false);
}
