import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { wantFirstFocus } from '../form/first-focus.ts';
import { Key } from '../format/key.tsx';
import { useKeys } from '../keys/use-keys.ts';

/** What a button that adds does. */
export interface CreateAction {
  /** Address of the form, or what to do when there is none. */
  readonly href?: string;
  readonly onClick?: () => void;
  /** Shows the key N on it, where people add a hundred times a day. */
  readonly showKey?: boolean;
}

interface CreateButtonProps extends CreateAction {
  /** The words on it, with their object: 'Bedrijf toevoegen'. */
  readonly label: string;
  /** Not the screen's main action: paper instead of accent. */
  readonly isQuiet?: boolean;
}

/** Adds one: the primary button of a list. N does the same. */
export function CreateButton({ label, href, onClick, isQuiet = false, showKey = false }: CreateButtonProps) {
  const navigate = useNavigate();
  useKeys([
    {
      keys: 'n',
      label: 'kit.keys.new',
      run() {
        wantFirstFocus();
        if (href === undefined) onClick?.();
        else void navigate({ to: href });
      },
    },
  ]);
  const look = {
    variant: isQuiet ? 'default' : 'filled',
    'data-create': !isQuiet || undefined,
    leftSection: <IconPlus size={16} stroke={1.75} aria-hidden />,
    rightSection: showKey ? <Key>N</Key> : undefined,
  };
  if (href === undefined) {
    return (
      <Button {...look} onClick={() => onClick?.()}>
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
