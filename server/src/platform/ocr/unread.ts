import { type Grey, connectedTo, rangeOf } from './picture.ts';

/** Edges in pixels of a picture. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Side of a patch in pixels of a page of 2340. */
const patch = 8;
const dark = 150;
/** Dark pixels that make a patch inked: less is grain. */
const minInk = 4;
/** Gap between letters and words of one line, in patches. */
const maxGap = 5;
/** Height of letters that are lost, in patches: 2 to 20 mm. */
const [minHeight, maxHeight] = [2, 20];
/** Width in patches, and over the height. */
const [minWidth, minRatio] = [10, 1.3];
/** Share of the page from above that is looked at: that is where letterheads stand. */
const headShare = 0.33;
const maxAreas = 3;

/**
 * Lines of ink at the head of a page that nobody read: an engine that reads a page as one block passes over large
 * letters (decision 0058). Takes the page as the engine saw it, and the edges of the words that it found; largest first.
 */
export function unreadAreas(page: Grey, words: readonly Area[]): Area[] {
  const across = Math.ceil(page.width / patch);
  const down = Math.floor((page.height * headShare) / patch);
  const inked = inkedPatches(page, across, down);
  for (const word of words) clearArea(inked, word, across, down);
  closeGaps(inked, across, down);
  const found: Area[] = [];
  for (let index = 0; index < inked.length; index += 1) {
    if (inked[index] !== 1) continue;
    const area = areaFrom(inked, index, across);
    const high = area.bottom - area.top;
    const wide = area.right - area.left;
    if (high >= minHeight && high <= maxHeight && wide >= minWidth && wide >= high * minRatio)
      found.push(area);
  }
  const size = ({ left, top, right, bottom }: Area): number => (right - left) * (bottom - top) ** 2;
  return found
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, maxAreas)
    .map(({ left, top, right, bottom }) => ({
      left: Math.max(0, (left - 1) * patch),
      top: Math.max(0, (top - 1) * patch),
      right: Math.min(page.width, (right + 1) * patch),
      bottom: Math.min(page.height, (bottom + 1) * patch),
    }));
}

function inkedPatches({ pixels, width }: Grey, across: number, down: number): Uint8Array {
  const counts = new Uint8Array(across * down);
  for (let y = 0; y < down * patch; y += 1) {
    const row = Math.floor(y / patch) * across;
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 255) < dark) {
        const index = row + Math.floor(x / patch);
        counts[index] = (counts[index] ?? 0) + 1;
      }
    }
  }
  return counts.map((count) => (count >= minInk ? 1 : 0));
}

/** What was read, and the edge of its letters. */
function clearArea(
  inked: Uint8Array,
  { left, top, right, bottom }: Area,
  across: number,
  down: number,
): void {
  const last = Math.min(down - 1, Math.floor((bottom + patch / 2) / patch));
  for (let y = Math.max(0, Math.floor((top - patch / 2) / patch)); y <= last; y += 1) {
    const end = Math.min(across - 1, Math.floor((right + patch / 2) / patch));
    for (let x = Math.max(0, Math.floor((left - patch / 2) / patch)); x <= end; x += 1)
      inked[y * across + x] = 0;
  }
}

function closeGaps(inked: Uint8Array, across: number, down: number): void {
  for (let y = 0; y < down; y += 1) {
    let last = -1;
    for (let x = 0; x < across; x += 1) {
      if (inked[y * across + x] !== 1) continue;
      if (last >= 0 && x - last <= maxGap) inked.fill(1, y * across + last, y * across + x);
      last = x;
    }
  }
}

/** The connected patches from this one, taken off the map. In patches, the end excluded. */
function areaFrom(inked: Uint8Array, start: number, across: number): Area {
  const places = connectedTo(inked, start, across);
  const [left, right] = rangeOf(places.map((place) => place % across));
  const [top, bottom] = rangeOf(places.map((place) => Math.floor(place / across)));
  return { left, top, right: right + 1, bottom: bottom + 1 };
}

/** A piece of a page, dark letters on white, with white around it; light letters on a dark bar are turned about. */
export function cutOut({ pixels, width }: Grey, { left, top, right, bottom }: Area, margin: number): Grey {
  const [wide, high] = [right - left, bottom - top];
  const [across, down] = [wide + 2 * margin, high + 2 * margin];
  const cut = new Uint8Array(across * down).fill(255);
  let inkCount = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) if ((pixels[y * width + x] ?? 255) < dark) inkCount += 1;
  const isLight = inkCount > 0.5 * wide * high;
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const level = pixels[(top + y) * width + left + x] ?? 255;
      cut[(y + margin) * across + x + margin] = isLight ? 255 - level : level;
    }
  }
  return { pixels: cut, width: across, height: down };
}
