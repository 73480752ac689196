import type { TextValue } from '#model/text/textValue.ts';
import type { Website } from '#model/website/website.ts';
import {
  bulkFields,
  caretIn,
  checkBulk,
  isBulkText,
  stepChoice,
  isTouched,
  mergesLists,
  touchedBy,
  untouchedForm,
  whyNotMerged,
  type BulkField,
  type BulkForm,
  type BulkStop,
} from './bulkForm.ts';
import { routeKey } from '#store/navigation/route.ts';
import type { StoreContext } from '#store/core/context.ts';
import { createEdit } from './editEach.ts';
import { listStart, moveInList, type ListPosition, type Move } from '#store/core/list.ts';
import { cycle } from '#store/core/cycle.ts';
import type { State } from '#store/core/state.ts';
import { reviewRows } from '#store/core/viewport.ts';

/** The form that edits several websites at once, and the review of its changes. */
export interface BulkEditSlice {
  readonly websites: readonly Website[];
  readonly form: BulkForm;
  readonly focused: BulkStop;
  /** The caret of the focused text field. */
  readonly caret: number;
  readonly errors: Partial<Record<BulkField, string | undefined>>;
  /** The scroll position of the review. */
  readonly position: ListPosition;
  /** The websites that are still being read for the review. */
  readonly unread: ReadonlySet<string>;
  /** Whether the review's last stop has the focus, the button behind its rows. */
  readonly isOnButton: boolean;
  open(websites: readonly Website[]): void;
  focus(step: -1 | 1): void;
  choose(step: -1 | 1): void;
  type(text: TextValue): void;
  /** Opens the review; with an error or nothing to change it says so instead. */
  review(): void;
  /** In the review: behind the last row comes the button. */
  move(move: Move): void;
  focusButton(isOnButton: boolean): void;
  save(): Promise<void>;
}

const noneUnread: ReadonlySet<string> = new Set();

export function createBulkEdit(context: StoreContext): BulkEditSlice {
  const { get, patch } = context;
  const slice = () => get().bulkEdit;
  const { capabilities } = context.services.api;
  const [firstStop = 'save']: readonly BulkStop[] = bulkFields(untouchedForm, capabilities);
  const fresh = {
    form: untouchedForm,
    focused: firstStop,
    caret: 0,
    errors: {},
    position: listStart,
    isOnButton: false,
    unread: noneUnread,
  };
  /** What is added to and taken off, and which share links end, depends on what each website has now: lists may not say it. */
  const readFresh = () => {
    const { websites } = slice();
    patch('bulkEdit', { unread: new Set(websites.map(({ id }) => id)) });
    for (const { id } of websites)
      void context.loader.load<Website>({
        key: `bulkReview:${id}`,
        owner: routeKey({ screen: 'bulkReview' }),
        read: signal => context.services.api.showWebsite(id, signal),
        current: () => undefined,
        write({ loading, data }) {
          if (loading) return;
          if (data !== undefined) get().websites.replaceWebsite(data);
          patch('bulkEdit', {
            websites: slice().websites.map(website => (website.id === id ? (data ?? website) : website)),
            unread: new Set([...slice().unread].filter(other => other !== id)),
          });
        },
      });
  };

  return {
    websites: [],
    ...fresh,
    open(websites) {
      patch('bulkEdit', { websites, ...fresh });
      get().navigation.push({ screen: 'bulkEdit' });
    },
    focus(step) {
      const { form } = slice();
      const focused = cycle<BulkStop>([...bulkFields(form, capabilities), 'save'], slice().focused, step);
      patch('bulkEdit', { focused, caret: caretIn(form, focused) });
    },
    choose(step) {
      const { form, focused } = slice();
      if (focused === 'save' || isBulkText(focused)) return;
      patch('bulkEdit', { form: stepChoice(form, focused, step, capabilities), errors: {} });
    },
    type({ value, caret }) {
      const { form, focused, errors } = slice();
      if (!isBulkText(focused)) return;
      const changed = { ...form, [focused]: value };
      patch('bulkEdit', { form: changed, caret, errors: { ...errors, [focused]: undefined } });
    },
    review() {
      const { form, websites } = slice();
      const errors = checkBulk(form, websites);
      const wrong = bulkFields(form, capabilities).find(field => errors[field] !== undefined);
      if (wrong !== undefined)
        return patch('bulkEdit', { errors, focused: wrong, caret: caretIn(form, wrong) });
      if (!isTouched(form))
        return get().notices.say('Nothing was changed: every field leaves the websites as they are.');
      patch('bulkEdit', { errors: {}, position: listStart, isOnButton: false });
      get().navigation.push({ screen: 'bulkReview' });
      if (mergesLists(form) || (form.privacy === 'private' && capabilities.hasShareLinks === true))
        readFresh();
    },
    move(move) {
      const { websites, position, isOnButton } = slice();
      if (isOnButton) {
        if (!isDown(move)) patch('bulkEdit', { isOnButton: false });
        return;
      }
      const moved = moveInList(position, move, websites.length, reviewRows(get().viewport));
      const isAtEnd = moved.selected === position.selected && isDown(move);
      patch('bulkEdit', { position: moved, isOnButton: isAtEnd });
    },
    focusButton: isOnButton => patch('bulkEdit', { isOnButton }),
    async save() {
      const { form, websites } = slice();
      const edit = createEdit(context, {
        touched: website => touchedBy(form, website),
        whyNot: website => whyNotMerged(form, website),
      });
      await get().bulkRun.start('edit', websites, edit.work);
      if (edit.edited.length > 0) get().undo.remember(edit.edited);
    },
  };
}

function isDown(move: Move): boolean {
  return move === 'down' || move === 'halfDown' || move === 'last';
}

/** Whether the form for several websites or its review is open with a field set. */
export function hasBulkEdits({ bulkEdit, navigation }: Pick<State, 'bulkEdit' | 'navigation'>): boolean {
  return navigation.stack.some(({ screen }) => screen === 'bulkEdit') && isTouched(bulkEdit.form);
}
