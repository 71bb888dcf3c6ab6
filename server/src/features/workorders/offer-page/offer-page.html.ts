import type { BrandName } from '#contract/brands.ts';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { html, type SiteOptions } from '#server/features/identity/index.ts';
import { numberOf } from '../offers/offer-mails.ts';
import { fill } from '#contract/texts.ts';
import { type OfferTexts, offerTexts } from '../offers/offer-texts.ts';
import type { StoredLine, StoredOffer } from '../offers/offers.repository.ts';
import { choicesOf, discountLabel, totalsOf, vatLabel, vatNoteOf } from '../offers/offers.rules.ts';
import type { ShownOffer } from './offer-page.service.ts';

type Html = ReturnType<typeof html>;

/** What every page of an offer needs to draw itself. */
export interface OfferFrame {
  readonly variant: BrandName;
  readonly language: Language;
  /** Addresses of the style sheet and the script, with their versions. */
  readonly style: string;
  readonly script: string;
  /** Whether mail goes out: without it no confirmation is promised. */
  readonly mails: boolean;
}
export type { SiteOptions };

/** What was typed into a form that comes back, and what is wrong with it. */
export interface Retry {
  readonly form: 'accept' | 'decline';
  readonly values: {
    readonly name: string;
    readonly reason: string;
    /** Positions of the lines that were chosen. */
    readonly chosen: readonly string[];
    readonly isConfirmed: boolean;
  };
  /** Names of texts, by field. */
  readonly problems: Readonly<Partial<Record<Field, keyof OfferTexts['web']>>>;
}

/** The offer as the customer reads it, with the forms that answer it while it is open. */
export function offerDocument(
  frame: OfferFrame,
  found: ShownOffer,
  url: string,
  retry: Retry | null,
): string {
  const shown = { ...found, offer: withVatNotes(found.offer, frame.language) };
  const { offer, settings, relationName } = shown;
  const texts = offerTexts(frame.language);
  const { web } = texts;
  const title = fill(texts.title, { number: numberOf(offer) });
  const lines = offer.lines.filter(({ isOptional, choice }) => !isOptional && choice === null);
  const asked = offer.lines.map((line, position) => ({ ...line, position }));
  const isAnswered = offer.answer !== null;
  return frameOf(
    frame,
    title,
    html`<header>
        ${
          settings.logoSha256 === null
            ? html`<p class="company">${settings.name}</p>`
            : html`<img class="logo" src="${url}/logo" alt="${settings.name}" />`
        }
        ${languages(frame, web)}
      </header>
      <main>
        ${isAnswered ? outcome(frame, shown) : null}
        <h1>${title}</h1>
        <p class="facts">
          ${relationName === '' ? null : html`<span>${fill(web.for, { name: relationName })}</span>`}
          <span>${offer.reference}</span>
          <span>${fill(web.validUntil, { day: formatDay(offer.validUntil) })}</span>
        </p>
        ${offer.introduction === '' ? null : html`<p class="introduction">${offer.introduction}</p>`}
        <p><a class="pdf" href="${url}/pdf">${web.pdf}</a></p>
        ${
          lines.length === 0
            ? null
            : html`<h2>${web.linesTitle}</h2>
                ${lineList(frame, lines)}`
        }
        ${isAnswered ? answered(frame, offer) : forms(frame, shown, { url, lines: asked, retry })}
        ${termsOf(frame, offer)}
      </main>
      <footer>${letterFoot(frame, shown)}</footer>`,
  );
}

function withVatNotes(offer: StoredOffer, language: Language): StoredOffer {
  const noteOf = vatNoteOf(offer.lines, offer.vatRate, language);
  const lines = offer.lines.map((line) => ({
    ...line,
    specification: [line.specification, noteOf(line)].filter(Boolean).join(' · '),
  }));
  return { ...offer, lines };
}

