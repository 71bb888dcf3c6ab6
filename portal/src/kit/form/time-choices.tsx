import '@mantine/dates/styles.layer.css';
import { getTimeRange, TimeGrid } from '@mantine/dates';
import { useEffect, useRef } from 'react';

const times = getTimeRange({ startTime: '00:00', endTime: '23:30', interval: '00:30' });

interface TimeChoicesProps {
  /** `09:30`, or an empty text. */
  readonly value: string;
  readonly onPick: (time: string) => void;
}

/** The half hours of a day; the time in use, or the start of the working day, is in view. */
export function TimeChoices({ value, onPick }: TimeChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  const near = value === '' ? '08:00' : `${value.slice(0, 2)}:${Number(value.slice(3)) < 30 ? '00' : '30'}`;
  useEffect(() => {
    const button = list.current?.querySelectorAll('button')[times.indexOf(near)];
    button?.scrollIntoView({ block: 'center' });
    button?.focus({ preventScroll: true });
  }, [near]);
  return (
    <div ref={list} tabIndex={-1} data-autofocus style={{ width: 240, maxHeight: 220, overflowY: 'auto' }}>
      <TimeGrid
        data={times}
        value={value === '' ? null : value}
        onChange={(time) => time !== null && onPick(time.slice(0, 5))}
        format="24h"
        simpleGridProps={{ cols: 3, spacing: 4, verticalSpacing: 4 }}
      />
    </div>
  );
}
