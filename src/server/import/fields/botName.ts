const longestName = 60;
const naming = /[A-Za-z][\w.-]{0,60}(?:bot|crawl|spider|slurp|preview|monitor|fetch|scan)[\w.-]{0,30}/i;

/** "Mozilla/5.0 (compatible; Ezooms/1.0)". */
const compatible = /compatible; ?(?!MSIE)([A-Za-z][\w.-]*)/;

/** What a bot calls itself, without its version: the word of its agent that says so, else the first one. */
export function botName(agent: string): string {
  const start = agent.slice(0, 500);
  const named = naming.exec(withoutAddresses(start))?.[0] ?? compatible.exec(start)?.[1];
  const word = named ?? /^[A-Za-z][\w.-]*/.exec(start)?.[0] ?? '';
  return word.replace(/[-._]+$/, '').slice(0, longestName);
}

/** The address of a bot's page names it too, in other words. */
function withoutAddresses(agent: string): string {
  return agent.replaceAll(/\+?https?:\/\/\S*|\S+@\S+/gi, ' ');
}
