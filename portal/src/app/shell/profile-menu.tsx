import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { IconChevronDown, IconKey, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useSession, useSessionState, type SessionUser } from '#portal/kit/data/session.tsx';
import { personInitials } from '#portal/kit/format/initials.ts';
import { ScreenLink, useHasScreen } from '#portal/kit/screens.tsx';
import { storeSchemeForFirstPaint } from '#portal/boot/preferences.ts';
import { useText } from '#portal/kit/text.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { useEscape } from './use-escape.ts';
import styles from './profile-menu.module.css';

/**
 * Picture or initials, name and nickname, light or dark, and the way out. A button with a panel rather than the
 * kit's menu: what is inside are choices, and the first page does without the menu's code.
 */
export function ProfileMenu({ isPhone }: { isPhone: boolean }) {
  const text = useText();
  const { user } = useSessionState();
  const session = useSession();
  const hasScreen = useHasScreen();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const around = useClickOutside<HTMLDivElement>(() => setOpen(false));

  useEscape(isOpen, () => {
    setOpen(false);
    button.current?.focus();
  });

  return (
    <div ref={around} className={styles['profile']}>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-label={text('shell.profile.open', { name: user.name })}
        aria-expanded={isOpen}
        data-escapes={isOpen || undefined}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        <Portrait user={user} />
        <span className={styles['name']}>{user.name}</span>
        <IconChevronDown size={16} stroke={1.75} aria-hidden="true" className={styles['chevron']} />
      </button>
      <div id={panel} className={styles['panel']} hidden={!isOpen}>
        <div className={styles['person']}>
          <strong>{user.name}</strong>
          {[user.nickname, user.email]
            .filter((line) => line !== '' && line !== user.name)
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </div>
        <SchemeChoice />
        {isPhone && (
          <div className={styles['part']}>
            <LanguageSwitch />
          </div>
        )}
        <div className={styles['part']}>
          {hasScreen('password:update') && (
            <ScreenLink to="password:update" className={styles['line']} onClick={() => setOpen(false)}>
              <IconKey size={16} stroke={1.75} aria-hidden="true" />
              {text('shell.profile.password')}
            </ScreenLink>
          )}
          {hasScreen('security:index') && (
            <ScreenLink to="security:index" className={styles['line']} onClick={() => setOpen(false)}>
              <IconShieldLock size={16} stroke={1.75} aria-hidden="true" />
              {text('shell.profile.security')}
            </ScreenLink>
          )}
          <button type="button" className={styles['line']} onClick={() => session.logout()}>
            <IconLogout size={16} stroke={1.75} aria-hidden="true" />
            {text('shell.profile.logout')}
          </button>
        </div>
      </div>
    </div>
  );
}

function Portrait({ user: { picture, name } }: { user: SessionUser }) {
  const [isBroken, setBroken] = useState(false);
  return (
    // The letters are drawn, not written: the button's name is the person's.
    <span className={styles['portrait']} data-initials={personInitials(name)} aria-hidden="true">
      {picture !== '' && !isBroken && <img src={picture} alt="" onError={() => setBroken(true)} />}
    </span>
  );
}

const schemes: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

function SchemeChoice() {
  const text = useText();
  const group = useId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={styles['part']}>
      <legend>{text('shell.scheme.title')}</legend>
      {schemes.map((scheme) => (
        <label key={scheme} className={styles['line']}>
          <input
            type="radio"
            name={group}
            checked={colorScheme === scheme}
            onChange={() => {
              setColorScheme(scheme);
              storeSchemeForFirstPaint(scheme);
            }}
          />
          {text(`shell.scheme.${scheme}`)}
        </label>
      ))}
    </fieldset>
  );
}
