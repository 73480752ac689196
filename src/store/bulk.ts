import { emptyText, type TextValue } from '#model/textValue.ts';
import type { Website } from '#model/website.ts';
import {
  bulkFields,
  checkBulk,
  isBulkText,
  stepChoice,
  touchedOf,
  untouchedForm,
  type BulkField,
  type BulkForm,
} from './bulkForm.ts';
import { runEach, type BulkRun, type Outcome } from './bulkRun.ts';
import { createDelete, createEdit } from './bulkWork.ts';
import type { StoreContext } from './context.ts';
import { listStart, moveInList, type ListPosition, type Move } from './list.ts';
import { topRoute } from './navigation.ts';
import type { State } from './state.ts';
import { bulkRows } from './viewport.ts';

/** Editing and deleting several websites at once: a form, what it would change, and how it goes. */
export interface BulkSlice {
  readonly websites: readonly Website[];
  readonly form: BulkForm;
  readonly focused: BulkField;
  /** Of the focused text field. */
  readonly caret: number;
  readonly errors: Partial<Record<BulkField, string | undefined>>;
  /** The list of what would change, or of how it went. */
  readonly position: ListPosition;
  /** The number that is typed before many are deleted. */
  readonly typed: TextValue;
  readonly run?: BulkRun | undefined;
  openForm(websites: readonly Website[]): void;
  openDelete(websites: readonly Website[]): void;
  focus(step: -1 | 1): void;
  choose(step: -1 | 1): void;
  type(text: TextValue): void;
  typeCount(typed: TextValue): void;
  move(move: Move): void;
  /** Shows before and after; where something is wrong or nothing was touched, it says so. */
  review(): void;
  save(): Promise<void>;
  /** Does nothing until the count is typed. */
  deleteAll(): Promise<void>;
  /** Does something to each of the websites, on a screen that shows how it goes. */
  start(
    kind: BulkRun['kind'],
    websites: readonly Website[],
    work: (website: Website) => Promise<Outcome>,
  ): Promise<void>;
  stop(): void;
}

export function createBulk(context: StoreContext): BulkSlice {
  const { get, patch } = context;
  const slice = () => get().bulk;
  const open = (websites: readonly Website[]) =>
    patch('bulk', {
      websites,
      form: untouchedForm,
      focused: 'privacy',
      caret: 0,
      errors: {},
      position: listStart,
      typed: emptyText,
    });

  const start: BulkSlice['start'] = async (kind, websites, work) => {
    const outcomes: Outcome[] = websites.map(() => ({ kind: 'waiting' }));
    const write = (change: Partial<BulkRun>) => {
      const { run } = slice();
      if (run !== undefined) patch('bulk', { run: { ...run, ...change } });
    };
    patch('bulk', {
      run: { kind, websites, outcomes: [...outcomes], stopping: false, finished: false },
      position: listStart,
    });
    get().navigation.popTo(1);
    get().navigation.push({ screen: 'bulkRun' });
    await runEach(
      websites,
      work,
      (index, outcome) => {
        outcomes[index] = outcome;
        write({ outcomes: [...outcomes] });
      },
      () => slice().run?.stopping === true,
    );
    write({ finished: true });
    const settled = new Set(
      websites
        .filter((_, index) => ['done', 'unchanged'].includes(outcomes[index]?.kind ?? ''))
        .map(({ id }) => id),
    );
    // What failed stays marked, so that it can be tried again.
    get().marks.keepOnly(new Set([...get().marks.byId.keys()].filter(id => !settled.has(id))));
    if (kind === 'delete') void get().websites.load();
  };

  return {
    websites: [],
    form: untouchedForm,
    focused: 'privacy',
    caret: 0,
    errors: {},
    position: listStart,
    typed: emptyText,
    openForm(websites) {
      open(websites);
      get().navigation.push({ screen: 'bulkEdit' });
    },
    openDelete(websites) {
      open(websites);
      get().navigation.push({ screen: 'bulkDelete' });
    },
    focus(step) {
      const { form, focused } = slice();
      const fields = bulkFields(form);
      const next = fields[(fields.indexOf(focused) + step + fields.length) % fields.length] ?? focused;
      patch('bulk', { focused: next, caret: isBulkText(next) ? form[next].length : 0 });
    },
    choose(step) {
      const { form, focused } = slice();
      if (!isBulkText(focused)) patch('bulk', { form: stepChoice(form, focused, step), errors: {} });
    },
    type({ value, caret }) {
      const { form, focused, errors } = slice();
      if (isBulkText(focused))
        patch('bulk', {
          form: { ...form, [focused]: value },
          caret,
          errors: { ...errors, [focused]: undefined },
        });
    },
    typeCount: typed => patch('bulk', { typed }),
    move(move) {
      const { websites, run, position } = slice();
      const isRun = topRoute(get().navigation.stack).screen === 'bulkRun';
      const count = (isRun ? run?.websites : websites)?.length ?? 0;
      patch('bulk', { position: moveInList(position, move, count, bulkRows(get().viewport)) });
    },
    review() {
      const { form, websites } = slice();
      const errors = checkBulk(form, websites);
      const wrong = bulkFields(form).find(field => errors[field] !== undefined);
      if (wrong !== undefined)
        return patch('bulk', { errors, focused: wrong, caret: isBulkText(wrong) ? form[wrong].length : 0 });
      if (Object.keys(touchedOf(form)).length === 0)
        return get().notices.say('Nothing was changed: every field leaves the websites as they are.');
      patch('bulk', { errors: {}, position: listStart });
      get().navigation.push({ screen: 'bulkReview' });
    },
    async save() {
      const { form, websites } = slice();
      const edit = createEdit(context, touchedOf(form));
      await start('edit', websites, edit.work);
      if (edit.edited.length > 0) get().undo.remember(edit.edited);
    },
    async deleteAll() {
      const { websites } = slice();
      if (isCountTyped(slice())) await start('delete', websites, createDelete(context));
    },
    start,
    stop() {
      const { run } = slice();
      if (run !== undefined && !run.finished) patch('bulk', { run: { ...run, stopping: true } });
    },
  };
}

export function isCountTyped({ typed, websites }: Pick<BulkSlice, 'typed' | 'websites'>): boolean {
  return websites.length > 0 && typed.value.trim() === String(websites.length);
}

/** Whether a form for several websites, or what it would change, is open with something touched. */
export function hasBulkEdits({ bulk, navigation }: Pick<State, 'bulk' | 'navigation'>): boolean {
  const isOpen = navigation.stack.some(({ screen }) => screen === 'bulkEdit');
  return isOpen && Object.keys(touchedOf(bulk.form)).length > 0;
}

export function isRunning({ bulk }: { readonly bulk: BulkSlice }): boolean {
  return bulk.run !== undefined && !bulk.run.finished;
}
