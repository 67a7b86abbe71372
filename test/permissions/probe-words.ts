import type { Target } from './world.ts'

export type Sent = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; content?: Blob }
export type Told = { status: number; body: string; json: () => Record<string, unknown> }

/** How an endpoint is asked for a record, and how one knows that it was given. */
export type Probe = {
  /** Ways to ask for the record: by its id, by searching for it, by filters that name its owner. */
  ask: readonly ((target: Target) => Sent)[]
  /** Whether the answer shows the record, or let it be changed. */
  shows: (told: Told, target: Target) => boolean
}

export const named = (told: Told, { client }: Target): boolean => told.status === 200 && told.body.includes(client.cvl)
export const answered = (told: Told): boolean => told.status === 200
export const counted = (told: Told): boolean => told.status === 200 && told.json().total === 1
export const carded = (told: Told, { employee }: Target): boolean =>
  told.status === 200 && told.body.includes(employee.cvl)
/** A list that was asked for one record and knows none has rows that say nothing of it. */
export const rows = (told: Told): boolean =>
  told.status === 200 && ((told.json().rows as unknown[] | undefined)?.length ?? 0) > 0

export const searches = [
  ({ client }: Target): Sent => ({ query: { cvl: client.cvl } }),
  ({ client }: Target): Sent => ({ query: { search: client.name } }),
  ({ employee, client }: Target): Sent => ({ query: { manager: employee.id, cvl: client.cvl } }),
  ({ employee, client }: Target): Sent => ({ query: { view: 'of', person: employee.id, cvl: client.cvl } }),
]
export const withFormat = searches.map((ask) => (target: Target) => ({
  query: { ...ask(target).query, format: 'csv' },
}))
export const byAccount = ({ client, accountId }: Target): Sent => ({ params: { clientId: client.id, accountId } })

export const statementDays = { from: '2020-01-01', to: '2026-06-15' }

export const noticesOf = [
  ({ client }: Target): Sent => ({ query: { search: client.name } }),
  ({ client }: Target): Sent => ({ query: { client: client.id } }),
]

export const byName = [
  ({ client }: Target): Sent => ({ query: { search: client.name } }),
  ({ accountId }: Target): Sent => ({ query: { account: accountId } }),
]
export const byJournal = ({ client, accountId, journalId }: Target): Sent => ({
  params: { clientId: client.id, accountId, journalId },
})
export const byPayment = ({ paymentId }: Target): Sent => ({ params: { paymentId } })

export const byQuote = ({ quoteId }: Target): Sent => ({ params: { quoteId } })
export const isOver = (told: Told): boolean => told.json().code === 'cancellation.over'

export const byEmployee = ({ employee }: Target): Sent => ({ params: { employeeId: employee.id } })
/** One grey pixel. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
export const picture = new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' })

export const namedPerson = (told: Told, { employee }: Target): boolean =>
  told.status === 200 && new RegExp(`\\b${employee.cvl}\\b`).test(told.body)
/** A rule that refuses what was sent has seen the record. */
export const found = ({ status }: Told): boolean => [200, 400, 409].includes(status)
export const staffSearches = [
  ({ employee }: Target): Sent => ({ query: { search: employee.cvl } }),
  ({ employee }: Target): Sent => ({ query: { search: employee.cvl, sort: 'supervisorName', direction: 'desc' } }),
]
/** To whoever has the client already: nothing moves, and whether it was seen shows. */
export const toTheirOwn = ({ client, employee }: Target) => ({
  choice: { by: 'clients', clientIds: [client.id] },
  role: 'manager',
  toId: employee.id,
  effectiveOn: '2026-06-15',
})

export const byClient = ({ client }: Target): Sent => ({ params: { clientId: client.id } })
/** Seen as it never was: whether the client was seen shows in what is refused. */
export const aBankChange = { version: 99, reason: 'Una prueba' }
export const isOtherVersion = (told: Told): boolean => told.json().code === 'conflict.changed'
export const toOneBankAccount = ({ client }: Target): Sent => ({
  params: { clientId: client.id, bankAccountId: '1' },
  body: aBankChange,
})
/** Of a product that there isn't: whether the client was seen shows in what is refused. */
export const wantedFor = ({ client }: Target) => ({
  ...{ productId: '999999', amount: '1.00', termMonths: null, bonusRate: '0', instruction: null },
  holders: [{ clientId: client.id, share: '100' }],
})
export const offersNothing = (told: Told): boolean =>
  (told.json().fields as Record<string, string> | undefined)?.productId === 'notOnSale'
export const isOpen = (told: Told): boolean => told.json().code === 'opening.over'
