import { useCallback, useEffect } from 'react';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { OrderLinesBlock } from '../order-lines/order-lines-block.tsx';
import type { OrderValues } from './order-values.ts';

/** The lines of an order that is not stored yet; their keys are their indexes. */
export function FormLines({ form }: { readonly form: ResourceForm<OrderValues> }) {
  const text = useText();
  const { set, register, report } = form;
  const { lines, typing, typingAt } = form.values;
  useEffect(
    () => register('lines', { label: text('workorders.lines.title'), show: () => '' }),
    [register, text],
  );

  // An amount that cannot be read keeps the order from being saved with the amount of before.
  const onReport: typeof report = useCallback(
    (path, code) => report(`typing.${path}`, code, { isTyping: true }),
    [report],
  );

  return (
    <OrderLinesBlock
      lines={lines.map((line, index) => ({ ...line, key: String(index) }))}
      mayAdd
      mayChange
      mayRemove
      startsWith={typing && { values: typing, key: typingAt === null ? undefined : String(typingAt) }}
      errors={form.errors['lines']}
      onSave={async (line, key) =>
        set('lines', key === undefined ? [...lines, line] : lines.with(Number(key), line))
      }
      // The line in the editor is saved with the order, and kept in its draft.
      onTyped={(line, key) => {
        set('typing', line);
        set('typingAt', line === null || key === undefined ? null : Number(key));
      }}
      onReport={onReport}
      onRemove={(key) => set('lines', lines.toSpliced(Number(key), 1))}
    />
  );
}
