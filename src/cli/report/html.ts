import type { ChangeTone } from '#model/comparison/change.ts';
import { maximum } from '#charts/scale.ts';
import { safeText } from '#text/safeText.ts';
import type { Measure } from './sections.ts';

/** HTML that is not escaped again. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | readonly Markup[];

/** HTML of our own, with foreign text escaped: no tags, no attributes, nothing invisible. */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: literals.map((literal, at) => literal + markupOf(parts[at] ?? '')).join('') };
}

const nothing = markup``;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function markupOf(part: Part): string {
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string')
    return safeText(part, 2000).replaceAll(/[&<>"']/g, character => entities[character] ?? '');
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

// Mail programs know little. Outlook lays out tables only, with bgcolor and the sizes of cells; some drop the style element,
// so each element has what it needs in its own attributes, and the style element adds only what can be done without: lines
// between rows, and the colours on a dark background. Nothing sets the background or the colours of text and links: they are the reader's.
// Nothing is loaded from anywhere.
const font = 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px';
const light = { muted: '#57606a', good: '#1a7f37', bad: '#cf222e', line: '#d0d7de' };
const dark = { muted: '#9198a1', good: '#3fb950', bad: '#ff7b72', line: '#30363d' };
/** Of bars: seen on a light and on a dark background. */
const bar = '#4c8dff';
const openBar = '#9aa7b8';

/** Of a table that is no table of data. */
const layout = markup`role="presentation" cellpadding="0" cellspacing="0" border="0"`;

const styleElement = [
  `.l td,.l th{border-bottom:1px solid ${light.line}}.l td td{border:0}.l table{border-bottom:1px solid ${light.line}}`,
  '@media(prefers-color-scheme:dark){',
  `.m{color:${dark.muted}!important}.g{color:${dark.good}!important}.b{color:${dark.bad}!important}`,
  `.l td,.l th,.l table{border-color:${dark.line}}}`,
].join('');

export function htmlPage(title: string, parts: readonly Markup[]): string {
  const styles = { markup: styleElement };
  const lines = [
    markup`<!doctype html>`,
    markup`<html lang="en" style="color-scheme:light dark">`,
    markup`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    markup`<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    markup`<title>${title}</title><style>${styles}</style></head>`,
    markup`<body style="margin:0;padding:12px;${font}">`,
    markup`<table ${layout} width="100%" style="max-width:680px"><tr><td style="${font};word-break:break-word">`,
    ...parts,
    markup`</td></tr></table>`,
    markup`</body>`,
    markup`</html>`,
  ];
  return lines.map(({ markup: line }) => `${line}\n`).join('');
}

export function heading(text: Part): Markup {
  return markup`<h1 style="margin:0;font-size:20px;line-height:28px">${text}</h1>`;
}

export function subheading(text: string): Markup {
  return markup`<h2 style="margin:24px 0 4px 0;font-size:16px;line-height:24px">${text}</h2>`;
}

export function paragraph(text: Part): Markup {
  return markup`<p style="margin:0 0 8px 0">${text}</p>`;
}

/** In small letters of a paler colour. */
function small(text: string): Markup {
  return markup`<span class="m" style="color:${light.muted};font-size:12px">${text}</span>`;
}

export function note(text: string): Markup {
  return markup`<p style="margin:0 0 4px 0">${small(text)}</p>`;
}

export function linked(text: Markup, address: string | undefined): Markup {
  return address === undefined ? text : markup`<a href="${address}">${text}</a>`;
}

/** A name that a phone breaks at dots and hyphens, or where it is very long. */
export function breakable(name: string, longest: number): Markup {
  const pieces = safeText(name, longest).match(/[^.-]{1,24}[.-]*|[.-]+/gu) ?? [];
  return markup`${pieces.map((piece, at) => (at === 0 ? markup`${piece}` : markup`<wbr>${piece}`))}`;
}

const inks = { good: ['g', light.good], bad: ['b', light.bad] } as const;

export function changeText(change: string, tone: ChangeTone = 'dim'): Markup {
  if (tone === 'dim') return markup`${change}`;
  const [name, colour] = inks[tone];
  return markup`<span class="${name}" style="color:${colour}">${change}</span>`;
}

/** Sentences that a reader must not miss, behind a red edge; nothing where there are none. */
export function warnings(sentences: readonly Markup[]): Markup {
  if (sentences.length === 0) return nothing;
  const rows = sentences.map(
    sentence =>
      markup`<tr><td width="4" bgcolor="${light.bad}"></td><td style="padding:3px 10px">${sentence}</td></tr>`,
  );
  return markup`<table ${layout} style="margin:12px 0;${font}">${rows}</table>`;
}

interface HtmlColumn {
  readonly title: string;
  readonly isNumber: boolean;
  /** In pixels; by default as wide as what is in it. */
  readonly width?: number;
}

export function table(columns: readonly HtmlColumn[], rows: readonly (readonly Markup[])[]): Markup {
  const titles = columns.map(({ title, isNumber, width }) => {
    const wide = width === undefined ? nothing : markup` width="${width}"`;
    return markup`<th align="${isNumber ? 'right' : 'left'}" nowrap${wide}>${small(title)}</th>`;
  });
  const cellOf = (cell: Markup, at: number) =>
    columns[at]?.isNumber === true ? markup`<td align="right" nowrap>${cell}</td>` : markup`<td>${cell}</td>`;
  const lines = rows.map(cells => markup`\n<tr>${cells.map(cellOf)}</tr>`);
  return markup`<table class="l" cellpadding="4" cellspacing="0" border="0" width="100%" style="${font}"><tr>${titles}</tr>${lines}</table>`;
}

export function tiles(measures: readonly Measure[]): Markup {
  const cells = measures.map(
    ({ title, value, change, tone }) =>
      markup`<td valign="top">${small(title)}<br><b style="font-size:18px;line-height:26px">${value}</b> ${changeText(change, tone)}</td>`,
  );
  return markup`<table ${layout} width="100%" style="margin:12px 0;${font}"><tr>${cells}</tr></table>`;
}

/** A day, hour, week or month. */
export interface HtmlBar {
  /** Undefined where it is not known. */
  readonly count: number | undefined;
  /** It is not over, or only part of it is in the period: drawn paler. */
  readonly isOpen: boolean;
  /** A letter below it. */
  readonly mark?: string | undefined;
}

/** Upright bars of table cells from zero, at most `height` pixels high. Attributes without quotes: there are hundreds of them. */
export function bars(items: readonly HtmlBar[], height: number, width?: number): Markup {
  const max = maximum(items.map(({ count }) => count));
  const cells = items.map(({ count = 0, isOpen }) => {
    if (count <= 0) return width === undefined ? '<td></td>' : `<td width=${width}></td>`;
    const high = Math.max(1, Math.round((count / max) * height));
    const cell = `<td height=${high} bgcolor=${isOpen ? openBar : bar}></td>`;
    return `<td><table width=${width ?? '100%'} cellspacing=0 cellpadding=0><tr>${cell}</tr></table></td>`;
  });
  const tiny = 'font-size:1px;line-height:1px';
  const whole =
    width === undefined
      ? `width=100% style="table-layout:fixed;border-bottom:1px solid #8c959f;${tiny}"`
      : `style="${tiny}"`;
  return {
    markup: `<table role=presentation aria-hidden=true cellspacing=1 cellpadding=0 border=0 ${whole}><tr valign=bottom height=${height}>${cells.join('')}</tr></table>`,
  };
}

/** The letters of upright bars that are as wide as there is room; nothing where none has one. */
export function marksBelow(items: readonly HtmlBar[]): Markup {
  if (items.every(({ mark }) => mark === undefined)) return nothing;
  const cells = items.map(({ mark }) => (mark === undefined ? markup`<td></td>` : markup`<td>${mark}</td>`));
  return markup`<table role=presentation cellspacing=1 cellpadding=0 border=0 width=100% style="table-layout:fixed;font-size:10px;line-height:12px"><tr align=center>${cells}</tr></table>`;
}

export function legend(left: string, middle: string, right: string): Markup {
  return markup`<table ${layout} width="100%" style="margin:2px 0 12px 0;${font}"><tr><td>${small(left)}</td><td align="center">${small(middle)}</td><td align="right">${small(right)}</td></tr></table>`;
}
