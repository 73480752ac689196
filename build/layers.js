/** Which folders of src the files of each may import; "types" means with `import type` only. CONTRIBUTING.md says why. */
const pure = { text: true };
const layers = {
  text: {},
  model: pure,
  system: pure,
  charts: { ...pure, terminal: 'types' },
  terminal: pure,
  api: { ...pure, model: true, terminal: true, system: true },
  config: { ...pure, model: true, terminal: true, system: true },
  server: { ...pure, model: true, system: true },
  logs: { ...pure, model: true, system: true, server: true },
  queries: { ...pure, model: true, api: 'types', config: 'types' },
  store: { ...pure, model: true, queries: true, api: 'types', config: 'types', system: 'types' },
  components: { ...pure, model: true, charts: true, terminal: true },
  screens: {
    ...pure,
    model: true,
    charts: true,
    terminal: true,
    queries: true,
    store: true,
    components: true,
    commands: 'types',
  },
  commands: { ...pure, model: true, queries: true, store: true, screens: true },
  cli: {
    ...pure,
    model: true,
    charts: true,
    terminal: true,
    system: true,
    api: true,
    config: true,
    queries: true,
    server: true,
    logs: true,
  },
};

/** The layers that draw: all others know neither React nor Ink. */
const draws = new Set(['app', 'components', 'terminal']);
const packages = /^(ink|react|ink-table|ink-text-input)(\/|$)/;

function problem(layer, file, from, isType, isDynamic) {
  if (from.startsWith('../'))
    return 'Cross a folder with its # import, so that the rule of layers can be checked.';
  if (packages.test(from) && !draws.has(layer) && !(layer === 'screens' && from.startsWith('react')))
    return `${layer}/ draws nothing itself: it is made of components.`;
  if (
    layer === 'screens' &&
    file.endsWith('.ts') &&
    !isType &&
    !isDynamic &&
    /(\.tsx|\/useAppState\.ts|\/storeView\.ts)$/.test(from)
  )
    return 'The definitions of screens are read before React and Ink: what is no view imports none, but its own Screen.tsx with import().';
  const to = /^#(\w+)\//.exec(from)?.[1];
  if (to === undefined || to === layer) return undefined;
  if (to === 'logs' && from !== '#logs/index.ts')
    return 'The log product is reached through its port alone, logs/index.ts.';
  if (layer === 'logs' && to === 'server' && !from.startsWith('#server/database/'))
    return 'Of the service the log product knows its database alone, server/database/.';
  if (layer === 'app' && to === 'cli' && file !== 'main.ts')
    return 'Only main.ts knows the subcommands; what the application shares with them stands below both.';
  if (
    layer === 'commands' &&
    to === 'screens' &&
    file !== 'registry.ts' &&
    !/^#screens\/(\w+\/index|definition)\.ts$/.test(from)
  )
    return 'commands/ takes the definitions of screens, nothing of what is in them.';
  const allowed = layers[layer]?.[to];
  if (allowed === true || (allowed === 'types' && isType) || layers[layer] === undefined) return undefined;
  return `${layer}/ may not import ${allowed === 'types' ? 'more than types from ' : ''}${to}/: see the table of layers in CONTRIBUTING.md.`;
}

const imports = {
  create(context) {
    const [, layer, file] = /\/src\/(\w+)\/(.*)$/.exec(context.filename) ?? [];
    if (layer === undefined) return {};
    const check = node => {
      const from = node.source?.value;
      const isType =
        node.importKind === 'type' ||
        node.exportKind === 'type' ||
        (node.specifiers?.length > 0 && node.specifiers.every(({ importKind }) => importKind === 'type'));
      const message =
        typeof from === 'string'
          ? problem(layer, file, from, isType, node.type === 'ImportExpression')
          : undefined;
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** Where statements for the database stand. */
const sqlPlaces = /^(?:server\/database\/|server\/demo\/demoTables\.ts$|logs\/storage\/)/;
const statement =
  /^\s*(?:select\s.*\bfrom\s|insert (?:or \w+ )?into\s|update \w+ set\s|delete from\s|create (?:unique )?(?:table|index)\s|attach\s+['"])/s;

const sql = {
  create(context) {
    const [, file] = /\/src\/(.*)$/.exec(context.filename) ?? [];
    if (file === undefined || sqlPlaces.test(file)) return {};
    const check = (node, text) => {
      if (typeof text === 'string' && statement.test(text))
        context.report({
          node,
          message: 'SQL stands in server/database/, server/demo/demoTables.ts and logs/storage/ only.',
        });
    };
    return {
      Literal: node => check(node, node.value),
      TemplateLiteral: node => check(node, node.quasis.map(({ value }) => value.cooked).join(' ')),
    };
  },
};

export default { meta: { name: 'layers' }, rules: { imports, sql } };
