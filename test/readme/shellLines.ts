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

export function fencedBlocks(markdown: string, language: string): string[] {
  const blocks = markdown.matchAll(/^```(\w*)\n([^]*?)^```$/gm);
  return [...blocks].flatMap(([, known, text = '']) => (known === language ? [text] : []));
}
