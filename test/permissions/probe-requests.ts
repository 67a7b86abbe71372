import type { ProbeTarget } from './world.ts'

export type ProbeRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  content?: Blob
}
export type ProbeResponse = { status: number; body: string; json: () => Record<string, unknown> }

/** How an endpoint is asked for a record, and how one knows that it was given. */
export type Probe = {
  /** Ways to ask for the record: by its id, by searching for it, by filters that name its owner. */
  requests: readonly ((target: ProbeTarget) => ProbeRequest)[]
  /** Whether the answer shows the record, or let it be changed. */
  revealsRecord: (answer: ProbeResponse, target: ProbeTarget) => boolean
}

export const mentionsClient = (answer: ProbeResponse, { client }: ProbeTarget): boolean =>
  answer.status === 200 && answer.body.includes(client.cvl)
export const isAnswered = (answer: ProbeResponse): boolean => answer.status === 200
export const hasSingleTotal = (answer: ProbeResponse): boolean => answer.status === 200 && answer.json().total === 1
export const mentionsEmployee = (answer: ProbeResponse, { employee }: ProbeTarget): boolean =>
  answer.status === 200 && answer.body.includes(employee.cvl)
/** A list that was asked for one record and knows none has rows that say nothing of it. */
export const hasRows = (answer: ProbeResponse): boolean =>
  answer.status === 200 && ((answer.json().rows as unknown[] | undefined)?.length ?? 0) > 0

export const clientSearchRequests = [
  ({ client }: ProbeTarget): ProbeRequest => ({ query: { cvl: client.cvl } }),
  ({ client }: ProbeTarget): ProbeRequest => ({ query: { search: client.name } }),
  ({ employee, client }: ProbeTarget): ProbeRequest => ({ query: { manager: employee.id, cvl: client.cvl } }),
  ({ employee, client }: ProbeTarget): ProbeRequest => ({
    query: { view: 'of', person: employee.id, cvl: client.cvl },
  }),
]
export const clientExportRequests = clientSearchRequests.map((ask) => (target: ProbeTarget) => ({
  query: { ...ask(target).query, format: 'csv' },
}))
export const requestByAccount = ({ client, accountId }: ProbeTarget): ProbeRequest => ({
  params: { clientId: client.id, accountId },
})

export const statementDays = { from: '2020-01-01', to: '2026-06-15' }

export const noticeRequests = [
  ({ client }: ProbeTarget): ProbeRequest => ({ query: { search: client.name } }),
  ({ client }: ProbeTarget): ProbeRequest => ({ query: { client: client.id } }),
]

export const requestsByName = [
  ({ client }: ProbeTarget): ProbeRequest => ({ query: { search: client.name } }),
  ({ accountId }: ProbeTarget): ProbeRequest => ({ query: { account: accountId } }),
]
export const requestByJournal = ({ client, accountId, journalId }: ProbeTarget): ProbeRequest => ({
  params: { clientId: client.id, accountId, journalId },
})
export const requestByPayment = ({ paymentId }: ProbeTarget): ProbeRequest => ({ params: { paymentId } })

export const requestByQuote = ({ quoteId }: ProbeTarget): ProbeRequest => ({ params: { quoteId } })
export const isCancellationOver = (answer: ProbeResponse): boolean => answer.json().code === 'cancellation.over'

export const requestByEmployee = ({ employee }: ProbeTarget): ProbeRequest => ({ params: { employeeId: employee.id } })
/** One grey pixel. */
export const pixelPngBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
export const pixelPicture = new Blob([Buffer.from(pixelPngBase64, 'base64')], { type: 'image/png' })

export const mentionsEmployeeId = (answer: ProbeResponse, { employee }: ProbeTarget): boolean =>
  answer.status === 200 && new RegExp(`\\b${employee.cvl}\\b`).test(answer.body)
/** A rule that refuses what was sent has seen the record. */
export const isRecordFound = ({ status }: ProbeResponse): boolean => [200, 400, 409].includes(status)
export const staffSearchRequests = [
  ({ employee }: ProbeTarget): ProbeRequest => ({ query: { search: employee.cvl } }),
  ({ employee }: ProbeTarget): ProbeRequest => ({
    query: { search: employee.cvl, sort: 'supervisorName', direction: 'desc' },
  }),
]
/** To whoever has the client already: nothing moves, and whether it was seen shows. */
export const buildHandoverToSelf = ({ client, employee }: ProbeTarget) => ({
  choice: { by: 'clients', clientIds: [client.id] },
  role: 'manager',
  toId: employee.id,
  effectiveOn: '2026-06-15',
})

export const requestByClient = ({ client }: ProbeTarget): ProbeRequest => ({ params: { clientId: client.id } })
/** Seen as it never was: whether the client was seen shows in what is refused. */
export const bankAccountChangeSample = { version: 99, reason: 'Una prueba' }
export const isVersionConflict = (answer: ProbeResponse): boolean => answer.json().code === 'conflict.changed'
export const requestByBankAccount = ({ client }: ProbeTarget): ProbeRequest => ({
  params: { clientId: client.id, bankAccountId: '1' },
  body: bankAccountChangeSample,
})
/** Of a product that there isn't: whether the client was seen shows in what is refused. */
export const buildOpeningTerms = ({ client }: ProbeTarget) => ({
  productId: '999999',
  amount: '1.00',
  termMonths: null,
  bonusRate: '0',
  instruction: null,
  holders: [{ clientId: client.id, share: '100' }],
})
export const hasNoOfferedProduct = (answer: ProbeResponse): boolean =>
  (answer.json().fields as Record<string, string> | undefined)?.productId === 'notOnSale'
export const isOpeningOver = (answer: ProbeResponse): boolean => answer.json().code === 'opening.over'
