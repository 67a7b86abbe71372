import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, toTheirOwn } from '#test/permissions/probe-words.ts'
import { aHandover } from '#test/permissions/reasons.ts'
import { handoverMakers, withClients } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /handovers': withClients,
    'GET /handovers/count': withClients,
    'GET /handovers/export': '* * * * - - * - - -',
    'GET /handovers/filter-options': withClients,
    'GET /handovers/people': handoverMakers,
    'POST /handovers/preview': handoverMakers,
    'POST /handovers': handoverMakers,
    'GET /handovers/:handoverId': withClients,
    'GET /handovers/:handoverId/clients': withClients,
    'GET /handovers/:handoverId/clients/count': withClients,
    'GET /handovers/:handoverId/clients/export': '* * * * - - * - - -',
    'POST /handovers/:handoverId/undo': withClients,
  },
  probes: {
    'GET /handovers/people': {
      ask: [() => ({})],
      shows: (told, { employee }) =>
        told.status === 200 && (told.json().givers as { cvl: string }[]).some(({ cvl }) => cvl === employee.cvl),
    },
    'POST /handovers/preview': { ask: [(target) => ({ body: toTheirOwn(target) })], shows: answered },
    'POST /handovers': {
      ask: [(target) => ({ body: { ...toTheirOwn(target), reason: 'Cambio de zona' } })],
      shows: (told) => told.json().code === 'handover.notReceiver',
    },
  },
  notProbed: {
    'GET /handovers/:handoverId': aHandover,
    'GET /handovers/:handoverId/clients': aHandover,
    'GET /handovers/:handoverId/clients/count': aHandover,
    'GET /handovers/:handoverId/clients/export': aHandover,
    'POST /handovers/:handoverId/undo': aHandover,
  },
  screens: {
    '/crm/Traspasos': 'x x x x x x x - - -',
    '/crm/Traspasos/nuevo': 'x - x x - - x - - -',
    '/crm/Traspasos/:handoverId': 'x x x x x x x - - -',
  },
}
