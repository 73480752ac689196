import manifest from '../../package.json' with { type: 'json' };

/** The first packaging of this version: it has a changelog of its own. */
export const debianVersion = `${manifest.version}-1`;

/** What Debian calls the processors that Node calls otherwise. */
const names: Readonly<Record<string, string>> = {
  x64: 'amd64',
  ia32: 'i386',
  arm: 'armhf',
  ppc64: 'ppc64el',
  loong64: 'loong64',
};

export function architecture(): string {
  return names[process.arch] ?? process.arch;
}

/** Who makes the package, as Debian's own tools are told it. */
export function maintainer({ DEBFULLNAME: name, DEBEMAIL: address } = process.env): string {
  return `${name ?? 'The Sitedeck authors'} <${address ?? 'sitedeck@sitedeck.invalid'}>`;
}

/** The file `control`; the size is of all files, in kibibytes. */
export function control(installedSize: number): string {
  return `Package: sitedeck
Version: ${debianVersion}
Section: web
Priority: optional
Architecture: ${architecture()}
Maintainer: ${maintainer()}
Installed-Size: ${installedSize}
Depends: libc6 (>= 2.28), libgcc-s1 (>= 3.0), libstdc++6 (>= 7)
Description: website analytics in your terminal
 Sitedeck manages the websites that an analytics service tracks, and reads
 their statistics, from the keyboard and over SSH: a list of all websites with
 what needs attention, a dashboard of each, what explains a change.
 .
 It works with phpAnalytics, Umami and others, and needs no service at all to
 count what the access logs of this machine hold. Commands for scripts, cron
 and agents come along.
`;
}

/** The changelog of the packaging. */
export function debianChangelog(seconds: number): string {
  const date = new Date(seconds * 1_000).toUTCString().replace(/GMT$/, '+0000');
  return `sitedeck (${debianVersion}) unstable; urgency=medium

  * Sitedeck ${manifest.version}: changelog.gz tells what is new.

 -- ${maintainer()}  ${date}
`;
}
