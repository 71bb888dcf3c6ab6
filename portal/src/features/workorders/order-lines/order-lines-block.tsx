import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useFocusReturn } from '#portal/kit/use-focus-return.ts';
import { emptyLine, type LineValues } from './order-lines.rules.ts';
import { OrderLineEditor } from './order-line-editor.tsx';
import { type KeyedLine, OrderLinesTable } from './order-lines-table.tsx';
import styles from './order-lines.module.css';

/** A line in the editor: a new one has no key, one that was being typed before has values. */
interface OpenLine {
  readonly key?: string | undefined;
  readonly values?: LineValues;
}

interface OrderLinesBlockProps {
  readonly lines: readonly KeyedLine[];
  readonly mayAdd: boolean;
  readonly mayChange: boolean;
  readonly mayRemove: boolean;
  /** Percent off all lines, by the accepted offer. */
  readonly discountPercentage?: number | null;
  /** Saves a line; a new one has no key. What it throws is shown in the editor. */
  readonly onSave: (line: LineValues, key: string | undefined) => Promise<unknown>;
  readonly onRemove: (key: string) => void;
  /** Called with what is typed and not saved; null when that is nothing. */
  readonly onTyped: (line: LineValues | null, key: string | undefined) => void;
  /** Called with fields of the open line that cannot be read. */
  readonly onReport?: ResourceForm<LineValues>['report'];
  /** The editor opens with it. */
  readonly startsWith: OpenLine | null;
  /** What is wrong with the lines together: the block turns red. */
  readonly errors?: readonly string[] | undefined;
  /** Why the lines cannot be changed. */
  readonly notice?: ReactNode;
}

/** The lines of an order with their totals. One line is added or edited at a time. */
export function OrderLinesBlock(props: OrderLinesBlockProps) {
  const { lines, mayAdd, mayChange, mayRemove, onSave, onRemove, onTyped, onReport, errors, notice } = props;
  const { discountPercentage = null } = props;
  const text = useText();
  const showsPurchase = usePermission()('comceptum.orderlines.readpurchase');
  const [open, setOpen] = useState(() => openAtFirst(props));
  const isIdle = open === null;
  const [add, returnFocus] = useFocusReturn<HTMLButtonElement>(isIdle);

  function done() {
    setOpen(null);
    returnFocus();
  }

  function copy(key: string) {
    const original = lines.find((line) => line.key === key);
    if (!original) return;
    const { key: _key, isAccepted: _accepted, uncountedAs: _uncounted, ...values } = original;
    setOpen({ values });
  }

  async function remove(key: string) {
    const question = {
      title: text('workorders.lines.removeTitle'),
      body: text('workorders.lines.removeBody'),
      verb: text('kit.remove.verb'),
      isDanger: true,
    };
    if (await confirm(question)) onRemove(key);
  }

  function editor(title: string, initial: LineValues, key?: string) {
    return (
      <OrderLineEditor
        title={title}
        initial={initial}
        values={open?.values}
        showsPurchase={showsPurchase}
        onSave={(line) => onSave(line, key)}
        onDone={done}
        onTyped={(line) => onTyped(line, key)}
        onReport={onReport}
      />
    );
  }

  return (
    <div className={styles.block} data-wrong={errors !== undefined || undefined}>
      <Card
        isFlush
        title={text('workorders.lines.title')}
        count={lines.length}
        actions={
          mayAdd && (
            <Button
              ref={add}
              size="xs"
              disabled={!isIdle}
              aria-invalid={errors !== undefined || undefined}
              aria-describedby={errors && 'lines-error'}
              leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
              onClick={() => setOpen({})}
            >
              {text('workorders.lines.add')}
            </Button>
          )
        }
      >
        {errors && (
          <p id="lines-error" role="alert" className={styles.error}>
            <FieldError sentences={errors} />
          </p>
        )}
        {notice}
        {lines.length === 0 && isIdle && (
          <p className={styles.none}>{text(mayAdd ? 'workorders.lines.none' : 'workorders.lines.noneYet')}</p>
        )}
        {lines.length > 0 && (
          <OrderLinesTable
            lines={lines}
            showsPurchase={showsPurchase}
            onEdit={mayChange && isIdle ? (key) => setOpen({ key }) : undefined}
            onRemove={mayRemove && isIdle ? (key) => void remove(key) : undefined}
            onCopy={mayAdd && isIdle ? copy : undefined}
            hasActions={mayAdd || mayChange || mayRemove}
            discountPercentage={discountPercentage}
            editing={open?.key}
            renderEditor={({ key, isAccepted: _accepted, uncountedAs: _uncounted, ...line }) =>
              editor(text('workorders.lines.edit'), line, key)
            }
          />
        )}
        {open && open.key === undefined && editor(text('workorders.lines.add'), emptyLine)}
      </Card>
    </div>
  );
}

/** What was typed over a line that is deleted meanwhile is a new line. */
function openAtFirst({ startsWith, lines }: OrderLinesBlockProps): OpenLine | null {
  return lines.some(({ key }) => key === startsWith?.key)
    ? startsWith
    : startsWith && { ...startsWith, key: undefined };
}
