import { Button } from '@mantine/core';
import { IconArrowBackUp, IconClipboard } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { fieldId } from '#contract/problem.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { askToLeave, useLeaveGuard } from '#portal/kit/form/use-leave-guard.ts';
import { Key } from '#portal/kit/format/key.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { ActionBar } from '#portal/kit/layout/action-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useBookingToEdit, useSaveBooking } from './booking.api.ts';
import { BookingCards } from './booking-cards.tsx';
import { BookingGrid } from './booking-grid.tsx';
import { BookingSummary } from './booking-summary.tsx';
import { BookingToolbar } from './booking-toolbar.tsx';
import { LastTime } from './last-time.tsx';
import { type BookingToEdit, handRow } from './grid.rules.ts';
import { gridStep } from './grid-state.ts';
import { unsaved } from './unsaved.ts';
import { type RowError, sentLines, sumsOf, useBookingGrid } from './use-booking-grid.ts';
import styles from './booking.module.css';

const ByHandDialog = lazy(async () => ({ default: (await import('./by-hand-dialog.tsx')).ByHandDialog }));

interface BookingEditorProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** The booking of an invoice as it is edited, in the place of its steps. */
export function BookingEditor({ invoice, onClose }: BookingEditorProps) {
  const { data, error, refetch } = useBookingToEdit(invoice.id);
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className={styles.loading} aria-busy />;
  return <Editor invoice={invoice} booking={data} onClose={onClose} />;
}

function Editor({ invoice, booking, onClose }: BookingEditorProps & { readonly booking: BookingToEdit }) {
  const text = useText();
  const isPhone = useIsPhone();
  const { state, act, sums } = useBookingGrid(invoice.id, booking);
  const save = useSaveBooking(invoice.id);
  const [isAsking, setAsking] = useState(false);
  const words = useCellWords();
  useLeaveGuard({ mayLeave: () => !state.isChanged || save.isPending });

  function close() {
    unsaved.delete(invoice.id);
    onClose();
  }
  async function cancel() {
    if (!state.isChanged || (await askToLeave(text))) close();
  }
  function store() {
    if (save.isPending || booking.isLocked) return;
    // What is being typed counts.
    const done = gridStep(state, { do: 'close', keeps: true }, booking.chart);
    const [wrong] = sumsOf(done, booking).errors;
    if (wrong) {
      act({ do: 'close', keeps: true });
      act({ do: 'go', row: wrong.row, column: wrong.cell });
      return;
    }
    const { reason, recompute } = done;
    const body = {
      lines: sentLines(done, booking),
      ...(reason === '' ? {} : { computedReason: reason }),
      recompute,
      rowVersion: booking.rowVersion,
    };
    save.mutate(body, {
      onSuccess() {
        notify({ meaning: 'ok', title: text('invoicing.booking.saved') });
        close();
      },
    });
  }
  const asLastTime = () => act({ do: 'as-last-time', booking });
  useKeys([
    { keys: 'mod+s', label: 'invoicing.booking.keys.save', run: store },
    booking.suggestion !== null && {
      keys: 'mod+Enter',
      label: 'invoicing.booking.keys.asLastTime',
      run: asLastTime,
    },
  ]);

  const View = isPhone ? BookingCards : BookingGrid;
  return (
    <section className={styles.editor} aria-label={text('invoicing.booking.title')}>
      <div className={styles.scroll}>
        {booking.suggestion && <LastTime suggestion={booking.suggestion} onApply={asLastTime} />}
        <BookingToolbar state={state} booking={booking} act={act} isPhone={isPhone} />
        {state.pasted > 0 && (
          <p className={styles.pasted} role="status">
            <IconClipboard size={16} stroke={1.75} aria-hidden />{' '}
            {text('invoicing.booking.pasted', { count: state.pasted })}
          </p>
        )}
        <View booking={booking} state={state} sums={sums} act={act} words={words} />
        <div className={styles.byHand}>
          <span>
            {text(state.computed === null ? 'invoicing.booking.computed' : 'invoicing.booking.byHand')}
          </span>
          {state.reason === '' && (
            <Button
              variant="subtle"
              size="xs"
              disabled={sums.computed.length === 0 && state.computed === null}
              onClick={() => setAsking(true)}
            >
              {text('invoicing.booking.change')}
            </Button>
          )}
          {state.computed !== null && (
            <Button variant="subtle" size="xs" onClick={() => act({ do: 'recompute' })}>
              {text('invoicing.booking.recompute')}
            </Button>
          )}
        </div>
      </div>
      <BookingSummary booking={booking} sums={sums} words={words} />
      {save.error !== null && <FailureBar error={save.error} />}
      <ActionBar
        label={text('invoicing.booking.bar')}
        navigation={
          <Button
            variant="subtle"
            disabled={state.before.length === 0}
            leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
            rightSection={isPhone ? undefined : <Key>Ctrl Z</Key>}
            onClick={() => act({ do: 'undo' })}
          >
            {text('invoicing.booking.undo')}
          </Button>
        }
      >
        <Button variant="subtle" onClick={() => void cancel()}>
          {text('kit.cancel')}
        </Button>
        <Button
          variant="filled"
          loading={save.isPending}
          rightSection={isPhone ? undefined : <Key>Ctrl S</Key>}
          onClick={store}
        >
          {text('kit.save')}
        </Button>
      </ActionBar>
      {isAsking && (
        <Suspense>
          <ByHandDialog
            rows={state.computed ?? sums.computed.map(handRow)}
            onSave={(rows, reason) => act({ do: 'by-hand', rows, reason })}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The sentence for what is wrong with a cell, as the server would say it. */
function useCellWords(): (error: RowError) => string {
  const text = useText();
  return ({ cell, code, period }) => {
    if (period) {
      const key = period.open === undefined ? 'booking-period-closed' : 'booking-period-next';
      return text(`contract.sentence.${key}`, { closed: period.closed, open: period.open ?? '' });
    }
    return code === 'unknown'
      ? text(`contract.field.${fieldId(cell)}.unknown`)
      : text(`contract.code.${code}`);
  };
}
