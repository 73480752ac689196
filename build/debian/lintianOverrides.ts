/** What lintian finds and is meant so, with the reason. */
export const lintianOverrides = `# The executable is the one that Node.js publishes, with its libraries in it.
sitedeck: embedded-library *
sitedeck: hardening-no-pie *
# It is not packaged for Debian's own archive.
sitedeck: initial-upload-closes-no-bugs *
# The notices of Node.js are passed on as they are.
sitedeck: old-fsf-address-in-copyright-file
`;