/** A page with a message and nothing else: the same for every link that does not work. */
export function offerMessage(frame: OfferFrame, message: 'gone' | 'busy'): string {
  const { web } = offerTexts(frame.language);
  const title = message === 'gone' ? web.goneTitle : web.busyTitle;
  return frameOf(
    frame,
    title,
    html`<header>
        <p class="company"></p>
        ${languages(frame, web)}
      </header>
      <main>
        <h1>${title}</h1>
        <p>${web[message]}</p>
      </main>
      <footer><p>${web.footer}</p></footer>`,
  );
}

function frameOf(frame: OfferFrame, title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="${frame.language}" data-brand="${frame.variant}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <link rel="icon" href="/brand/${frame.variant}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${frame.style}" />
        <script type="module" src="${frame.script}"></script>
      </head>
      <body>
        <div class="sheet">${content}</div>
      </body>
    </html> `.text;
}

function languages({ language }: OfferFrame, web: OfferTexts['web']): Html {
  const choice = (code: Language) =>
    html`<a
      href="?lang=${code}"
      lang="${code}"
      hreflang="${code}"
      ${language === code ? html` aria-current="true"` : null}
      >${code.toUpperCase()}</a
    >`;
  return html`<nav class="languages" aria-label="${web.languages}">${choice('nl')}${choice('en')}</nav>`;
}

function outcome({ language, mails }: OfferFrame, { offer, settings }: ShownOffer): Html {
  const { web } = offerTexts(language);
  const at = offer.answeredAt === null ? '' : formatInstant(offer.answeredAt);
  const values = { name: offer.answeredBy, at, company: settings.name };
  const isAccepted = offer.answer === 'accepted';
  return html`<div class="outcome" data-kind="${offer.answer}" role="status">
    <p class="outcome-title">${isAccepted ? web.acceptedTitle : web.declinedTitle}</p>
    <p>
      ${fill(isAccepted ? `${web.acceptedText} ${mails ? web.acceptedMailed : web.acceptedNotMailed}` : web.declinedText, values)}
    </p>
  </div>`;
}

function lineList({ language }: OfferFrame, lines: readonly StoredLine[]): Html {
  return html`<ul class="lines">
    ${lines.map((line) => html`<li>${words(line)}<span class="amount">${formatMoney(line.salesAmount, 'EUR', language)}</span></li>`)}
  </ul>`;
}

function words({ description, specification }: StoredLine): Html {
  return html`<span class="words"
    ><span class="description">${description}</span>${
      specification === '' ? null : html`<span class="specification">${specification}</span>`
    }</span
  >`;
}

/** The sums of what is wanted: of all options those that are ticked, once accepted those that were. */
function sums({ language }: OfferFrame, offer: StoredOffer, chosen: readonly string[]): Html {
  const texts = offerTexts(language);
  const positions = new Set(chosen);
  const { totalAmount, discountAmount, vat, totalInclVatAmount } = totalsOf(
    wantedOf(offer.lines, positions),
    offer,
  );
  const row = (label: string, cents: number, kind = '') =>
    html`<p class="sum ${kind}">
      <span>${label}</span><span class="amount">${formatMoney(cents, 'EUR', language)}</span>
    </p>`;
  return html`<div class="sums" id="sums" role="status">
    ${
      discountAmount === 0
        ? null
        : html`${row(texts.beforeDiscount, totalAmount + discountAmount)}
          ${row(discountLabel(offer, language), -discountAmount)}`
    }
    ${row(texts.subtotal, totalAmount)}
    ${vat.map((kind) => row(vatLabel(kind, vat.length === 1, language), kind.vatAmount))}
    ${row(texts.total, totalInclVatAmount, 'total')}
  </div>`;
}

/** The lines as they would be accepted with those at `positions`; of alternatives without a chosen one the first counts. */
function wantedOf(lines: readonly StoredLine[], positions: ReadonlySet<string>): StoredLine[] {
  const isChosen = (position: number) => positions.has(String(position));
  const decided = new Set(lines.filter((_, position) => isChosen(position)).map(({ choice }) => choice));
  return lines.map((line, position) => {
    const isOpen = line.isAccepted === null && (line.isOptional || decided.has(line.choice));
    return isOpen && (line.isOptional || line.choice !== null)
      ? { ...line, isAccepted: isChosen(position) }
      : line;
  });
}

/** What an answered offer comes to: its total, and of an accepted one which options. */
function answered(frame: OfferFrame, offer: StoredOffer): Html {
  const { web, acceptance } = offerTexts(frame.language);
  const decided = (isWanted: boolean) =>
    offer.lines.filter((line) => isDecided(line) && line.isAccepted === isWanted);
  const part = (title: string, lines: readonly StoredLine[]) =>
    lines.length === 0
      ? null
      : html`<h2>${title}</h2>
          ${lineList(frame, lines)}`;
  return html`${part(web.chosenTitle, decided(true))} ${sums(frame, offer, [])}
  ${part(acceptance.notChosen, decided(false))}`;
}

const isDecided = ({ isOptional, choice }: StoredLine) => isOptional || choice !== null;

function termsOf(frame: OfferFrame, { terms }: StoredOffer): Html | null {
  if (!terms) return null;
  return html`<section>
    <h2>${offerTexts(frame.language).terms}</h2>
    <p class="terms">${terms}</p>
  </section>`;
}

/** A line with its position in the offer. */
type PlacedLine = StoredLine & { readonly position: number };

interface Answering {
  readonly url: string;
  readonly lines: readonly PlacedLine[];
  readonly retry: Retry | null;
}

function forms(frame: OfferFrame, shown: ShownOffer, { url, lines, retry }: Answering): Html {
  const { web } = offerTexts(frame.language);
  const accept = retry?.form === 'accept' ? retry : null;
  const decline = retry?.form === 'decline' ? retry : null;
  const name = shown.relationName === '' ? shown.email : shown.relationName;
  const query = `?lang=${frame.language}`;
  const options = lines.filter(({ isOptional }) => isOptional);
  return html`<form method="post" action="${url}/accept${query}" novalidate data-calculate>
      ${choicesOf(lines).map(([choice, alternatives], index) => choiceGroup(frame, { choice, alternatives, index }, accept))}
      ${
        options.length === 0
          ? null
          : html`<fieldset>
              <legend>${web.optionalTitle}</legend>
              <p class="quiet">${web.optionalHint}</p>
              <ul class="lines">
                ${options.map((line) => optionItem(frame, line, { type: 'checkbox', name: 'option', retry: accept }))}
              </ul>
            </fieldset>`
      }
      ${sums(frame, shown.offer, accept?.values.chosen ?? [])}
      ${
        !lines.some(isDecided)
          ? null
          : html`<button class="calculate" type="submit" data-calculate formaction="${url}/calculate${query}">
              ${web.calculate}
            </button>`
      }
      <h2>${web.acceptTitle}</h2>
      ${nameField(web, 'accept', accept)}
      <div class="field">
        <label class="check"
          ><input type="checkbox" name="confirm" value="yes" required${accept?.values.isConfirmed ? html` checked` : null}${wrong('confirm', 'accept', accept)} /><span
            >${fill(web.confirm, { name })}</span
          ></label
        >
        ${problemOf(web, 'confirm', 'accept', accept)}
      </div>
      <button class="primary" type="submit">${web.accept}</button>
    </form>
    <details${decline ? html` open` : null}>
      <summary>${web.declineTitle}</summary>
      <form method="post" action="${url}/decline${query}" novalidate>
        ${nameField(web, 'decline', decline)}
        <div class="field">
          <label for="reason">${web.reason}</label>
          <textarea id="reason" name="reason" rows="4" maxlength="2000" required${wrong('reason', 'decline', decline)}>${decline?.values.reason ?? ''}</textarea>
          ${problemOf(web, 'reason', 'decline', decline)}
        </div>
        <button type="submit">${web.decline}</button>
      </form>
    </details>`;
}

interface ChoiceGroup {
  readonly choice: number;
  readonly alternatives: readonly PlacedLine[];
  readonly index: number;
}

/** Alternatives, such as quantities, of which the customer takes one. */
function choiceGroup(
  frame: OfferFrame,
  { choice, alternatives, index }: ChoiceGroup,
  retry: Retry | null,
): Html {
  const { web } = offerTexts(frame.language);
  const isMissing =
    retry?.problems.choice !== undefined &&
    !alternatives.some(({ position }) => retry.values.chosen.includes(String(position)));
  const about = html` aria-describedby="choice-${choice}-about${isMissing ? ` choice-${choice}-error` : ''}"`;
  return html`<fieldset${about}>
    <legend>${index === 0 ? web.choiceTitle : fill(web.choiceTitleNext, { number: String(index + 1) })}</legend>
    <p class="quiet" id="choice-${choice}-about">${web.choiceHint}</p>
    <ul class="lines">
      ${alternatives.map((line, at) => optionItem(frame, line, { type: 'radio', name: `choice-${choice}`, retry, hasFocus: isMissing && at === 0 }))}
    </ul>
    ${isMissing ? html`<p class="error" id="choice-${choice}-error">${web.choiceRequired}</p>` : null}
  </fieldset>`;
}

interface OptionInput {
  readonly type: 'checkbox' | 'radio';
  readonly name: string;
  readonly retry: Retry | null;
  /** The page is loaded again: focus goes to the first error. */
  readonly hasFocus?: boolean;
}

function optionItem(
  { language }: OfferFrame,
  line: PlacedLine,
  { type, name, retry, hasFocus = false }: OptionInput,
): Html {
  const isTicked = retry?.values.chosen.includes(String(line.position)) ?? false;
  const value = html`value="${line.position}"${isTicked ? html` checked` : null}${hasFocus ? html` autofocus` : null}`;
  return html`<li>
    <label class="check"><input type="${type}" name="${name}" data-option ${value} />${words(line)}</label
    ><span class="amount">${formatMoney(line.salesAmount, 'EUR', language)}</span>
  </li>`;
}

const fieldOrder = ['choice', 'name', 'confirm', 'reason'] as const;
type Field = (typeof fieldOrder)[number];

function nameField(web: OfferTexts['web'], form: Retry['form'], retry: Retry | null): Html {
  const id = `${form}-name`;
  return html`<div class="field">
    <label for="${id}">${web.yourName}</label>
    <input
      id="${id}"
      name="name"
      autocomplete="name"
      maxlength="200"
      required
      value="${retry?.values.name ?? ''}"
      ${wrong('name', form, retry)}
    />
    ${problemOf(web, 'name', form, retry)}
  </div>`;
}

function wrong(field: Field, form: Retry['form'], retry: Retry | null): Html | null {
  if (!retry?.problems[field]) return null;
  // The page is loaded again: focus goes to the first error, not to the top.
  const isFirst = fieldOrder.find((one) => retry.problems[one]) === field;
  return html` aria-invalid="true"
  aria-describedby="${form}-${field}-error"${isFirst ? html` autofocus` : null}`;
}

function problemOf(
  web: OfferTexts['web'],
  field: Field,
  form: Retry['form'],
  retry: Retry | null,
): Html | null {
  const text = retry?.problems[field];
  return text ? html`<p class="error" id="${form}-${field}-error">${web[text]}</p>` : null;
}

function letterFoot({ language }: OfferFrame, { settings }: ShownOffer): Html {
  const texts = offerTexts(language);
  const { name, street, zipCode, city, phone, email, kvkNumber, vatId } = settings;
  const parts = [
    name,
    [street, `${zipCode} ${city}`.trim()].filter(Boolean).join(', '),
    phone,
    email,
    kvkNumber && fill(texts.kvk, { number: kvkNumber }),
    vatId && fill(texts.vatId, { number: vatId }),
  ];
  return html`<p>${parts.filter(Boolean).join(' · ')}</p>
    <p>${texts.web.footer}</p>`;
}
