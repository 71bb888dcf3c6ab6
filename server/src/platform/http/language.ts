import type { FastifyRequest } from 'fastify';
import type { Language } from '#contract/problem.ts';

// Browsers send the same few; what anybody else sends may not fill the memory.
const known = new Map<string, Language>();
const maxKnown = 200;

/** The language that the request asks for: English when it comes before Dutch, else Dutch. */
export function languageOf(request: FastifyRequest): Language {
  const header = request.headers['accept-language'] ?? '';
  let language = known.get(header);
  if (language === undefined) {
    language = languageIn(header);
    if (known.size < maxKnown && header.length < 200) known.set(header, language);
  }
  return language;
}

function languageIn(header: string): Language {
  const ranked = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.slice(0, 2), quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ language, quality }) => (language === 'nl' || language === 'en') && quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return ranked[0]?.language === 'en' ? 'en' : 'nl';
}
