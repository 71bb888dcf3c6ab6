import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { Catalogue } from '#contract/carpetline/catalogue.ts';
import { fieldId } from '#contract/problem.ts';
import type { FormStep } from '#portal/kit/form/form-page.tsx';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { LineEditor } from './line-editor.tsx';
import { LineList } from './line-list.tsx';
import { finishOf, sizeOf } from './order.ts';
import { emptyLine, type LineValues, orderValues, type OrderValues } from './order-values.ts';

interface LinesFieldProps {
  readonly form: ResourceForm<OrderValues>;
  readonly catalogue: Catalogue;
  /** Called with how the open line is added to the order; null when no line is open. */
  readonly onOpen: (step: FormStep | null) => void;
}

/** The open line by its index, or null for a new one; with the values that a draft restored. */
interface Open {
  readonly at: number | null;
  readonly restored?: LineValues;
}

/** The lines of an order: a list, and the editor of one line. */
export function LinesField({ form, catalogue, onOpen }: LinesFieldProps) {
  const text = useText();
  const { orderLines } = form.values;
  const [open, setOpen] = useState(() => openAtFirst(form.values));
  useEffect(() => {
    if (open === null) onOpen(null);
  }, [onOpen, open]);
  // After a conflict the lines of both people are shown side by side.
  const { register } = form;
  useEffect(
    () =>
      register('orderLines', {
        label: text('carpetline.orders.lines'),
        show: (value) => linesInWords(value, (shape) => text(`carpetline.shape.${shape}`)),
      }),
    [register, text],
  );
  // The open line belongs to the form: it is stored in the draft, and leaving asks for confirmation.
  const { set } = form;
  const at = open?.at ?? null;
  const keep = useCallback((line: LineValues | null) => set('open', line && { at, line }), [set, at]);

  const close = useCallback(() => setOpen(null), []);

  function save(line: LineValues) {
    set(
      'orderLines',
      at === null ? [...orderLines, line] : orderLines.map((old, index) => (index === at ? line : old)),
    );
  }
  async function leave(): Promise<boolean> {
    const body = text('carpetline.line.leaveBody');
    return (
      form.values.open === null ||
      confirm({
        title: text('carpetline.line.leaveTitle'),
        body,
        verb: text('carpetline.line.leaveVerb'),
        isDanger: true,
      })
    );
  }
  async function edit(next: number) {
    if (await leave()) setOpen({ at: next });
  }
  async function remove(removed: number) {
    if (open?.at != null && !(await leave())) return;
    if (open?.at != null) setOpen(null);
    set(
      'orderLines',
      orderLines.filter((_, index) => index !== removed),
    );
    notify({
      title: text('carpetline.line.removed', { number: removed + 1 }),
      action: { label: text('carpetline.undo'), run: () => set('orderLines', orderLines) },
    });
  }

  const errorsAt = (index: number) =>
    Object.entries(form.errors).flatMap(([id, sentences]) =>
      id.startsWith(`${fieldId(`orderLines.${index}`)}_`) ? sentences : [],
    );
  const listErrors = form.errors[fieldId('orderLines')];
  const edited = at === null ? undefined : orderLines[at];
  return (
    <section aria-label={text('carpetline.orders.lines')}>
      <h2 className="mantine-InputWrapper-label">{text('carpetline.orders.lines')}</h2>
      {orderLines.length > 0 && (
        <LineList
          lines={orderLines}
          errorsAt={errorsAt}
          editing={at}
          onEdit={(next) => void edit(next)}
          onRemove={(index) => void remove(index)}
        />
      )}
      {listErrors && (
        <div className="mantine-InputWrapper-error">
          <FieldError sentences={listErrors} />
        </div>
      )}
      <div style={{ marginTop: 8 }}>
        {open ? (
          <LineEditor
            key={at ?? `new-${orderLines.length}`}
            catalogue={catalogue}
            initial={edited ?? emptyLine}
            values={open.restored}
            title={
              edited
                ? text('carpetline.line.change', { number: (at ?? 0) + 1 })
                : text('carpetline.line.new', { number: orderLines.length + 1 })
            }
            saveLabel={text(edited ? 'carpetline.line.save' : 'carpetline.line.add')}
            onStep={onOpen}
            onChange={keep}
            onSave={save}
            onClose={close}
            canCancel={orderLines.length > 0}
          />
        ) : (
          <Button
            fullWidth={orderLines.length === 0}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen({ at: null })}
          >
            {text('carpetline.line.add')}
          </Button>
        )}
      </div>
    </section>
  );
}

function linesInWords(value: unknown, shapeName: (shape: LineValues['shape']) => string): string {
  const lines = orderValues.shape.orderLines.safeParse(value);
  const words = (line: LineValues) => [
    `${line.quantity} × ${line.qualityName}`,
    shapeName(line.shape),
    sizeOf(line),
    line.attachment?.name,
    finishOf(line),
  ];
  return (lines.data ?? [])
    .map((line, at) => `${at + 1}. ${words(line).filter(Boolean).join(', ')}`)
    .join('\n');
}

// The open line of a draft opens again; an order without lines starts with a new line.
function openAtFirst({ open, orderLines }: OrderValues): Open | null {
  if (open && (open.at === null || orderLines[open.at])) return { at: open.at, restored: open.line };
  return orderLines.length === 0 ? { at: null } : null;
}
