import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#portal/kit/text.ts';
import type { SheetOrder } from './timesheet.rules.ts';
import { useOpenOrders } from './use-timesheet.ts';

interface OrderPickerProps {
  readonly onPick: (order: SheetOrder) => void;
}

/** Adds an order to the week: the server searches while one types. */
export function OrderPicker({ onPick }: OrderPickerProps) {
  const text = useText();
  const [words, setWords] = useState('');
  const { orders, isLoading } = useOpenOrders(words);
  return (
    <Select
      size="xs"
      maw={340}
      aria-label={text('workorders.timesheets.addOrder')}
      placeholder={text('workorders.timesheets.addOrder')}
      data={orders.map(({ id, yearNumber, reference }) => ({
        value: id,
        label: `${yearNumber} ${reference}`,
      }))}
      value={null}
      searchable
      selectFirstOptionOnChange
      filter={({ options }) => options}
      searchValue={words}
      onSearchChange={setWords}
      onChange={(id) => {
        const order = orders.find((one) => one.id === id);
        if (order) onPick(order);
        setWords('');
      }}
      nothingFoundMessage={isLoading ? undefined : text('kit.form.nothingFound')}
    />
  );
}
