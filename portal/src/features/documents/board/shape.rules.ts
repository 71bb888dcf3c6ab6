import type { Text } from '#portal/kit/text.ts';

/** The shape of a value in words: `####-####` is '4 cijfers, streepje, 4 cijfers'. What is no digit or word stays. */
export function shapeWords(shape: string, text: Text): string {
  const parts = shape.match(/#+|aaa|[-/.,]|[^#\-/.,\s]+/g) ?? [];
  return parts
    .map((part) => {
      if (part.startsWith('#')) return text('documentsWork.memory.shape.digits', { count: part.length });
      if (part === 'aaa') return text('documentsWork.memory.shape.word');
      const name = names[part];
      return name === undefined ? `‘${part}’` : text(`documentsWork.memory.shape.${name}`);
    })
    .join(', ');
}

const names: Readonly<Record<string, string>> = {
  '-': 'dash',
  '/': 'slash',
  '.': 'dot',
  ',': 'comma',
};
