/** An XML document without one of its elements, for each element in turn; named by the element and its number. */
export function* withoutEach(xml: string): Generator<readonly [name: string, xml: string]> {
  const open: { readonly name: string; readonly start: number }[] = [];
  let number = 0;
  for (const tag of xml.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    const [text, closes, name = '', empty] = tag;
    if (!closes) open.push({ name, start: tag.index });
    if (!closes && !empty) continue;
    const found = open.pop();
    // The root is the document.
    if (!found || open.length === 0) continue;
    number += 1;
    yield [
      `${number}-without-${found.name.replace(':', '-')}`,
      xml.slice(0, found.start) + xml.slice(tag.index + text.length),
    ];
  }
}

/** An XML document with one of its numbers changed, for each amount, price, quantity and percentage in turn. */
export function* withOtherNumbers(xml: string): Generator<readonly [name: string, xml: string]> {
  let number = 0;
  for (const found of xml.matchAll(
    /(<(?:cbc|ram):(?:\w*Amount|\w*Percent|\w*Quantity)\b[^>]*>)(-?[\d.]+)</g,
  )) {
    const [, tag = '', value = ''] = found;
    number += 1;
    const at = found.index + tag.length;
    for (const [kind, other] of [
      ['more', String(Number(value) + 7)],
      ['zero', '0'],
      ['below', '-3.00'],
      ['decimals', `${value.split('.')[0]}.123`],
    ] as const)
      yield [`${number}-${kind}`, xml.slice(0, at) + other + xml.slice(at + value.length)];
  }
}

/** An XML document with one of its codes changed. */
export function* withOtherCodes(xml: string): Generator<readonly [name: string, xml: string]> {
  let number = 0;
  for (const found of xml.matchAll(
    /(<(?:cbc|ram|udt):(?:\w*Code|\w*ID|\w*Date|DateTimeString|Indicator)\b[^>]*>)([^<]+)</g,
  )) {
    const [, tag = '', value = ''] = found;
    number += 1;
    const at = found.index + tag.length;
    yield [`${number}-code`, xml.slice(0, at) + 'XX' + xml.slice(at + value.length)];
  }
}
