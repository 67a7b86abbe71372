import * as contract from '#contract/firm-panel.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findPanelCaptation } from './panel-captation.ts'
import { findPanelChange } from './panel-change.ts'
import { panelFileRoutes } from './panel-files.ts'
import { findPanelTeams } from './panel-teams.ts'
import { findPanelTrends } from './panel-trends.ts'
import { findFirmPanel } from './panel-values.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getFirmPanel, findFirmPanel),
    buildRoute(contract.getPanelTrends, findPanelTrends),
    buildRoute(contract.getPanelCaptation, findPanelCaptation),
    buildRoute(contract.getPanelTeams, findPanelTeams),
    buildRoute(contract.getPanelChange, findPanelChange),
    ...panelFileRoutes,
  ],
}
