/** Other words that people look for a command by, by its id or, where screens have their own of a kind, its last part. */
const synonyms: Readonly<Record<string, string>> = {
  'period.menu': 'dates days range week month year when calendar',
  compare: 'against versus before last year baseline',
  why: 'fell fall drop rose grew cause reason changed explain movers',
  now: 'live realtime real time current minutes tail',
  refresh: 'reload update again',
  autoRefresh: 'live watch realtime',
  undo: 'revert restore',
  profiles: 'profile account connect api key logs demo switch',
  export: 'download save file csv json markdown',
  'copy.value': 'clipboard yank',
  'copy.url': 'clipboard link',
  open: 'visit web',
  help: 'shortcuts manual',
  quit: 'exit leave',
  heatMap: 'week weekday hour grid heat map',
  measure: 'visitors page views chart',
  logScale: 'logarithmic',
  add: 'new create',
  edit: 'change settings privacy email bots',
  delete: 'remove',
  record: 'details settings',
  tags: 'label group client',
  attention: 'problems broken trouble',
  overview: 'numbers sparklines',
  sort: 'order',
  search: 'find filter',
};

export function synonymsOf(commandId: string): string | undefined {
  return synonyms[commandId] ?? synonyms[commandId.slice(commandId.lastIndexOf('.') + 1)];
}

export const synonymKeys: readonly string[] = Object.keys(synonyms);
