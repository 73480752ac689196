import {
  asViewName,
  noViews,
  type SavedView,
  type SavedViews,
  viewCalled,
  viewNameRule,
  viewNames,
  websitesOfView,
  withoutViews,
  withViews,
} from '#model/savedView.ts';
import { didYouMean } from '#text/match.ts';
import { emptyText, textAtEnd } from '#text/textField.ts';
import { localDataOf, type LocalDataSlice, type SliceContext } from '#store/slice.ts';
import type { NoticesSlice } from '#store/notices.ts';
import { cycle, type NavigationSlice } from '#store/navigation/navigation.ts';
import type { ProfileInfo } from '#store/profile/services.ts';
import { keyOf } from '#text/words.ts';

/** The views of the person, and the box that saves what is on the screen as one. */
export interface SavedViewsSlice extends LocalDataSlice<SavedViews> {
  readonly view?: SavedView | undefined;
  /** The name that it has where none is typed. */
  readonly proposed: string;
  /** The view of the list that was chosen, whose name is typed in the field. */
  readonly chosen?: string | undefined;
  /** The name that is taken, and is replaced once it is confirmed. */
  readonly taken?: string | undefined;
  open(): void;
  choose(step: 1 | -1): void;
  /** Keeps the view at once, in the place of one with that name. */
  saveAs(name: string): void;
  /** Opens a view, or what is left of it: with `here` on this service, whichever it was saved on. */
  show(name: string, options?: { readonly here: boolean }): Promise<void>;
}

interface SavedViewsState {
  readonly savedViews: SavedViewsSlice;
}

interface Screen {
  viewOf(): SavedView | string;
  show(name: string, view: SavedView): Promise<void>;
}

export function createSavedViews(
  {
    get,
    patch,
    services,
  }: SliceContext<
    SavedViewsState,
    { readonly notices: NoticesSlice; readonly profile: ProfileInfo; readonly navigation: NavigationSlice }
  >,
  screen: Screen,
): SavedViewsSlice {
  const { atStart, read, keep } = localDataOf(services.savedViews, noViews, change =>
    patch('savedViews', change),
  );
  const keepView = (name: string, view: SavedView) => {
    const isNew = viewCalled(get().savedViews.all, name) === undefined;
    if (keep(all => withViews(all, { [name]: view })) === undefined) return false;
    const message = `${isNew ? 'Saved' : 'Replaced'}: ${name}. It opens by its name in ${keyOf('palette')} and as sitedeck @${name}.`;
    get().notices.say(message, 'good', `${isNew ? 'Saved' : 'Replaced'}: ${name}.`);
    return true;
  };
  return {
    ...atStart,
    proposed: '',
    open() {
      read();
      const view = screen.viewOf();
      if (typeof view === 'string') return get().notices.say(view);
      patch('savedViews', {
        view,
        typed: emptyText,
        proposed: proposedName(view, viewNames(get().savedViews.all)),
        chosen: undefined,
        taken: undefined,
        error: undefined,
      });
      get().navigation.push({ screen: 'saveView' });
    },
    edit: typed => patch('savedViews', { typed, taken: undefined, error: undefined }),
    choose(step) {
      const { all, chosen } = get().savedViews;
      const names = viewNames(all);
      const name = chosen === undefined ? names.at(step === 1 ? 0 : -1) : cycle(names, chosen, step);
      if (name === undefined) return;
      patch('savedViews', { chosen: name, typed: textAtEnd(name), taken: undefined, error: undefined });
    },
    save() {
      const { view, typed, proposed, chosen, taken, all } = get().savedViews;
      if (view === undefined) return;
      const isEmpty = typed.value.trim() === '';
      if (isEmpty && chosen !== undefined) {
        if (keep(now => withoutViews(now, [chosen])) === undefined) return;
        get().navigation.pop();
        return get().notices.say(`The view ${chosen} is removed.`, 'good');
      }
      const name = isEmpty ? proposed : asViewName(typed.value);
      if (name === undefined) return patch('savedViews', { error: `A name for a view is ${viewNameRule}.` });
      if (viewCalled(all, name) !== undefined && taken !== name)
        return patch('savedViews', { taken: name, error: `${name} is taken: Enter again replaces it.` });
      if (keepView(name, view)) get().navigation.pop();
    },
    saveAs(name) {
      read();
      const view = screen.viewOf();
      if (typeof view === 'string') return get().notices.say(view);
      if (!keepView(name, view)) get().notices.say(get().savedViews.error ?? '', 'bad');
    },
    async show(name, { here } = { here: false }) {
      read();
      const { all, problem } = get().savedViews;
      const { notices, profile } = get();
      if (problem !== undefined) return notices.say(problem, 'bad');
      const view = viewCalled(all, name);
      if (view === undefined)
        return notices.say(`There is no view "${name}".${didYouMean(name, viewNames(all))}`, 'bad');
      if (view.profile === profile.name || here) return await screen.show(name, view);
      const used = services.profiles?.use(view.profile, { isNew: false, view: name });
      const why = services.profiles === undefined ? `It is of the profile ${view.profile}.` : used?.problem;
      if (why !== undefined) notices.say(`View ${name}: ${why}`, 'bad');
    },
  };
}

/** "shop-page", "clients", "websites": one that is not taken. */
function proposedName(view: SavedView, taken: readonly string[]): string {
  const [website] = websitesOfView(view);
  const domain = website?.domain.replace(/^www\./, '').split('.')[0] ?? '';
  const what = view.screen === 'websites' ? view.search.replace(/\btag:/g, '') : '';
  const statistic = 'statistic' in view ? view.statistic : view.screen === 'dashboard' ? '' : view.screen;
  const words = [domain, what, what === '' ? statistic : ''].filter(word => word !== '').join('-');
  const name =
    asViewName(
      words
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '')
        .slice(0, 36),
    ) ?? 'view';
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
