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
      requests: [() => ({})],
      revealsRecord: (response, { employee }) =>
        response.status === 200 &&
        (response.json().givers as { cvl: string }[]).some(({ cvl }) => cvl === employee.cvl),
    },
    'POST /handovers/preview': {
      requests: [(target) => ({ body: buildHandoverToSelf(target) })],
      revealsRecord: isAnswered,
    },
    'POST /handovers': {
      requests: [(target) => ({ body: { ...buildHandoverToSelf(target), reason: 'Cambio de zona' } })],
      revealsRecord: (response) => response.json().code === 'handover.notReceiver',
    },
  },
  notProbed: {
    'GET /handovers/:handoverId': handoverNotProbedReason,
    'GET /handovers/:handoverId/clients': handoverNotProbedReason,
    'GET /handovers/:handoverId/clients/count': handoverNotProbedReason,
    'GET /handovers/:handoverId/clients/export': handoverNotProbedReason,
    'POST /handovers/:handoverId/undo': handoverNotProbedReason,
  },
  screenRecords: {
    handoverId: {
      sql: `with made as (insert into handover (role, to_id, from_ids, clients, capital, effective_on, reason, proposed_by)
          select 'manager', (select id from employee where position = 'manager' and id <> $1 order by id limit 1), array[$1::bigint], 1, 100, current_date, 'Cambio de zona',
                 (select min(id) from app_user) returning id),
        listed as (insert into handover_client (handover_id, client_id, from_id) select id, $2, $1 from made)
        select id from made`,
      given: ['employeeId', 'clientId'],
    },
  },
  screens: {
    '/crm/Traspasos': 'x x x x x x x - - -',
    '/crm/Traspasos/nuevo': 'x - x x - - x - - -',
    '/crm/Traspasos/:handoverId': 'x x x x x x x - - -',
  },
  screenCalls: {
    '/crm/Traspasos': ['/handovers/count', '/handovers', '/handovers/filter-options'],
    '/crm/Traspasos/nuevo': ['/handovers/people', '/me/drafts/handovers/new'],
    '/crm/Traspasos/:handoverId': [
      '/handovers/:id',
      '/handovers/:id/clients/count + /handovers/:id/clients + /audit/records/handover/:id',
    ],
  },
}
