import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Catalogue } from '#contract/carpetline/catalogue.ts';
import { fieldId } from '#contract/problem.ts';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { emptyLine, LineEditor } from './line-editor.tsx';
import { LineList } from './line-list.tsx';
import type { LineValues, OrderValues } from './order-values.ts';

interface LinesFieldProps {
  readonly form: ResourceForm<OrderValues>;
  readonly catalogue: Catalogue;
  /** Hears whether a line is being chosen: as long as one is, it is not in the order yet. */
  readonly onOpen: (isOpen: boolean) => void;
}

/** The lines of an order: a list, and the place where one is chosen. */
export function LinesField({ form, catalogue, onOpen }: LinesFieldProps) {
  const text = useText();
  const { orderLines } = form.values;
  const [editing, setEditing] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(orderLines.length === 0);
  const set = (lines: readonly LineValues[]) => form.set('orderLines', lines);
  const isOpen = isAdding || editing !== null;
  useEffect(() => onOpen(isOpen), [onOpen, isOpen]);

  function add(line: LineValues) {
    set([...orderLines, line]);
    setAdding(false);
  }
  function remove(at: number) {
    const removed = orderLines[at];
    set(orderLines.filter((_, index) => index !== at));
    setEditing(null);
    notify({
      title: text('carpetline.line.removed', { number: at + 1 }),
      action: { label: text('carpetline.undo'), run: () => removed && set(orderLines) },
    });
  }

  const errorsAt = (at: number) =>
    Object.entries(form.errors).flatMap(([id, sentences]) => (id.startsWith(`${fieldId(`orderLines.${at}`)}_`) ? sentences : []));
  const whole = form.errors[fieldId('orderLines')];
  const edited = editing === null ? undefined : orderLines[editing];
  return (
    <section aria-label={text('carpetline.orders.lines')}>
      <h2 className="mantine-InputWrapper-label">{text('carpetline.orders.lines')}</h2>
      {orderLines.length > 0 && (
        <LineList
          lines={orderLines}
          errorsAt={errorsAt}
          editing={editing}
          onEdit={(at) => {
            setEditing(at);
            setAdding(false);
          }}
          onRemove={remove}
        />
      )}
      {whole && (
        <div className="mantine-InputWrapper-error">
          <FieldError sentences={whole} />
        </div>
      )}
      <div style={{ marginTop: 8 }}>
        {edited !== undefined && editing !== null ? (
          <LineEditor
            key={editing}
            catalogue={catalogue}
            initial={edited}
            title={text('carpetline.line.change', { number: editing + 1 })}
            onSave={(line) => set(orderLines.map((old, index) => (index === editing ? line : old)))}
            onCancel={() => setEditing(null)}
          />
        ) : isAdding ? (
          <LineEditor
            key="new"
            catalogue={catalogue}
            initial={emptyLine}
            title={text('carpetline.line.add')}
            onSave={add}
            onCancel={orderLines.length > 0 ? () => setAdding(false) : undefined}
          />
        ) : (
          <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setAdding(true)}>
            {text('carpetline.line.add')}
          </Button>
        )}
      </div>
    </section>
  );
}
