import { useCallback, useEffect, useRef, useState } from 'react';
import type { LoadImage, ViewerPage } from './viewer-types.ts';

/** A picture that can be drawn without waiting. */
export interface PageImage {
  readonly pageId: string;
  readonly url: string;
  /** Height divided by width. */
  readonly ratio: number;
}

/** Pictures kept at hand; the one that was used longest ago makes room. */
const kept = 24;
/** Shape of a page before its picture is known: A4. */
export const a4 = 1.4142;

/** The pictures of one viewer: fetched once, decoded before they are shown, forgotten with the viewer. */
export function usePageImages(loadImage: LoadImage): (page: ViewerPage, again?: boolean) => Promise<PageImage> {
  const cache = useRef(new Map<string, Promise<PageImage>>());
  const urls = useRef(new Map<string, string>());
  const load = useRef(loadImage);
  useEffect(() => {
    load.current = loadImage;
  });
  useEffect(() => {
    const [made, known] = [urls.current, cache.current];
    return () => {
      for (const url of made.values()) URL.revokeObjectURL(url);
      made.clear();
      known.clear();
    };
  }, []);

  return useCallback((page, again = false) => {
    const known = cache.current;
    const found = again ? undefined : known.get(page.id);
    known.delete(page.id);
    const image = found ?? fetchAndDecode(page);
    known.set(page.id, image);
    // What failed is not kept: the next try is a real one.
    image.catch(() => known.get(page.id) === image && known.delete(page.id));
    for (const id of [...known.keys()].slice(0, Math.max(0, known.size - kept))) forget(id);
    return image;
  }, []);

  async function fetchAndDecode(page: ViewerPage): Promise<PageImage> {
    const source = await load.current(page);
    const url = typeof source === 'string' ? source : URL.createObjectURL(source);
    if (typeof source !== 'string') urls.current.set(page.id, url);
    return { pageId: page.id, url, ratio: await decodedRatio(url) };
  }

  function forget(id: string) {
    cache.current.delete(id);
    const url = urls.current.get(id);
    if (url !== undefined) URL.revokeObjectURL(url);
    urls.current.delete(id);
  }
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
export function useShownImage(page: ViewerPage | undefined, getImage: ReturnType<typeof usePageImages>): ShownImage {
  const [state, setState] = useState<{ image: PageImage | null; settled: string; error: unknown }>({
    image: null,
    settled: '',
    error: null,
  });
  const [tries, setTries] = useState(0);
  const wanted = page === undefined ? '' : `${page.id} ${tries}`;

  useEffect(() => {
    if (page === undefined) return undefined;
    let isCurrent = true;
    getImage(page, tries > 0).then(
      (image) => isCurrent && setState({ image, settled: wanted, error: null }),
      (error: unknown) => isCurrent && setState({ image: null, settled: wanted, error }),
    );
    return () => {
      isCurrent = false;
    };
    // `wanted` stands for the page and the try.
  }, [wanted, getImage]); // eslint-disable-line react-hooks/exhaustive-deps

  return {
    image: state.image,
    isLoading: state.settled !== wanted,
    error: state.settled === wanted ? state.error : null,
    reload: () => setTries((count) => count + 1),
  };
}
