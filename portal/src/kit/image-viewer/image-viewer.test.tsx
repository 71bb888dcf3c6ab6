import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkError, ProblemError } from '../data/http.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ImageViewer } from './image-viewer.tsx';
import type { LoadImage, ViewerPage } from './viewer-types.ts';

const pages: readonly ViewerPage[] = [{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }];
const boxes = [
  { id: 'total', page: 'p2', x: 0.1, y: 0.2, width: 0.3, height: 0.04, label: 'Totaal' },
  { id: 'number', page: 'p1', x: 0.1, y: 0.1, width: 0.3, height: 0.04, label: 'Nummer' },
];

beforeEach(() => {
  // jsdom lays nothing out; the stage is as wide as a real one.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(524);
});
afterEach(() => vi.restoreAllMocks());

function asked(load: LoadImage = async (page) => `data:image/png;base64,${page.id}`) {
  const ids: string[] = [];
  const loadImage: LoadImage = (page) => {
    ids.push(page.id);
    return load(page);
  };
  return { ids, loadImage };
}

const shownPage = () => screen.findByRole('img');

describe('the viewer', () => {
  test('shows the first page, and another one from the page list', async () => {
    const { loadImage } = asked();
    const { user } = await renderScreen(() => <ImageViewer pages={pages} loadImage={loadImage} />);
    expect((await shownPage()).getAttribute('src')).toContain('p1');
    const strip = screen.getByRole('navigation', { name: "Pagina's van het document" });
    await user.click(within(strip).getByRole('button', { name: 'Pagina 3' }));
    await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toContain('p3'));
    expect(screen.getByText('Pagina 3 van 3')).toBeTruthy();
    expect(within(strip).getByRole('button', { name: 'Pagina 3' }).getAttribute('aria-current')).toBe('page');
  });

  test('fetches every page once, the neighbours and the next document in advance', async () => {
    const { ids, loadImage } = asked();
    const next = [{ id: 'q1' }];
    const { user } = await renderScreen(() => (
      <ImageViewer pages={pages.slice(0, 1)} preload={next} loadImage={loadImage} />
    ));
    await shownPage();
    await waitFor(() => expect(ids).toEqual(['p1', 'q1']));
    expect(screen.queryByRole('navigation')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Draaien' }));
    expect(ids).toHaveLength(2);
  });

  test('the page list takes small pictures where there are any, and the stage the whole one', async () => {
    const whole = asked();
    const small = asked(async (page) => `data:image/png;base64,small-${page.id}`);
    await renderScreen(() => (
      <ImageViewer pages={pages} loadImage={whole.loadImage} loadThumb={small.loadImage} />
    ));
    await shownPage();
    await waitFor(() => expect(small.ids).toEqual(['p1', 'p2', 'p3']));
    await waitFor(() => expect(whole.ids).toEqual(['p1', 'p2']));
    const thumbs = [...screen.getByRole('navigation').querySelectorAll('img')];
    expect(thumbs.map((thumb) => thumb.getAttribute('src'))).toContain('data:image/png;base64,small-p2');
  });

  test('within a document the old page stays until the new one can be drawn', async () => {
    let release = () => {};
    const { loadImage } = asked(async (page) => {
      if (page.id === 'p3') await new Promise<void>((resolve) => (release = resolve));
      return `data:image/png;base64,${page.id}`;
    });
    const { user } = await renderScreen(() => <ImageViewer pages={pages} loadImage={loadImage} />);
    await shownPage();
    await user.click(screen.getByRole('button', { name: 'Pagina 3' }));
    expect(screen.getByRole('img').getAttribute('src')).toContain('p1');
    expect(screen.getByRole('progressbar')).toBeTruthy();
    release();
    await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toContain('p3'));
  });

  test('a page of another document is removed at once, and says when it is drawn', async () => {
    let release = () => {};
    const drawn: (string | undefined)[] = [];
    const onDrawn = (id: string | undefined) => void drawn.push(id);
    const { loadImage } = asked(async (page) => {
      if (page.id === 'q1') await new Promise<void>((resolve) => (release = resolve));
      return `data:image/png;base64,${page.id}`;
    });
    function Two() {
      const [first, setFirst] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setFirst(false)}>
            volgende
          </button>
          <ImageViewer pages={[{ id: first ? 'p1' : 'q1' }]} loadImage={loadImage} onDrawn={onDrawn} />
        </>
      );
    }
    const { user } = await renderScreen(Two);
    await shownPage();
    await user.click(screen.getByRole('button', { name: 'volgende' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('progressbar')).toBeTruthy();
    release();
    await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toContain('q1'));
    expect(drawn).toEqual([undefined, 'p1', undefined, 'q1']);
  });

  test('says with its status code that a picture was not found, and tries again', async () => {
    let isGone = true;
    const { ids, loadImage } = asked(async (page) => {
      if (isGone) throw new ProblemError('not-found', { type: '', title: '', status: 404, instance: '' });
      return `data:image/png;base64,${page.id}`;
    });
    const { user } = await renderScreen(() => (
      <ImageViewer pages={pages.slice(1, 2)} loadImage={loadImage} />
    ));
    const box = await screen.findByRole('alert');
    expect(box.textContent).toContain('404: de afbeelding is niet gevonden');
    isGone = false;
    await user.click(within(box).getByRole('button', { name: 'Opnieuw laden' }));
    expect(await shownPage()).toBeTruthy();
    expect(ids).toEqual(['p2', 'p2']);
  });

  test('says that there is no connection when a picture did not come because of that', async () => {
    const { loadImage } = asked(async () => {
      throw new NetworkError('no answer');
    });
    await renderScreen(() => <ImageViewer pages={pages.slice(0, 1)} loadImage={loadImage} />);
    expect((await screen.findByRole('alert')).textContent).toContain('verbindingsfout');
  });

  test('zooms by its buttons, by Ctrl and wheel, and by double-click to 200 % and back', async () => {
    const { loadImage } = asked();
    const { user } = await renderScreen(() => <ImageViewer pages={pages} loadImage={loadImage} />);
    const picture = await shownPage();
    expect(screen.getByText('100%')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Inzoomen' }));
    expect(screen.getByText('125%')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Passend in de breedte' }));
    expect(screen.getByText('100%')).toBeTruthy();
    fireEvent.wheel(picture, { deltaY: -100, ctrlKey: true });
    expect(screen.getByText('149%')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Passend in de breedte' }));
    fireEvent.wheel(picture, { deltaY: -100 });
    expect(screen.getByText('100%')).toBeTruthy();
    fireEvent.doubleClick(picture);
    expect(screen.getByText('200%')).toBeTruthy();
    fireEvent.doubleClick(picture);
    expect(screen.getByText('100%')).toBeTruthy();
    await user.keyboard('+');
    expect(screen.getByText('125%')).toBeTruthy();
  });

  test('zooms by a pinch', async () => {
    const { loadImage } = asked();
    await renderScreen(() => <ImageViewer pages={pages} loadImage={loadImage} />);
    const picture = await shownPage();
    const fingers = (apart: number) => ({
      touches: [
        { clientX: 100, clientY: 100 },
        { clientX: 100 + apart, clientY: 100 },
      ],
    });
    fireEvent.touchStart(picture, fingers(100));
    fireEvent.touchMove(picture, fingers(150));
    fireEvent.touchEnd(picture, { touches: [] });
    expect(screen.getByText('150%')).toBeTruthy();
  });

  test('turns one page, and not the others', async () => {
    const { loadImage } = asked();
    const { user } = await renderScreen(() => <ImageViewer pages={pages} loadImage={loadImage} />);
    const picture = await shownPage();
    await user.dblClick(picture);
    expect(screen.getByText('200%')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Draaien' }));
    expect(picture.parentElement?.style.transform).toContain('rotate(90deg)');
    // Turned, it fits again.
    expect(screen.getByText('100%')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Pagina 2' }));
    await waitFor(() =>
      expect(screen.getByRole('img').parentElement?.style.transform).toContain('rotate(0deg)'),
    );
  });

  test('a focused box shows its page, and reports when it is pointed at', async () => {
    const { loadImage } = asked();
    const seen: (string | undefined)[] = [];
    function Boxes() {
      const [focused, setFocused] = useState<string>();
      return (
        <>
          <button type="button" onClick={() => setFocused('total')}>
            totaal
          </button>
          <ImageViewer
            pages={pages}
            loadImage={loadImage}
            boxes={boxes}
            focusedBox={focused}
            onBoxFocus={(box) => seen.push(box)}
            onBoxClick={(box) => seen.push(`${box} chosen`)}
          />
        </>
      );
    }
    const { user } = await renderScreen(Boxes);
    const number = await screen.findByRole('button', { name: 'Nummer' });
    expect(number.style.left).toBe('10%');
    await user.click(number);
    expect(seen).toContain('number');
    expect(seen).toContain('number chosen');
    await user.click(screen.getByRole('button', { name: 'totaal' }));
    expect(await screen.findByRole('button', { name: 'Totaal' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Nummer' })).toBeNull();
  });

  test('a word is chosen by a click, and with Shift the choice goes on to it', async () => {
    const { loadImage } = asked();
    const seen: string[] = [];
    const words = [
      {
        id: 'w0',
        page: 'p1',
        x: 0.1,
        y: 0.1,
        width: 0.1,
        height: 0.02,
        label: '1.898,97',
        kind: 'word' as const,
      },
      {
        id: 'm0',
        page: 'p1',
        x: 0.5,
        y: 0.1,
        width: 0.1,
        height: 0.02,
        label: 'Totaal',
        kind: 'mark' as const,
        meaning: 'ok' as const,
      },
    ];
    const { user } = await renderScreen(() => (
      <ImageViewer
        pages={pages}
        loadImage={loadImage}
        boxes={words}
        onBoxClick={(box, isExtending) => seen.push(`${box} ${isExtending}`)}
      />
    ));
    const word = await screen.findByRole('button', { name: '1.898,97' });
    await user.click(word);
    await user.keyboard('{Shift>}');
    await user.click(word);
    await user.keyboard('{/Shift}');
    expect(seen).toEqual(['w0 false', 'w0 true']);
    expect(screen.getByRole('button', { name: 'Totaal' }).style.getPropertyValue('--mark')).toBe('#17693a');
  });
});
