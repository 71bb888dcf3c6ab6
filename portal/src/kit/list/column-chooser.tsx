import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3, IconRestore } from '@tabler/icons-react';
import { useText } from '../text.ts';
import { useIsSmall } from '../use-width.ts';
import type { ColumnChoice } from './use-columns.ts';

/** Which columns a list shows. Under 992 rows have two lines and nothing to choose. */
export function ColumnChooser<R>({ choice }: { readonly choice: ColumnChoice<R> }) {
  const text = useText();
  if (useIsSmall()) return null;
  const { all, shown, isShown, toggle, reset } = choice;
  return (
    <Menu closeOnItemClick={false} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={text('kit.columns.title')}
          title={text('kit.columns.title')}
        >
          <IconColumns3 size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {all
          .filter(({ label, isMain }) => label !== '' && !isMain)
          .map(({ field, label }) => (
            <Menu.CheckboxItem key={field} checked={isShown(field)} onChange={() => toggle(field)}>
              {text(label)}
            </Menu.CheckboxItem>
          ))}
        {shown.length < all.length && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconRestore size={16} stroke={1.75} aria-hidden />} onClick={reset}>
              {text('kit.columns.all')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
