import type { XmlElement } from '../xml/xml-tree.ts';

/** An element with where it stands, as `Invoice/InvoiceLine[2]/Price`. */
export interface Place {
  readonly element: XmlElement;
  readonly path: string;
}

/** The elements at a path below a place, through every one of a repeated parent. */
export function placesAt(place: Place, path: string): Place[] {
  let found: Place[] = [place];
  for (const name of path.split('/'))
    found = found.flatMap((parent) => {
      const all = parent.element.all(name);
      return all.map((element, index) => ({
        element,
        path: `${parent.path}/${name}${all.length > 1 ? `[${index + 1}]` : ''}`,
      }));
    });
  return found;
}

/** Every element of a document with its name, parents before children. */
export function everyPlace(place: Place): { readonly name: string; readonly place: Place }[] {
  const counts = new Map<string, number>();
  const children = place.element.children();
  for (const { name } of children) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return children.flatMap(({ name, root }) => {
    const index = (seen.get(name) ?? 0) + 1;
    seen.set(name, index);
    const path = `${place.path}/${name}${(counts.get(name) ?? 1) > 1 ? `[${index}]` : ''}`;
    const child = { element: root, path };
    return [{ name, place: child }, ...everyPlace(child)];
  });
}

/** Whether there is an element at a path. */
export function has(place: Place, path: string): boolean {
  return placesAt(place, path).length > 0;
}

/** The text at a path; empty where there is none. */
export function textAt(place: Place, path: string): string {
  return placesAt(place, path)[0]?.element.text ?? '';
}

/** The number at a path; null where there is none. */
export function numberAt(place: Place, path: string): number | null {
  const text = textAt(place, path);
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? null : value;
}

/** A number rounded to cents, as the standards round: halves away from below. */
export function cents(value: number): number {
  return Math.round(Number((value * 100).toFixed(6)));
}

/** Whether two numbers are the same when rounded to cents; never where one is missing. */
export function isSameInCents(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && cents(one) === cents(other);
}
