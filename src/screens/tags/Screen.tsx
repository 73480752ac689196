import { insideWidth, Popup, PopupField, PopupText, PopupTitle } from '#components/Popup.tsx';
import { counted } from '#model/text/number.ts';
import { ownTags, strayTags, tagNames, type Tags } from '#model/website/tags.ts';
import { websiteName } from '#model/website/website.ts';
import { fitLines, popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import type { TagsSlice } from '#store/websites/tags.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';

const columns = 64;

/** The tags of one website, or those that several have in common, in a field. */
export function TagsPopup() {
  const tags = useAppState(state => state.tags);
  const viewport = useAppState(state => state.viewport);
  const { targets, typed, error } = tags;
  const width = Math.min(columns, viewport.columns - 2) - 4;
  const lines = (error === undefined ? helpLines(tags) : [error]).flatMap(text =>
    wrapSafe(safeText(text), width),
  );
  const place = popupPlace(viewport, { width: columns, rows: lines.length + 3 });
  // Below the title and the field.
  const shown = fitLines(lines, place.height - 2 - 2);
  const [only, ...others] = targets;
  const whose =
    only === undefined || others.length > 0 ? counted(targets.length, 'websites') : websiteName(only);
  return (
    <Popup place={place}>
      <PopupTitle title={label`Tags of ${safeText(whose)}`} width={insideWidth(place)} />
      <PopupField place={place} row={1} text={typed} placeholder={label`client-a shop ...`} isTaken />
      <PopupText
        lines={shown.lines}
        style={{ tone: error === undefined ? 'dim' : 'bad' }}
        spaced={shown.spaced}
        width={insideWidth(place)}
      />
    </Popup>
  );
}

function helpLines({ of, targets, common }: TagsSlice): string[] {
  const some = [...new Set(targets.flatMap(website => ownTags(of, website)))]
    .filter(tag => !common.includes(tag))
    .toSorted();
  const others = tagNames(of).filter(tag => !common.includes(tag) && !some.includes(tag));
  return [
    ...strayLines(of, targets),
    'Blanks stand between them. In the list /tag:shop shows those tagged shop.',
    ...(some.length === 0 ? [] : [`Some of them have: ${some.join(', ')}. These stay.`]),
    ...(others.length === 0 ? [] : [`Others: ${others.join(', ')}.`]),
  ];
}

/** What was given to websites that have another domain by now. */
function strayLines(of: Tags, targets: TagsSlice['targets']): string[] {
  const [first, ...others] = strayTags(of, targets);
  if (first === undefined) return [];
  if (targets.length > 1)
    return [
      `${counted(others.length + 1, 'websites')} had another domain when tagged: Enter forgets those tags.`,
    ];
  const { domain, tags } = first;
  return [`Tagged ${tags.join(', ')} while it was ${domain || 'without a domain'}: Enter forgets that.`];
}
