import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { allRoutes } from '#server/app.ts'
import type { Probe } from './probe-requests.ts'
import { probesByEndpoint } from './probes.ts'
import type { ProbeTarget } from './world.ts'

/** Ids that name a client, or what is a client's. */
const clientIdKeys = ['clientId', 'accountId', 'paymentId', 'quoteId', 'noticeId', 'choice', 'wanted'] as const

const hasClientIdParam = ({ params, body }: EndpointSpec): boolean =>
  clientIdKeys.some((id) => id in (params?.shape ?? {}) || id in (body?.shape ?? {}))

type ProbeRequest = Probe['requests'][number]

const missingId = '999999999999999'
/** Writes that no probe of the scope asks for: their own tests do, with records that they make. */
const extraRequests: Record<string, ProbeRequest> = {
  // Of tomorrow: refused too where the client is nobody's relative.
  'POST /calls': ({ client }: ProbeTarget) => ({
    body: {
      contactId: null,
      clientId: client.id,
      calledOn: '2026-06-16',
      calledTime: null,
      reason: 'other',
      outcome: 'reached',
      feedback: '',
      observations: '',
      durationMinutes: 0,
      attempts: 1,
    },
  }),
  'POST /meetings': ({ client }: ProbeTarget) => ({
    body: {
      contactId: null,
      clientId: client.id,
      startsAt: '2026-06-20T10:00',
      endsAt: '2026-06-20T11:00',
      subject: 'Una prueba',
      stage: null,
      place: '',
      link: '',
      note: '',
      attendees: [],
      invites: false,
      ownerId: missingId,
    },
  }),
  'POST /follow-ups': ({ client }: ProbeTarget) => ({
    body: {
      contactId: null,
      clientId: client.id,
      subject: 'Una prueba',
      note: '',
      dueOn: '2026-06-20',
      priority: 'normal',
      amount: null,
      ownerId: missingId,
    },
  }),
  'POST /maturities/instructions': ({ accountId }: ProbeTarget) => ({
    body: { choice: { by: 'accounts', accountIds: [accountId] }, instruction: 'pay_out', productId: null },
  }),
  'POST /maturities/:accountId/calls': ({ accountId }: ProbeTarget) => ({
    params: { accountId },
    body: { calledOn: '2026-06-15', note: 'Una prueba' },
  }),
  'POST /maturities/:accountId/release': ({ accountId }: ProbeTarget) => ({
    params: { accountId },
    body: { reason: 'Una prueba' },
  }),
  'POST /bank/receipts/:entryId/assign': ({ accountId }: ProbeTarget) => ({
    params: { entryId: missingId },
    body: { accountId },
  }),
  'PATCH /clients/:clientId/documents/:documentId': ({ client }: ProbeTarget) => ({
    params: { clientId: client.id, documentId: missingId },
    body: { version: 1, kind: 'other', title: 'Una prueba', date: '2026-06-15', retainUntil: null },
  }),
  'POST /clients/:clientId/documents/:documentId/remove': ({ client }: ProbeTarget) => ({
    params: { clientId: client.id, documentId: missingId },
    body: { version: 1 },
  }),
  'POST /clients/:clientId/documents/:documentId/restore': ({ client }: ProbeTarget) => ({
    params: { clientId: client.id, documentId: missingId },
    body: { version: 1 },
  }),
  'POST /clients/:clientId/kyc/documents/:documentId/check': ({ client }: ProbeTarget) => ({
    params: { clientId: client.id, documentId: missingId },
    body: { reason: 'Una prueba' },
  }),
  'POST /clients/:clientId/kyc/documents/:documentId/reject': ({ client }: ProbeTarget) => ({
    params: { clientId: client.id, documentId: missingId },
    body: { reason: 'Una prueba' },
  }),
}

/** Calls with such an id that write nothing of one client, or that a derived test can't ask for. */
export const writesWithoutClient: Record<string, string> = {
  'POST /handovers/preview': 'nothing is written',
  'POST /clients/selection': 'nothing is written',
  'POST /clients/:clientId/kyc/zone': 'nothing is written',
  'POST /maturities/instructions/summary': 'nothing is written',
  'POST /handovers': 'how many clients go, and to whom: the test of relatives proposes one with a relative among them',
  'POST /payment-batches': 'a batch of the firm takes what others have approved, and somebody else approves it',
  'POST /payment-batches/:batchId/orders/:paymentId/take-out':
    'an order of a draft batch, which the test of batches makes',
}

export type ClientWrite = { name: string; endpoint: EndpointSpec; buildRequest: ProbeRequest }

/** Every call of the contract that writes and takes the id of a client, an account or what is theirs, with a request for a record. */
export const clientWrites: readonly ClientWrite[] = allRoutes
  .map(({ endpoint }) => endpoint as EndpointSpec)
  .filter((endpoint) => endpoint.method !== 'GET' && hasClientIdParam(endpoint))
  .map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
  .filter(({ name }) => !(name in writesWithoutClient))
  .map(({ endpoint, name }) => {
    const buildRequest = extraRequests[name] ?? probesByEndpoint[name]?.requests[0]
    if (!buildRequest)
      throw new Error(`${name} writes about a client: say in test/permissions/client-writes.ts how one asks for it`)
    return { name, endpoint, buildRequest }
  })
