import { useEffect, useRef, useState } from 'react';
import { useText } from '../text.ts';
import { a4, type PageImage } from './use-page-images.ts';
import type { ViewerPage } from './viewer-types.ts';
import styles from './image-viewer.module.css';

interface PageStripProps {
  readonly pages: readonly ViewerPage[];
  readonly current: number;
  readonly getImage: (page: ViewerPage) => Promise<PageImage>;
  readonly onChoose: (index: number) => void;
}

/** The pages in small: below each other from 1200, beside each other below that. */
export function PageStrip({ pages, current, getImage, onChoose }: PageStripProps) {
  const text = useText();
  return (
    <nav className={styles.strip} aria-label={text('kit.viewer.strip')}>
      {pages.map((page, index) => (
        <Thumb
          key={page.id}
          page={page}
          number={index + 1}
          isCurrent={index === current}
          getImage={getImage}
          onChoose={() => onChoose(index)}
        />
      ))}
    </nav>
  );
}

interface ThumbProps {
  readonly page: ViewerPage;
  readonly number: number;
  readonly isCurrent: boolean;
  readonly getImage: (page: ViewerPage) => Promise<PageImage>;
  readonly onChoose: () => void;
}

function Thumb({ page, number, isCurrent, getImage, onChoose }: ThumbProps) {
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [image, setImage] = useState<PageImage | null>(null);

  useEffect(() => {
    const element = button.current;
    if (element === null) return undefined;
    let isRemoved = false;
    // A page that fails says so on the stage; its thumb stays empty paper.
    const load = () =>
      void getImage(page).then(
        (loaded) => isRemoved || setImage(loaded),
        () => undefined,
      );
    if (typeof IntersectionObserver === 'undefined') return load();
    // Two hundred pages are not fetched for a strip that shows eight.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      load();
    });
    observer.observe(element);
    return () => {
      isRemoved = true;
      observer.disconnect();
    };
  }, [page, getImage]);

  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCurrent]);

  return (
    <button
      ref={button}
      type="button"
      className={styles.thumb}
      aria-label={text('kit.viewer.goTo', { page: number })}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onChoose}
    >
      <span className={styles.thumbPaper} style={{ aspectRatio: 1 / (image?.ratio ?? a4) }}>
        {image && <img src={image.url} alt="" />}
      </span>
      <span aria-hidden>{number}</span>
    </button>
  );
}
