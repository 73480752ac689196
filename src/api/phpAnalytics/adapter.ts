import type { Adapter } from '#api/adapter.ts';
import { isHtml } from '#api/answerError.ts';
import { createApi } from './createApi.ts';

/** The interface of phpAnalytics, which several services speak, the embedded one too. */
export const phpAnalytics: Adapter = {
  connect: createApi,
  async recognise(ask) {
    const answer = await ask('/api/v1/websites');
    return (answer.status === 401 || answer.status === 200) && !isHtml(answer);
  },
};
