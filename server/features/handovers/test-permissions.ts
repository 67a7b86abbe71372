import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { handoverNotProbedReason } from '#test/permissions/not-probed-reasons.ts'
import { clientFacingRolesRow, handoverMakersRow } from '#test/permissions/permission-rows.ts'
import { buildHandoverToSelf, isAnswered } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /handovers': clientFacingRolesRow,
    'GET /handovers/count': clientFacingRolesRow,
    'GET /handovers/export': '* * * * - - * - - -',
    'GET /handovers/filter-options': clientFacingRolesRow,
    'GET /handovers/people': handoverMakersRow,
    'POST /handovers/preview': handoverMakersRow,
    'POST /handovers': handoverMakersRow,
    'GET /handovers/:handoverId': clientFacingRolesRow,
    'GET /handovers/:handoverId/clients': clientFacingRolesRow,
    'GET /handovers/:handoverId/clients/count': clientFacingRolesRow,
    'GET /handovers/:handoverId/clients/export': '* * * * - - * - - -',
    'POST /handovers/:handoverId/undo': clientFacingRolesRow,
  },
  probes: {
    'GET /handovers/people': {
      ask: [() => ({})],
      shows: (response, { employee }) =>
        response.status === 200 &&
        (response.json().givers as { cvl: string }[]).some(({ cvl }) => cvl === employee.cvl),
    },
    'POST /handovers/preview': { ask: [(target) => ({ body: buildHandoverToSelf(target) })], shows: isAnswered },
    'POST /handovers': {
      ask: [(target) => ({ body: { ...buildHandoverToSelf(target), reason: 'Cambio de zona' } })],
      shows: (response) => response.json().code === 'handover.notReceiver',
    },
  },
  notProbed: {
    'GET /handovers/:handoverId': handoverNotProbedReason,
    'GET /handovers/:handoverId/clients': handoverNotProbedReason,
    'GET /handovers/:handoverId/clients/count': handoverNotProbedReason,
    'GET /handovers/:handoverId/clients/export': handoverNotProbedReason,
    'POST /handovers/:handoverId/undo': handoverNotProbedReason,
  },
  screens: {
    '/crm/Traspasos': 'x x x x x x x - - -',
    '/crm/Traspasos/nuevo': 'x - x x - - x - - -',
    '/crm/Traspasos/:handoverId': 'x x x x x x x - - -',
  },
}
