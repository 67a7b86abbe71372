import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientExportersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered } from '#test/permissions/probe-requests.ts'

const options = { on: '2026-06-15', from: '2026-05-01' }

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/report/pdf': clientExportersRow,
    'POST /clients/:clientId/report/filing': clientExportersRow,
    'POST /client-reports': clientExportersRow,
  },
  probes: {
    'GET /clients/:clientId/report/pdf': {
      requests: [({ client }) => ({ params: { clientId: client.id }, query: { ...options, sections: 'data' } })],
      revealsRecord: isAnswered,
    },
    'POST /clients/:clientId/report/filing': {
      // Sent to nobody: the client has no address, which is seen after the client.
      requests: [
        ({ client }) => ({
          params: { clientId: client.id },
          body: { options: { ...options, sections: ['data'] }, isSent: true },
        }),
      ],
      revealsRecord: (answer) => answer.json().code === 'clientPaper.noEmail',
    },
    'POST /client-reports': {
      requests: [
        ({ client }) => ({
          body: {
            selection: { by: 'clients', clientIds: [client.id] },
            options: { ...options, sections: ['data'] },
          },
        }),
        ({ client, employee }) => ({
          body: {
            selection: { by: 'filter', filter: { view: 'of', person: employee.id, cvl: client.cvl } },
            options: { ...options, sections: ['data'] },
          },
        }),
      ],
      revealsRecord: isAnswered,
    },
  },
}
