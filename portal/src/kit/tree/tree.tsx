import '@mantine/core/styles/CheckboxIndicator.layer.css';
import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { formatNumber } from '#contract/money.ts';
import { cx } from '../cx.ts';
import { useLanguage } from '../format/use-language.ts';
import { useText } from '../text.ts';
import {
  statesOf,
  toggled,
  visibleNodes,
  type NodeState,
  type TickMeaning,
  type TreeNode,
  type VisibleNode,
} from './tree.rules.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import styles from './tree.module.css';

interface TreeProps {
  /** Name of the tree, translated. */
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  /** Ids of what is chosen: leaves, or branches too where those are a choice of their own. */
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly meaning?: TickMeaning;
  readonly search?: string;
  readonly onlyChosen?: boolean;
  /** Branches that are open at first. */
  readonly openAtFirst?: readonly string[];
  /** Before the label: an icon, the initials of a person. */
  readonly renderStart?: (node: TreeNode) => ReactNode;
  /** In the last column. */
  readonly renderEnd?: (node: TreeNode) => ReactNode;
  /** Height in any CSS length; it scrolls by itself. */
  readonly height?: string;
  readonly isDisabled?: boolean;
  /** Why a locked leaf is locked, translated. */
  readonly lockedWords?: string;
  readonly isInvalid?: boolean;
  /** Id of the sentence about it. */
  readonly describedBy?: string | undefined;
}

const rowHeight = 38;

/** A tree with boxes of three states and counts, of any size, wholly by keyboard. */
export function Tree(props: TreeProps) {
  const {
    label,
    nodes,
    chosen,
    onChange,
    meaning = 'leaves',
    search = '',
    onlyChosen = false,
    isDisabled = false,
  } = props;
  const text = useText();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(props.openAtFirst));
  const states = useMemo(() => statesOf(nodes, chosen, meaning), [nodes, chosen, meaning]);
  const lines = useMemo(
    () => visibleNodes(nodes, { open, search, onlyChosen, states }),
    [nodes, open, search, onlyChosen, states],
  );
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by the result
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 600, height: 420 },
  });

  function setNodeOpen(node: TreeNode, isOpen: boolean) {
    const next = new Set(open);
    if (isOpen) next.add(node.id);
    else next.delete(node.id);
    setOpen(next);
  }
  function toggle(node: TreeNode) {
    if (!isDisabled) onChange(toggled(nodes, chosen, node.id, meaning));
  }
  const keys = useTreeKeys({ lines, setNodeOpen, toggle, reveal: (index) => rows.scrollToIndex(index) });
  const { setActive } = keys;
  const latest = useRef({ setNodeOpen, toggle, setActive });
  useEffect(() => {
    latest.current = { setNodeOpen, toggle, setActive };
  });
  // Always the same two, so that scrolling draws only the rows that come into view.
  const [acts] = useState<RowActs>(() => ({
    toggle(index, { node }) {
      latest.current.setActive(index);
      latest.current.toggle(node);
    },
    open(index, { node, isOpen }) {
      latest.current.setActive(index);
      latest.current.setNodeOpen(node, !isOpen);
    },
  }));

  if (lines.length === 0) return <p className={styles.none}>{text('kit.empty.title')}</p>;
  return (
    <div
      ref={scroller}
      className={styles.tree}
      style={{ height: props.height ?? '420px' }}
      role="tree"
      aria-label={label}
      aria-multiselectable
      aria-disabled={isDisabled}
      aria-invalid={props.isInvalid || undefined}
      aria-describedby={props.describedBy}
      tabIndex={0}
      aria-activedescendant={`${id}-${keys.active}`}
      onKeyDown={keys.onKeyDown}
    >
      <div role="presentation" style={{ position: 'relative', height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          const state = line && states.get(line.node.id);
          return (
            line &&
            state && (
              <TreeRow
                key={line.node.id}
                id={`${id}-${index}`}
                index={index}
                line={line}
                state={state}
                top={start}
                isActive={index === keys.active}
                renderStart={props.renderStart}
                renderEnd={props.renderEnd}
                lockedWords={props.lockedWords}
                isDisabled={isDisabled}
                acts={acts}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface RowActs {
  readonly toggle: (index: number, line: VisibleNode) => void;
  readonly open: (index: number, line: VisibleNode) => void;
}

interface TreeRowProps {
  readonly id: string;
  readonly index: number;
  readonly line: VisibleNode;
  readonly state: NodeState;
  readonly top: number;
  readonly isActive: boolean;
  readonly renderStart: TreeProps['renderStart'];
  readonly renderEnd: TreeProps['renderEnd'];
  readonly lockedWords: string | undefined;
  readonly isDisabled: boolean;
  readonly acts: RowActs;
}

const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { id, index, line, state, top, isActive, lockedWords, isDisabled, acts } = props;
  const text = useText();
  const language = useLanguage();
  const { node, level, isOpen, position, siblings } = line;
  const [start, end] = [props.renderStart?.(node), props.renderEnd?.(node)];
  const isBranch = node.children !== undefined;
  const canOpen = Boolean(node.children?.length);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const count = text('kit.tree.count', {
    chosen: formatNumber(state.chosen, language),
    total: formatNumber(state.total, language),
  });
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-checked={state.tick === 'mixed' ? 'mixed' : state.tick === 'on'}
      aria-expanded={canOpen ? isOpen : undefined}
      aria-disabled={node.isLocked || undefined}
      className={cx(styles.row, isActive && styles.active)}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 12 + (level - 1) * 26 }}
    >
      {/* For the mouse only: by keyboard the tree itself has the focus, and arrows do the same. */}
      <span
        className={styles.chevron}
        onClick={canOpen ? () => acts.open(index, line) : undefined}
        aria-hidden
      >
        {canOpen && <Chevron size={16} stroke={1.75} />}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as above */}
      <span
        className={cx(styles.choice, node.isLocked && styles.locked)}
        onClick={() => acts.toggle(index, line)}
      >
        <Checkbox.Indicator
          size="xs"
          radius={4}
          checked={state.tick === 'on'}
          indeterminate={state.tick === 'mixed'}
          disabled={isDisabled || (node.isLocked ?? false)}
          aria-hidden
        />
        {start}
        <span className={cx(styles.label, isBranch && styles.branch)} title={node.label}>
          {node.label}
        </span>
      </span>
      {node.isLocked && (
        <span className={styles.count} title={lockedWords}>
          <IconLock size={14} stroke={1.75} aria-hidden />
          <span className="balie-hidden"> {lockedWords}</span>
        </span>
      )}
      {isBranch && (
        <>
          {' '}
          <span className={cx('balie-number', styles.count)}>{count}</span>
        </>
      )}
      {end !== undefined && <span className={styles.end}> {end}</span>}
    </div>
  );
});
