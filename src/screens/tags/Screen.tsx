import { insideWidth, Popup, PopupField, PopupText, PopupTitle } from '#components/Popup.tsx';
import { counted } from '#model/text/number.ts';
import { strayTags, strayWords, tagNames, ownTags } from '#model/website/tags.ts';
import { websiteName } from '#model/website/website.ts';
import { popupPlace } from '#screens/popupPlace.ts';
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
  const [only, ...others] = targets;
  const whose =
    only === undefined || others.length > 0 ? counted(targets.length, 'websites') : websiteName(only);
  return (
    <Popup place={place}>
      <PopupTitle title={label`Tags of ${safeText(whose)}`} width={insideWidth(place)} />
      <PopupField place={place} row={1} text={typed} placeholder={label`client-a shop ...`} isTaken />
      <PopupText
        lines={lines}
        style={{ tone: error === undefined ? 'dim' : 'bad' }}
        spaced={place.height - 2 > lines.length + 2}
        width={insideWidth(place)}
      />
    </Popup>
  );
}

function helpLines({ of, targets, common }: TagsSlice): string[] {
  const some = [...new Set(targets.flatMap(website => ownTags(of, website)))]
    .filter(tag => !common.includes(tag))
    .toSorted();
  const strays = strayTags(of, targets);
  const gone = [...new Set(strays.flatMap(({ tags }) => tags))];
  const others = tagNames(of).filter(tag => !common.includes(tag) && !some.includes(tag));
  return [
    ...(strays.length === 0 ? [] : [`${strayWords(strays)}: Enter forgets its ${gone.join(', ')} of then.`]),
    'Blanks stand between them. In the list /tag:shop shows those tagged shop.',
    ...(some.length === 0 ? [] : [`Some of them have: ${some.join(', ')}. These stay.`]),
    ...(others.length === 0 ? [] : [`Others: ${others.join(', ')}.`]),
  ];
}
