import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useText } from '../text.ts';
import styles from './list-tools.module.css';

/** A stored way of looking at a list. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
  /** Only one's own can be changed or deleted. */
  readonly isOwn: boolean;
  readonly ownerName: string;
}

interface ViewsMenuProps {
  /** What the list is called without a view: 'Alle bedrijven'. */
  readonly everything: string;
  readonly views: readonly SavedView[];
  readonly current: SavedView | undefined;
  /** Whether the list differs from the current view. */
  readonly isChanged: boolean;
  /** Undefined goes back to everything. */
  readonly onPick: (view: SavedView | undefined) => void;
  /** Asks for a name and saves the list as it is. */
  readonly onSaveAs: () => void;
  /** Saves the list as it is in the current view. */
  readonly onUpdate: () => void;
  readonly onRemove: (view: SavedView) => void;
}

/** The views of a list: one's own and those that colleagues share. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { everything, views, current, isChanged, onPick, onSaveAs, onUpdate, onRemove } = props;
  const text = useText();
  const name = current?.name ?? everything;
  return (
    <Menu position="bottom-end" width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          className={styles.views ?? ''}
          leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          aria-label={text('kit.views.button', { name })}
        >
          <span className={styles.viewName}>{current && isChanged ? `${name} *` : name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={current?.id ?? ''}
          onChange={(id) => onPick(views.find((view) => view.id === id))}
        >
          <Menu.RadioItem value="" closeMenuOnClick>
            {everything}
          </Menu.RadioItem>
          {views.map((view) => (
            <Menu.RadioItem key={view.id} value={view.id} closeMenuOnClick>
              <span className={styles.choice}>{view.name}</span>
              {view.isShared && <span className={styles.hint}>{hintOf(view, text)}</span>}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />} onClick={onSaveAs}>
          {text('kit.views.keep')}
        </Menu.Item>
        {current?.isOwn && isChanged && (
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden />}
            onClick={onUpdate}
          >
            {text('kit.views.update', { name })}
          </Menu.Item>
        )}
        {current?.isOwn && (
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => onRemove(current)}
          >
            {text('kit.views.remove', { name })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function hintOf({ isOwn, ownerName }: SavedView, text: ReturnType<typeof useText>): string {
  return isOwn ? text('kit.views.shared') : text('kit.views.sharedBy', { name: ownerName });
}
