import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Which of the programs that draw pictures is not installed, in a few words. */
export function lackingRenderer(): string | undefined {
  return ['chromium', 'rsvg-convert']
    .filter(program => spawnSync(program, ['--version']).status !== 0)
    .map(program => `${program} is not installed`)[0];
}

/** What Chromium draws, and what rsvg-convert draws, which is to look the same. */
export interface Pair {
  readonly inBrowser: string;
  readonly elsewhere: string;
}

/**
 * How far two drawings are apart where they are farthest, 0 to 1: 1 is black beside white. Fonts are drawn in other ways, a
 * letter bolder here and thinner there, so what is compared is the average colour of cells and those around them.
 */
export async function farthestApart(pairs: readonly Pair[]): Promise<number[]> {
  const images = pairs.flatMap(({ inBrowser, elsewhere }) => {
    const png = execFileSync('rsvg-convert', { input: elsewhere, maxBuffer: 1e8 });
    return [imageOf('svg+xml', inBrowser), imageOf('png', png)];
  });
  return JSON.parse(await inChromium(images, compareImages));
}

/** Which cells of a picture have ink in Chromium: a text of "#" and blanks for each row. */
export async function inkIn(svgs: readonly string[]): Promise<string[][]> {
  return JSON.parse(
    await inChromium(
      svgs.map(svg => imageOf('svg+xml', svg)),
      findInk,
    ),
  );
}

/** As pages show pictures: no script runs in them, and nothing is loaded for them. */
function imageOf(type: string, data: string | Buffer): string {
  return `<img src="data:image/${type};base64,${Buffer.from(data).toString('base64')}">`;
}

/** What a function comes to that is called in a page once its images are loaded. */
async function inChromium(images: readonly string[], call: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-chromium-'));
  try {
    const page = join(folder, 'page.html');
    const script = `addEventListener('load', () => (document.body.textContent = (${call})([...document.images])))`;
    writeFileSync(page, `<!doctype html><body><script>${pixelsOf}${script}</script>${images.join('')}`);
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    const { stdout } = await promisify(execFile)(
      'chromium',
      [...flags, `--user-data-dir=${join(folder, 'profile')}`, '--dump-dom', page],
      { maxBuffer: 1e8 },
    );
    return /<body>(.*)<\/body>/s.exec(stdout)?.[1] ?? '';
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Of a cell of the pictures. */
const [width, height] = [8, 16];

/** Runs in the page. */
const pixelsOf = `
function pixelsOf(image) {
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}`;

const compareImages = `images => {
  const cellsOf = image => {
    const { width, height, data } = pixelsOf(image);
    const [columns, rows] = [Math.floor(width / ${width}), Math.floor(height / ${height})];
    const cells = Array.from({ length: columns * rows }, () => [0, 0, 0]);
    for (let y = 0; y < rows * ${height}; y++)
      for (let x = 0; x < columns * ${width}; x++)
        for (const channel of [0, 1, 2])
          cells[Math.floor(y / ${height}) * columns + Math.floor(x / ${width})][channel] +=
            data[4 * (y * width + x) + channel] / ${width * height};
    return { size: [width, height].join('x'), columns, rows, cells };
  };
  const blurred = ({ columns, rows, cells }) => cells.map((_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const near = [];
    for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y++)
      for (let x = Math.max(0, column - 3); x <= Math.min(columns - 1, column + 3); x++)
        near.push(cells[y * columns + x]);
    return [0, 1, 2].map(channel => near.reduce((sum, each) => sum + each[channel], 0) / near.length);
  });
  const farthest = (one, other) => {
    if (one.size !== other.size) return 1;
    const beside = blurred(other);
    return Math.max(...blurred(one).map((colour, at) =>
      colour.reduce((sum, value, channel) => sum + Math.abs(value - beside[at][channel]), 0) / 3 / 255));
  };
  return JSON.stringify(images.flatMap((image, at) =>
    at % 2 === 1 ? [] : [farthest(cellsOf(image), cellsOf(images[at + 1]))]));
}`;

/** Not in the outermost pixels of a cell, which letters of the neighbour may touch. */
const findInk = `images => JSON.stringify(images.map(image => {
  const { width, height, data } = pixelsOf(image);
  const isInk = (x, y) => data[4 * (y * width + x)] > 50;
  const hasInk = (column, row) => {
    for (let y = 10 + row * ${height}; y < 10 + (row + 1) * ${height}; y++)
      for (let x = 11 + column * ${width}; x < 9 + (column + 1) * ${width}; x++) if (isInk(x, y)) return true;
    return false;
  };
  return Array.from({ length: (height - 20) / ${height} }, (_, row) =>
    Array.from({ length: (width - 20) / ${width} }, (_, column) => (hasInk(column, row) ? '#' : ' ')).join(''));
}))`;
