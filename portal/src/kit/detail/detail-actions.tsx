import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Key } from '../format/key.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText, type Text } from '../text.ts';
import { useIsPhone, useIsSmall } from '../use-width.ts';
import styles from './detail.module.css';

/** One thing that can be done with a record. */
export interface DetailAction {
  /** Translated; a verb. */
  readonly label: string;
  readonly icon: TablerIcon;
  /** One primary a page; quiet ones and deleting go behind the dots below 992. */
  readonly kind: 'quiet' | 'default' | 'primary' | 'danger';
  readonly href?: string;
  readonly onClick?: () => void;
  /** A single letter that does the same, shown on the button: `E`. */
  readonly letter?: string;
  /** It is under way; until then the others that act, links aside, are disabled. */
  readonly isLoading?: boolean;
  readonly isDisabled?: boolean;
}

/** 'Verwijderen', as every record has it. */
export function removeAction(text: Text, onClick: () => void): DetailAction {
  return { label: text('kit.remove.verb'), icon: IconTrash, kind: 'danger', onClick };
}

/** 'Bewerken', as every record has it: an address, or what to do. */
export function editAction(text: Text, target: Pick<DetailAction, 'href' | 'onClick'>): DetailAction {
  return { label: text('kit.edit'), icon: IconPencil, kind: 'primary', letter: 'E', ...target };
}

const order = ['quiet', 'danger', 'default', 'primary'];

/** A step sent while another is under way would be refused, or overtake it. */
function oneAtATime(actions: readonly DetailAction[]): readonly DetailAction[] {
  if (!actions.some(({ isLoading }) => isLoading)) return actions;
  return actions.map((action) =>
    action.isLoading || action.href !== undefined ? action : { ...action, isDisabled: true },
  );
}

/** The actions of a record: ghosts first, the primary last; what does not fit goes behind three dots. */
export function DetailActions({
  actions,
}: {
  readonly actions: readonly (DetailAction | false | undefined)[];
}) {
  const isSmall = useIsSmall();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const offered = oneAtATime(actions.filter((action) => action !== false && action !== undefined)).toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
  );
  const hidden = isSmall ? offered.filter(({ kind }) => kind === 'quiet' || kind === 'danger') : [];
  const shown = offered.filter((action) => !hidden.includes(action));
  // Under 768 the primary one lies under the thumb.
  const thumb = isPhone ? shown.find(({ kind }) => kind === 'primary') : undefined;

  useKeys(
    offered.map((action) => {
      const { letter, label, href, onClick, isLoading = false, isDisabled = false } = action;
      return (
        letter !== undefined &&
        !isLoading &&
        !isDisabled && {
          keys: letter.toLowerCase(),
          label,
          run: () => (href === undefined ? onClick?.() : void navigate({ to: href })),
        }
      );
    }),
  );

  if (offered.length === 0) return null;
  return (
    <>
      <div className={styles.actions}>
        {hidden.length > 0 && <DotsMenu actions={hidden} />}
        {shown.map((action) => action !== thumb && <ActionButton key={action.label} action={action} />)}
      </div>
      {thumb && (
        <div className={styles.thumbBar} data-thumb-bar>
          <ActionButton action={thumb} />
        </div>
      )}
    </>
  );
}

function ActionButton({ action }: { readonly action: DetailAction }) {
  const { label, icon: Icon, kind, href, onClick, letter, isLoading = false, isDisabled = false } = action;
  const look = {
    variant: { quiet: 'subtle', default: 'default', primary: 'filled', danger: 'subtle' }[kind],
    leftSection: <Icon size={16} stroke={1.75} aria-hidden />,
    rightSection: letter === undefined ? undefined : <Key>{letter}</Key>,
    loading: isLoading,
    'data-danger': kind === 'danger' || undefined,
  };
  if (href === undefined) {
    return (
      <Button {...look} disabled={isDisabled} onClick={() => onClick?.()}>
        {label}
      </Button>
    );
  }
  return (
    <Button {...look} component={Link} to={href}>
      {label}
    </Button>
  );
}

function DotsMenu({ actions }: { readonly actions: readonly DetailAction[] }) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={text('kit.detail.more')}
          title={text('kit.detail.more')}
        >
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, kind, href, onClick, isLoading = false, isDisabled = false }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            data-danger={kind === 'danger' || undefined}
            disabled={isLoading || isDisabled}
            onClick={() => (href === undefined ? onClick?.() : void navigate({ to: href }))}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
