import { ActionIcon } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconMaximize,
  IconMinimize,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import styles from './image-viewer.module.css';

interface ViewerToolbarProps {
  readonly name: string | undefined;
  readonly page: number;
  readonly pages: number;
  readonly zoom: number;
  readonly isFull: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  readonly onRotate: () => void;
  readonly onFull: () => void;
  /** Buttons of the screen itself, at the right end. */
  readonly extra: ReactNode;
}

/** The bar of a viewer: which page this is, and how it is looked at. */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { name, page, pages, zoom, isFull, onZoom, onFit, onRotate, onFull, extra } = props;
  const text = useText();
  return (
    <div className={styles.bar}>
      <span className={styles.where} role="status">
        {pages > 0 && [name, text('kit.viewer.page', { page, pages })].filter(Boolean).join(' · ')}
      </span>
      <div className={styles.tools}>
        <span className={styles.fineTools}>
          <Tool icon={IconZoomOut} label={text('kit.viewer.zoomOut')} onClick={() => onZoom(1 / 1.25)} />
          <span className={cx('balie-number', styles.percent)} role="status">
            {Math.round(zoom * 100)}%
          </span>
          <Tool icon={IconZoomIn} label={text('kit.viewer.zoomIn')} onClick={() => onZoom(1.25)} />
          <Tool icon={IconArrowAutofitWidth} label={text('kit.viewer.fit')} onClick={onFit} />
          <Tool icon={IconRotateClockwise} label={text('kit.viewer.rotate')} onClick={onRotate} />
        </span>
        <Tool
          icon={isFull ? IconMinimize : IconMaximize}
          label={text(isFull ? 'kit.viewer.leaveFullScreen' : 'kit.viewer.fullScreen')}
          onClick={onFull}
        />
        {extra}
      </div>
    </div>
  );
}

interface ToolProps {
  readonly icon: TablerIcon;
  readonly label: string;
  readonly onClick: () => void;
}

// A tip of the browser's own: others would lie outside the full screen and stay unseen.
function Tool({ icon: Icon, label, onClick }: ToolProps) {
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
