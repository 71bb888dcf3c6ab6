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
import { bare, emptyLine, type LineValues } from './lines.rules.ts';
import { LineEditor } from './line-editor.tsx';
import { type KeyedLine, LinesTable } from './lines-table.tsx';
import styles from './lines.module.css';

interface LinesBlockProps {
  readonly lines: readonly KeyedLine[];
  readonly mayAdd: boolean;
  readonly mayChange: boolean;
  readonly mayRemove: boolean;
  /** Saves a line; a new one has no key. What it throws is shown in the editor. */
  readonly onSave: (line: LineValues, key: string | undefined) => Promise<unknown>;
  readonly onRemove: (key: string) => void;
  readonly onTyped?: (line: LineValues | null, key: string | undefined) => void;
  /** What cannot be read of the line that is typed. */
  readonly onReport?: ResourceForm<LineValues>['report'];
  /** A line that was being typed before, a new one without a key: the editor opens with it. */
  readonly startsWith?: { readonly line: LineValues; readonly key: string | undefined } | null;
  /** What is wrong with the lines as a whole: the block turns red. */
  readonly errors?: readonly string[] | undefined;
  /** Why the lines cannot be changed. */
  readonly notice?: ReactNode;
}

/** The lines of an order with their totals. One thing at a time: who adds does not edit. */
export function LinesBlock(props: LinesBlockProps) {
  const { lines, mayAdd, mayChange, mayRemove, onSave, onRemove, onTyped, onReport, errors, notice } = props;
  const [first] = useState(startable(props));
  const text = useText();
  const may = usePermission();
  const showsPurchase = may('comceptum.orderlines.readpurchase');
  // Undefined is idle, null adds, a key edits that line.
  const [open, setOpen] = useState<string | null | undefined>(
    first === null ? undefined : (first.key ?? null),
  );
  const [isFirst, setIsFirst] = useState(first !== null);
  const isIdle = open === undefined;
  const [add, returnFocus] = useFocusReturn<HTMLButtonElement>(isIdle);

  function done() {
    setOpen(undefined);
    setIsFirst(false);
    returnFocus();
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

  function editor(title: string, initial: LineValues, key: string | undefined) {
    return (
      <LineEditor
        title={title}
        initial={initial}
        values={isFirst ? first?.line : undefined}
        showsPurchase={showsPurchase}
        onSave={(line) => onSave(line, key)}
        onDone={done}
        onTyped={onTyped && ((line) => onTyped(line, key))}
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
              onClick={() => setOpen(null)}
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
          <LinesTable
            lines={lines}
            showsPurchase={showsPurchase}
            onEdit={mayChange && isIdle ? setOpen : undefined}
            onRemove={mayRemove && isIdle ? (key) => void remove(key) : undefined}
            hasActions={mayChange || mayRemove}
            editing={typeof open === 'string' ? open : undefined}
            editor={(line) => editor(text('workorders.lines.edit'), bare(line), line.key)}
          />
        )}
        {open === null && editor(text('workorders.lines.add'), emptyLine, undefined)}
      </Card>
    </div>
  );
}

// What was typed over a line that is gone meanwhile is a new line.
function startable({ startsWith, lines }: LinesBlockProps): (LinesBlockProps['startsWith'] & {}) | null {
  if (!startsWith) return null;
  return lines.some(({ key }) => key === startsWith.key)
    ? startsWith
    : { line: startsWith.line, key: undefined };
}
