import type { ScreenKeys } from '#commands/command.ts';
import { websiteCommands } from '#screens/statsCommands.ts';
import { topRoute } from '#store/navigation/navigation.ts';

export const heatMapKeys: ScreenKeys = {
  commands: [
    {
      id: 'heatMap.measure',
      keys: ['m'],
      title: 'The other measure: visitors or page views',
      short: 'measure',
      run({ state }) {
        const route = topRoute(state.navigation.stack);
        if (route.screen !== 'heatMap') return;
        const name = route.name === 'visitors_hours' ? 'pageviews_hours' : 'visitors_hours';
        state.navigation.replace({ ...route, name });
      },
    },
    ...websiteCommands('heatMap'),
  ],
};
