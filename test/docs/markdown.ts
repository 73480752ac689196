/** The command lines of each ```sh block of a Markdown text, in order; a line that ends in a backslash goes on. */
export function shellBlocks(markdown: string): string[][] {
  return fencedBlocks(markdown, 'sh').map(block =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '' && !line.startsWith('#')),
  );
}

const fence = /^```(\w*)\n([^]*?)^```$/gm;

export function fencedBlocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(fence)].flatMap(([, known, text = '']) => (known === language ? [text] : []));
}

/** What a link into the text may name behind `#`, as code hosts make it of the headings. */
export function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.replaceAll(fence, '').matchAll(/^#+ (.*)$/gm)];
  const names = headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return names.map((name, at) => {
    const before = names.slice(0, at).filter(other => other === name).length;
    return before === 0 ? name : `${name}-${before}`;
  });
}

/** The targets of the links and pictures of a text, also of those that are written in HTML. */
export function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(fence, '').replaceAll(/`[^`\n]*`/g, 'code');
  const found = prose.matchAll(/\]\(\s*<?([^\s)>]*)|^\[[^\]]+\]:\s*(\S+)|\b(?:src|href)="([^"]*)"/gm);
  return [...found].map(([, link, definition, html]) => link ?? definition ?? html ?? '');
}
