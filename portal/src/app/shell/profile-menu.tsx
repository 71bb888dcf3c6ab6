import { Avatar, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react';
import { useSession, useSessionState } from '#portal/kit/data/session.tsx';
import { useText } from '#portal/kit/text.ts';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './profile-menu.module.css';

const schemes: readonly { readonly scheme: MantineColorScheme; readonly icon: TablerIcon }[] = [
  { scheme: 'auto', icon: IconDeviceDesktop },
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
];

/** Picture or initials, name and nickname, light or dark, and the way out. */
export function ProfileMenu({ isPhone }: { isPhone: boolean }) {
  const text = useText();
  const { user } = useSessionState();
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240} keepMounted={false}>
      <Menu.Target>
        <button
          type="button"
          className={styles['button']}
          aria-label={text('shell.profile.open', { name: user.name })}
        >
          <Avatar src={user.picture || null} size={28} radius="xl" alt="" className={styles['avatar'] ?? ''}>
            {initialsOf(user.name)}
          </Avatar>
          <span className={styles['name']}>{user.name}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" className={styles['chevron']} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles['person']}>
          <strong>{user.name}</strong>
          {user.nickname !== '' && user.nickname !== user.name && <span>{user.nickname}</span>}
          {user.email !== '' && user.email !== user.name && <span>{user.email}</span>}
        </div>
        <Menu.Divider />
        <Menu.Label>{text('shell.scheme.title')}</Menu.Label>
        {schemes.map(({ scheme, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
            rightSection={colorScheme === scheme && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(scheme)}
          >
            {text(`shell.scheme.${scheme}`)}
          </Menu.Item>
        ))}
        {isPhone && (
          <>
            <Menu.Divider />
            <div className={styles['language']}>
              <LanguageSwitch />
            </div>
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => session.logout()}
        >
          {text('shell.profile.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** First letters of the first and the last word that start with a capital: `Sanne de Wit` gives SW. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '');
  const capitals = words.filter((word) => word.charAt(0) !== word.charAt(0).toLowerCase());
  const from = capitals.length > 0 ? capitals : words;
  const [first = '', last = ''] = [from[0], from.length > 1 ? from.at(-1) : ''];
  return (first.charAt(0) + last.charAt(0)).toUpperCase();
}
