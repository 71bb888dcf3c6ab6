import {
  IconArrowBackUp,
  IconDownload,
  IconEyeCheck,
  IconFileZip,
  IconLock,
  IconMail,
  IconRefresh,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { billingRuns, runInvoices } from '#contract/billing/billing-runs.ts';
import { collectionUrl } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { removeAction, type DetailAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { RunCredits } from '../credits/run-credits.tsx';
import { periodName } from '../periods/periods.rules.ts';
import { isCounting, isPrinting, runHooks, runLooks, type Run } from './billing-run.ts';
import { RunFacts } from './billing-run-facts.tsx';
import { RunInvoices } from './billing-run-invoices.tsx';
import { RunNotices } from './billing-run-notices.tsx';
import { RunProgress } from './billing-run-progress.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useRefetchWhile } from './use-refetch-while.ts';
import { useRunSteps } from './use-run-steps.ts';
import styles from './billing-runs.module.css';

const RunMailDialog = lazyPart(
  async () => (await import('../invoice-states/run-mail-dialog.tsx')).RunMailDialog,
);

/** A run of invoices: reviewed as a concept, made final once, and unchanged from then on. */
export function RunDetail() {
  const run = runHooks.useOne(useParam('runId'), {});
  useRefetchWhile(run.data !== undefined && (isCounting(run.data) || isPrinting(run.data)), run.refetch);
  return <Loaded of={run}>{(record) => <RunPage run={record} />}</Loaded>;
}

function RunPage({ run }: { readonly run: Run }) {
  const text = useText();
  const language = useLanguage();
  const pathTo = usePathTo();
  const name = periodName(run.period, language);
  const [isMailing, setMailing] = useState(false);
  return (
    <DetailPage
      back={{ href: pathTo('billing-runs:index'), label: text('billing.billingRuns.title') }}
      title={text('billing.billingRuns.named', { name })}
      chip={<StatusChip {...runLooks[run.state]} word={text(`billing.billingRuns.stateName.${run.state}`)} />}
      actions={useRunActions(run, () => setMailing(true))}
    >
      <RunFacts run={run} />
      <div className={styles.notices}>
        <RunProgress run={run} />
        <RunNotices run={run} />
      </div>
      <RunInvoices run={run} />
      {run.state === 'final' && <RunCredits runId={run.id} />}
      {isMailing && <RunMailDialog runId={run.id} name={name} onClose={() => setMailing(false)} />}
    </DetailPage>
  );
}

/** The actions of a run by its state; a final one can only be verified and downloaded. */
function useRunActions(run: Run, onMail: () => void): readonly (DetailAction | false)[] {
  const text = useText();
  const language = useLanguage();
  const may = usePermission();
  const steps = useRunSteps(run);
  const { save, isLoading } = useDownload();
  const remove = useRemoveWithConfirm(billingRuns, {});
  const { id, period, state } = run;
  const mayCreate = may('fm.billing.create.system');
  const csv = `${collectionUrl(runInvoices, { runId: id })}/export?format=csv`;
  const isReady = !isCounting(run);
  const name = text('billing.billingRuns.named', { name: periodName(period, language) });
  const removal = {
    id,
    name,
    thing: text('billing.billingRuns.the'),
    consequence: text('billing.billingRuns.removeHint'),
  };
  return [
    may('fm.billing.delete.system') && state !== 'final' && removeAction(text, () => void remove(removal)),
    mayCreate &&
      state === 'concept' &&
      isReady && {
        label: text('billing.billingRuns.recalculate'),
        icon: IconRefresh,
        kind: 'default',
        isLoading: steps.going === 'recalculate',
        onClick: () => void steps.take('recalculate'),
      },
    mayCreate &&
      state === 'concept' &&
      isReady &&
      run.error === '' && {
        label: text('billing.billingRuns.toReview'),
        icon: IconEyeCheck,
        kind: 'primary',
        isLoading: steps.going === 'review',
        onClick: () => void steps.take('review'),
      },
    mayCreate &&
      state === 'review' && {
        label: text('billing.billingRuns.reopen'),
        icon: IconArrowBackUp,
        kind: 'default',
        isLoading: steps.going === 'reopen',
        onClick: () => void steps.take('reopen'),
      },
    may('fm.billing.finalise.system') &&
      state === 'review' && {
        label: text('billing.billingRuns.finalise'),
        icon: IconLock,
        kind: 'primary',
        isLoading: steps.going === 'finalise',
        onClick: () => void steps.finalise(),
      },
    state === 'final' && {
      label: text('billing.billingRuns.verify'),
      icon: IconShieldCheck,
      kind: 'quiet',
      isLoading: steps.isVerifying,
      onClick: () => void steps.verify(),
    },
    state === 'final' &&
      run.papers.done === run.papers.total && {
        label: text('billing.billingRuns.papers'),
        icon: IconFileZip,
        kind: 'default',
        isLoading,
        onClick: () => void save(`${collectionUrl(billingRuns, {})}/${id}/papers`, `${period}.zip`),
      },
    may('fm.billing.mail.system') &&
      state === 'final' &&
      run.papers.done === run.papers.total && {
        label: text('billing.invoiceStates.mailRun'),
        icon: IconMail,
        kind: 'default',
        onClick: onMail,
      },
    state === 'final' && {
      label: text('billing.billingRuns.csv'),
      icon: IconDownload,
      kind: 'primary',
      isLoading,
      onClick: () => void save(csv, `facturen_${period}.csv`),
    },
  ];
}
