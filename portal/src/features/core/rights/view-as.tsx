import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import { IconCheck, IconEye, IconListCheck, IconMinus } from '@tabler/icons-react';
import { Fragment, useMemo, useState } from 'react';
import { users } from '#contract/core/users.ts';
import { splitPermission } from '#contract/permissions.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { type MenuLine, useMenuOf } from '#portal/kit/menu-of.ts';
import { useText } from '#portal/kit/text.ts';
import { levelOf, matrixOf, type MatrixPart, type MatrixRow } from './right-matrix.ts';
import type { Person } from './rights-preview.tsx';
import { useRights } from './use-rights.ts';
import styles from './view-as.module.css';

interface ViewAsButtonProps {
  readonly person: Person;
  /** What this person may do. */
  readonly held: readonly string[];
  /** Whether these are rights as they would be after saving. */
  readonly withChanges?: boolean;
}

/** Opens the desk of somebody else to look at; that it was opened is recorded first. */
export function ViewAsButton(props: ViewAsButtonProps) {
  const { person } = props;
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const [isOpen, setOpen] = useState(false);
  const record = useVerb({
    call: () => ({
      url: `${collectionUrl(users, { companyId: person.companyId })}/${encodeURIComponent(person.id)}/view-as`,
      body: {},
    }),
    onSuccess: () => setOpen(true),
    onError: notifyFailure,
  });
  return (
    <>
      <Button
        leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
        loading={record.isPending}
        onClick={() => record.mutate()}
      >
        {text('core.rights.viewAs.open', { name: person.fullName })}
      </Button>
      {isOpen && <ViewAs {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * The desk of somebody else, full screen: their menu, and for each list what they could do there. It shows rights and no
 * records, asks nothing in their name, and cannot change anything.
 */
function ViewAs({
  person,
  held,
  withChanges = false,
  onClose,
}: ViewAsButtonProps & { readonly onClose: () => void }) {
  const text = useText();
  const menu = useMenuOf()(held);
  const { data: rights } = useRights(person.companyId);
  const parts = useMemo(
    () => matrixOf(rights ?? [], { given: held, isForOthers: true }, text),
    [rights, held, text],
  );
  const [chosen, setChosen] = useState<string | undefined>(menu[0]?.label);
  const line = menu.find(({ label }) => label === chosen);
  return (
    <Modal.Root opened fullScreen onClose={onClose} zIndex={210}>
      <Modal.Content>
        <Modal.Body className={styles.desk ?? ''}>
          <header className={styles.bar}>
            <IconEye size={18} stroke={1.75} aria-hidden />
            <Modal.Title className={styles.title ?? ''}>
              {text('core.rights.viewAs.title', { name: person.fullName })}
            </Modal.Title>
            <Button variant="default" data-autofocus onClick={onClose}>
              {text('core.rights.viewAs.stop')}
            </Button>
          </header>
          <nav
            className={styles.menu}
            aria-label={text('core.rights.preview.menu', { name: person.fullName })}
          >
            {menu.map(({ label, icon: Icon, group }, index) => (
              <Fragment key={label}>
                {group !== null && group !== menu[index - 1]?.group && (
                  <span className={styles.head}>{text(group)}</span>
                )}
                <MenuButton isCurrent={label === chosen} onClick={() => setChosen(label)}>
                  <Icon size={18} stroke={1.75} aria-hidden />
                  {text(label)}
                </MenuButton>
              </Fragment>
            ))}
            <MenuButton isCurrent={line === undefined} onClick={() => setChosen(undefined)}>
              <IconListCheck size={18} stroke={1.75} aria-hidden />
              {text('core.rights.viewAs.everything')}
            </MenuButton>
          </nav>
          <section className={styles.sheet} aria-live="polite">
            <h2>{text(line?.label ?? 'core.rights.viewAs.everything')}</h2>
            {menu.length === 0 && <p>{text('core.rights.preview.emptyMenu', { name: person.fullName })}</p>}
            {withChanges && <p className="balie-empty">{text('core.rights.preview.withChanges')}</p>}
            {line ? <OfLine line={line} parts={parts} held={held} /> : <All parts={parts} held={held} />}
          </section>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface MenuButtonProps {
  readonly isCurrent: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function MenuButton({ isCurrent, onClick, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

interface ShownProps {
  readonly parts: readonly MatrixPart[];
  readonly held: readonly string[];
}

// A list and what lies below it: those of its part that have something.
function OfLine({ line, parts, held }: ShownProps & { readonly line: MenuLine }) {
  const text = useText();
  const codes = new Set(
    line.needs.split('|').map((one) => splitPermission(one.trim()).base.split('.').slice(0, 2).join('.')),
  );
  const rows = parts.flatMap(({ rows: all }) => all.filter(({ code }) => codes.has(code)));
  return (
    <>
      <p>{text('core.rights.viewAs.actions')}</p>
      {rows.map((row) => (
        <Actions key={row.code} row={row} held={held} showsNone />
      ))}
    </>
  );
}

function All({ parts, held }: ShownProps) {
  const text = useText();
  const given = new Set(held);
  const withSome = parts
    .map((part) => ({
      ...part,
      rows: part.rows.filter(({ cells }) =>
        [...cells.values()].some((cell) => levelOf(cell, given) !== null),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
  if (withSome.length === 0) return <p>{text('core.rights.viewAs.nothing')}</p>;
  return withSome.map(({ prefix, label, rows }) => (
    <Fragment key={prefix}>
      <h3>{label}</h3>
      {rows.map((row) => (
        <Actions key={row.code} row={row} held={held} />
      ))}
    </Fragment>
  ));
}

interface ActionsProps {
  readonly row: MatrixRow;
  readonly held: readonly string[];
  /** Also what the person may not do there. */
  readonly showsNone?: boolean;
}

function Actions({ row, held, showsNone = false }: ActionsProps) {
  const text = useText();
  const given = new Set(held);
  const cells = [...row.cells.values()].flatMap((cell) => {
    const counts = cell.choices.some(({ hindrance }) => hindrance === null);
    const level = levelOf(cell, given);
    return level !== null || (showsNone && counts) ? [{ ...cell, level }] : [];
  });
  return (
    <dl className={styles.actions} aria-label={row.label}>
      <div className={styles.resource}>
        {row.label} <code>{row.code}</code>
      </div>
      {cells.map(({ base, label, level }) => (
        <div key={base} data-none={level === null || undefined}>
          <dt>
            {level === null ? (
              <IconMinus size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconCheck size={16} stroke={1.75} aria-hidden />
            )}
            {label}
          </dt>
          <dd>{text(`core.rights.viewAs.level.${level ?? 'none'}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
