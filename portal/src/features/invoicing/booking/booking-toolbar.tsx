import { ActionIcon, Button } from '@mantine/core';
import { IconArrowsSplit2, IconCalendarRepeat, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { signedOf } from '#contract/invoicing/booking-rules.ts';
import { useText } from '#portal/kit/text.ts';
import { type BookingToEdit, isEmpty, readRow } from './grid.rules.ts';
import type { GridAction, GridState } from './grid-state.ts';
import styles from './booking.module.css';

const SplitDialog = lazy(async () => ({ default: (await import('./split-dialog.tsx')).SplitDialog }));
const SpreadDialog = lazy(async () => ({ default: (await import('./spread-dialog.tsx')).SpreadDialog }));

interface BookingToolbarProps {
  readonly state: GridState;
  readonly booking: BookingToEdit;
  readonly act: (action: GridAction) => void;
  readonly isPhone: boolean;
}

/** What can be done with the selected line. */
export function BookingToolbar({ state, booking, act, isPhone }: BookingToolbarProps) {
  const text = useText();
  const [open, setOpen] = useState<'split' | 'spread'>();
  const row = state.rows[state.row];
  const isChosen = row !== undefined && !isEmpty(row);
  const cents = row === undefined ? 0 : signedOf(readRow(row, booking.chart).read);
  const close = () => setOpen(undefined);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={text('invoicing.booking.tools')}>
      <Button leftSection={<IconPlus {...icon} />} onClick={() => act({ do: 'add' })}>
        {text('invoicing.booking.add')}
      </Button>
      <Button
        variant="subtle"
        disabled={!isChosen || cents === 0}
        leftSection={<IconArrowsSplit2 {...icon} />}
        onClick={() => setOpen('split')}
      >
        {text('invoicing.booking.split.verb')}
      </Button>
      {!isPhone && (
        <Button
          variant="subtle"
          disabled={!isChosen || cents === 0}
          leftSection={<IconCalendarRepeat {...icon} />}
          onClick={() => setOpen('spread')}
        >
          {text('invoicing.booking.spread.verb')}
        </Button>
      )}
      <Button
        variant="subtle"
        disabled={!isChosen}
        leftSection={<IconCopy {...icon} />}
        onClick={() => act({ do: 'copy' })}
      >
        {text('invoicing.booking.copy')}
      </Button>
      <ActionIcon
        size={34}
        disabled={!isChosen}
        aria-label={text('invoicing.booking.remove')}
        title={text('invoicing.booking.remove')}
        onClick={() => act({ do: 'remove' })}
      >
        <IconTrash {...icon} />
      </ActionIcon>
      <Suspense>
        {open === 'split' && (
          <SplitDialog
            cents={cents}
            onSave={(by, parts) => act({ do: 'split', by, parts })}
            onClose={close}
          />
        )}
        {open === 'spread' && (
          <SpreadDialog
            cents={cents}
            period={row?.cells.period || booking.period}
            onSave={(first, months) => act({ do: 'spread', first, months })}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}
