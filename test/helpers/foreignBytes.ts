/** Everything that Sitedeck itself sends to a terminal beside text: moves, scrolls, erasing cells and a line's end, SGR, three modes. */
const ours =
  /\x1b\[(?:\d{1,3}(?:;\d{1,3})?)?H|\x1b\[\d*[A-D]|\x1b\[K|\x1b\[\d+X|\x1b\[(?:\d+;\d+)?r|\x1bM|\x1b\[[\d;]*m|\x1b\[\?(?:25|1049|2004|2031)[hl]|[\r\n\x08]/g;

/** A colour of the sixteen, an attribute, the default pair. */
const sgrNumbers = /^(?:|[0-9]|2[1-9]|[39][0-7]|[34]9|4[0-7]|10[0-7])$/;

const notText =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Emoji_Presentation}]/u;

/**
 * What in a program's output is neither plain text nor one of our own sequences: a query, a mouse mode, a colour beyond
 * the sixteen, a control, format or bidi character, an emoji. Each with what stands around it.
 */
export function foreignBytes(output: string): string[] {
  const colours = [...output.matchAll(/\x1b\[([\d;]*)m/g)]
    .filter(([, codes = '']) => !codes.split(';').every(code => sgrNumbers.test(code)))
    .map(([sequence]) => JSON.stringify(sequence));
  // Its one question, which may be asked once.
  const texts = output.replace('\x1b]11;?\x1b\\', '').split(ours);
  const strange = texts.flatMap(text => {
    const at = text.search(notText);
    return at < 0 ? [] : [JSON.stringify(text.slice(Math.max(0, at - 10), at + 30))];
  });
  return [...colours, ...strange].slice(0, 10);
}

/** The same for what is printed: lines of text, without any control sequence. */
export function foreignPrint(output: string): string[] {
  return output.split('\n').flatMap(line => {
    const at = line.search(notText);
    return at < 0 ? [] : [JSON.stringify(line.slice(Math.max(0, at - 10), at + 30))];
  });
}
