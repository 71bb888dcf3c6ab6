import { useCallback, useEffect, useRef, useState } from 'react';
import type { LoadImage, ViewerPage } from './viewer-types.ts';

/** A picture that can be drawn without waiting. */
export interface PageImage {
  readonly pageId: string;
  readonly url: string;
  /** Height divided by width. */
  readonly ratio: number;
}

/** Pictures in memory; the least recently used one is dropped. */
const maxImages = 24;
/** Shape of a page before its picture is known: A4. */
export const a4 = Math.SQRT2;

type GetImage = (page: ViewerPage, again?: boolean) => Promise<PageImage>;

/** The pictures of one viewer: fetched once, decoded before they are shown, forgotten with the viewer. */
export function usePageImages(loadImage: LoadImage, max = maxImages): GetImage {
  const [images] = useState(() => createPageImages(max));
  const load = useRef(loadImage);
  useEffect(() => {
    load.current = loadImage;
  });
  useEffect(() => images.forgetAll, [images]);
  return useCallback((page, again) => images.get(page, (one) => load.current(one), again), [images]);
}

function createPageImages(max: number) {
  const known = new Map<string, Promise<PageImage>>();
  const urls = new Map<string, string>();

  async function fetchAndDecode(page: ViewerPage, load: LoadImage): Promise<PageImage> {
    const source = await load(page);
    const url = typeof source === 'string' ? source : URL.createObjectURL(source);
    if (typeof source !== 'string') urls.set(page.id, url);
    return { pageId: page.id, url, ratio: await decodedRatio(url) };
  }

  function forget(id: string): void {
    known.delete(id);
    const url = urls.get(id);
    if (url !== undefined) URL.revokeObjectURL(url);
    urls.delete(id);
  }

  return {
    get(page: ViewerPage, load: LoadImage, again = false): Promise<PageImage> {
      const found = again ? undefined : known.get(page.id);
      known.delete(page.id);
      const image = found ?? fetchAndDecode(page, load);
      known.set(page.id, image);
      // Failures are not stored, so that the next try fetches again.
      image.catch(() => known.get(page.id) === image && known.delete(page.id));
      for (const id of [...known.keys()].slice(0, Math.max(0, known.size - max))) forget(id);
      return image;
    },
    forgetAll(): void {
      for (const id of known.keys()) forget(id);
    },
  };
}

async function decodedRatio(url: string): Promise<number> {
  const image = new Image();
  image.src = url;
  // Decoded before it is shown, so that the old picture stays until the new one can replace it at once.
  if ('decode' in image) await image.decode();
  return image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : a4;
}

/** What a viewer shows: the last picture that could be drawn, and how the wanted one is doing. */
export interface ShownImage {
  readonly image: PageImage | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly reload: () => void;
}

/** Shows a page once its picture is ready; until then, the one before it. */
export function useShownImage(page: ViewerPage | undefined, getImage: GetImage): ShownImage {
  const [state, setState] = useState<{ image: PageImage | null; settled: string; error: unknown }>({
    image: null,
    settled: '',
    error: null,
  });
  const [retry, setRetry] = useState({ pageId: '', count: 0 });
  const pageId = page?.id;
  const tries = retry.pageId === pageId ? retry.count : 0;
  const wanted = pageId === undefined ? '' : `${pageId} ${tries}`;

  useEffect(() => {
    if (pageId === undefined) return undefined;
    let isCurrent = true;
    getImage({ id: pageId }, tries > 0).then(
      (image) => isCurrent && setState({ image, settled: wanted, error: null }),
      (error: unknown) => isCurrent && setState({ image: null, settled: wanted, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [pageId, tries, wanted, getImage]);

  return {
    image: state.image,
    isLoading: state.settled !== wanted,
    error: state.settled === wanted ? state.error : null,
    reload: () => setRetry({ pageId: pageId ?? '', count: tries + 1 }),
  };
}
