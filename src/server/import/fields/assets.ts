// What a page is made of, what programs fetch, and what is downloaded rather than read: a service whose script runs in
// pages would not see these either. Any other ending is a page: "/about.html", "/index.php", "/release-1.2".
const extensions = new Set(
  [
    'avif bmp cur gif heic ico jpe jpeg jpg jxl png svg svgz tif tiff webp',
    'css less map mjs js cjs jsx ts tsx scss vue wasm swf jar',
    'eot otf ttf woff woff2',
    'aac avi flac flv m3u8 m4a m4s m4v mkv mov mp3 mp4 mpd mpeg mpg oga ogg ogv opus vtt wav webm wmv',
    'atom rss rdf xml xsl json jsonld webmanifest manifest appcache txt yaml yml',
    'csv doc docx epub odp ods odt pdf ppt pptx ps rtf tsv xls xlsx',
    '7z apk bin bz2 deb dmg exe gz iso msi rar rpm tar tgz xz zip zst',
    'c cfg conf cpp diff h ini log patch py sh sql',
  ].flatMap(line => line.split(' ')),
);

/** Whether a path names an asset, by what follows the last dot of its last part. */
export function isAsset(path: string): boolean {
  const dot = path.lastIndexOf('.');
  if (dot < 0 || path.indexOf('/', dot) >= 0) return false;
  return extensions.has(path.slice(dot + 1).toLowerCase());
}

/** The same of a request, "GET /style.css?v=2 HTTP/1.1", where that can be told at a glance: most lines are such. */
export function isPlainAsset(request: string): boolean {
  if (!request.startsWith('/', 4) || request.includes('\\')) return false;
  const query = request.indexOf('?');
  const end = query < 0 ? request.lastIndexOf(' HTTP/') : query;
  return end > 0 && isAsset(request.slice(4, end));
}
