import type { Target } from './world.ts'

type Sent = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; content?: Blob }
type Told = { status: number; body: string; json: () => Record<string, unknown> }

/** How an endpoint is asked for a record, and how one knows that it was given. */
export type Probe = {
  /** Ways to ask for the record: by its id, by searching for it, by filters that name its owner. */
  ask: readonly ((target: Target) => Sent)[]
  /** Whether the answer shows the record, or let it be changed. */
  shows: (told: Told, target: Target) => boolean
}

const named = (told: Told, { client }: Target): boolean => told.status === 200 && told.body.includes(client.cvl)
const answered = (told: Told): boolean => told.status === 200
const counted = (told: Told): boolean => told.status === 200 && told.json().total === 1
const carded = (told: Told, { employee }: Target): boolean => told.status === 200 && told.body.includes(employee.cvl)
/** A list that was asked for one record and knows none has rows that say nothing of it. */
const rows = (told: Told): boolean =>
  told.status === 200 && ((told.json().rows as unknown[] | undefined)?.length ?? 0) > 0

const searches = [
  ({ client }: Target): Sent => ({ query: { cvl: client.cvl } }),
  ({ client }: Target): Sent => ({ query: { search: client.name } }),
  ({ employee, client }: Target): Sent => ({ query: { manager: employee.id, cvl: client.cvl } }),
  ({ employee, client }: Target): Sent => ({ query: { view: 'of', person: employee.id, cvl: client.cvl } }),
]
const withFormat = searches.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } }))
const byAccount = ({ client, accountId }: Target): Sent => ({ params: { clientId: client.id, accountId } })

const statementDays = { from: '2020-01-01', to: '2026-06-15' }

const noticesOf = [
  ({ client }: Target): Sent => ({ query: { search: client.name } }),
  ({ client }: Target): Sent => ({ query: { client: client.id } }),
]

const byName = [
  ({ client }: Target): Sent => ({ query: { search: client.name } }),
  ({ accountId }: Target): Sent => ({ query: { account: accountId } }),
]
const byJournal = ({ client, accountId, journalId }: Target): Sent => ({
  params: { clientId: client.id, accountId, journalId },
})
const byPayment = ({ paymentId }: Target): Sent => ({ params: { paymentId } })

const byQuote = ({ quoteId }: Target): Sent => ({ params: { quoteId } })
const isOver = (told: Told): boolean => told.json().code === 'cancellation.over'

const byEmployee = ({ employee }: Target): Sent => ({ params: { employeeId: employee.id } })
/** One grey pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
const picture = new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' })

const namedPerson = (told: Told, { employee }: Target): boolean =>
  told.status === 200 && new RegExp(`\\b${employee.cvl}\\b`).test(told.body)
/** A rule that refuses what was sent has seen the record. */
const found = ({ status }: Told): boolean => [200, 400, 409].includes(status)
const staffSearches = [
  ({ employee }: Target): Sent => ({ query: { search: employee.cvl } }),
  ({ employee }: Target): Sent => ({ query: { search: employee.cvl, sort: 'supervisorName', direction: 'desc' } }),
]
/** To whoever has the client already: nothing moves, and whether it was seen shows. */
const toTheirOwn = ({ client, employee }: Target) => ({
  choice: { by: 'clients', clientIds: [client.id] },
  role: 'manager',
  toId: employee.id,
  effectiveOn: '2026-06-15',
})

const byClient = ({ client }: Target): Sent => ({ params: { clientId: client.id } })
/** Seen as it never was: whether the client was seen shows in what is refused. */
const aBankChange = { version: 99, reason: 'Una prueba' }
const isOtherVersion = (told: Told): boolean => told.json().code === 'conflict.changed'
const toOneBankAccount = ({ client }: Target): Sent => ({
  params: { clientId: client.id, bankAccountId: '1' },
  body: aBankChange,
})
/** Of a product that there isn't: whether the client was seen shows in what is refused. */
const wantedFor = ({ client }: Target) => ({
  ...{ productId: '999999', amount: '1.00', termMonths: null, bonusRate: '0', instruction: null },
  holders: [{ clientId: client.id, share: '100' }],
})
const offersNothing = (told: Told): boolean =>
  (told.json().fields as Record<string, string> | undefined)?.productId === 'notOnSale'
const isOpen = (told: Told): boolean => told.json().code === 'opening.over'

/** Every endpoint that can be asked for somebody's record. What a scope doesn't hold is never shown, however it is asked for. */
export const probes: Record<string, Probe> = {
  'GET /clients': { ask: searches, shows: named },
  'GET /clients/count': { ask: searches, shows: counted },
  'GET /clients/search': {
    ask: [({ client }) => ({ query: { q: client.name } }), ({ client }) => ({ query: { q: client.cvl } })],
    shows: named,
  },
  'GET /clients/filter-options': {
    ask: [() => ({})],
    shows: (told, { employee }) => told.status === 200 && told.body.includes(`"${employee.cvl}"`),
  },
  'GET /clients/:clientId': { ask: [({ client }) => ({ params: { clientId: client.id } })], shows: named },
  'GET /clients/:clientId/accounts/:accountId': { ask: [byAccount], shows: answered },
  'GET /clients/:clientId/bank-accounts': { ask: [byClient], shows: answered },
  'POST /clients/:clientId/bank-accounts': {
    ask: [
      (target) => ({
        ...byClient(target),
        body: { ...aBankChange, number: 'no', holder: 'Nadie', makeDefault: false },
      }),
    ],
    shows: isOtherVersion,
  },
  'POST /clients/:clientId/bank-accounts/:bankAccountId/default': { ask: [toOneBankAccount], shows: isOtherVersion },
  'POST /clients/:clientId/bank-accounts/:bankAccountId/end': { ask: [toOneBankAccount], shows: isOtherVersion },
  'GET /clients/:clientId/accounts/:accountId/signature': { ask: [byAccount], shows: answered },
  'POST /clients/:clientId/accounts/:accountId/signature': {
    ask: [(target) => ({ ...byAccount(target), body: { signature: 'all', signedBy: [1], reason: 'Una prueba' } })],
    shows: (told) => told.json().code === 'account.oneHolder',
  },
  'GET /clients/:clientId/accounts/:accountId/cancellation-estimate': { ask: [byAccount], shows: answered },
  'GET /clients/:clientId/accounts/:accountId/interest': { ask: [byAccount], shows: answered },
  'GET /clients/:clientId/accounts/:accountId/movements': { ask: [byAccount], shows: rows },
  'GET /clients/:clientId/accounts/:accountId/movements/count': { ask: [byAccount], shows: counted },
  'GET /clients/export': { ask: withFormat, shows: named },
  'GET /clients/:clientId/accounts/:accountId/movements/export': {
    ask: [(target) => ({ ...byAccount(target), query: { format: 'csv' } })],
    shows: answered,
  },
  'GET /clients/:clientId/accounts/:accountId/statement/pdf': { ask: [byAccount], shows: answered },
  'GET /statements': {
    ask: [({ employee }) => ({ query: { ...statementDays, manager: employee.id } })],
    shows: answered,
  },
  'GET /statements/count': {
    ask: [({ employee }) => ({ query: { ...statementDays, manager: employee.id } })],
    shows: (told) => told.json().documents === 1,
  },
  'GET /notices': { ask: noticesOf, shows: named },
  'GET /notices/count': { ask: noticesOf, shows: counted },
  'GET /notices/export': {
    ask: noticesOf.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
    shows: named,
  },
  'POST /notices/:noticeId/resend': {
    ask: [({ noticeId }) => ({ params: { noticeId } })],
    shows: (told) => told.json().code === 'notice.notFailed',
  },
  'GET /notices/examples/:topic': {
    ask: [({ client }) => ({ params: { topic: 'contribution' }, query: { client: client.id } })],
    shows: named,
  },
  'POST /staff/:employeeId/picture': {
    ask: [(target) => ({ ...byEmployee(target), content: picture })],
    shows: answered,
  },
  'DELETE /staff/:employeeId/picture': { ask: [byEmployee], shows: answered },
  'GET /team': { ask: [({ employee }) => ({ query: { of: employee.id } })], shows: carded },
  'GET /team/people': { ask: [() => ({})], shows: carded },
  'GET /team/export': {
    ask: [({ employee }) => ({ query: { of: employee.id, format: 'csv' } })],
    shows: carded,
  },
  'GET /team/:employeeId/captation': { ask: [byEmployee], shows: answered },
  'GET /team/:employeeId/captation/count': { ask: [byEmployee], shows: answered },
  'GET /team/:employeeId/captation/export': {
    ask: [(target) => ({ ...byEmployee(target), query: { format: 'csv' } })],
    shows: answered,
  },
  'GET /staff': { ask: staffSearches, shows: namedPerson },
  'GET /staff/count': { ask: [({ employee }) => ({ query: { search: employee.cvl } })], shows: counted },
  'GET /staff/export': {
    ask: staffSearches.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
    shows: namedPerson,
  },
  'GET /staff/options': { ask: [() => ({})], shows: namedPerson },
  'GET /staff/:employeeId': { ask: [byEmployee], shows: namedPerson },
  'PATCH /staff/:employeeId': { ask: [(target) => ({ ...byEmployee(target), body: { version: 1 } })], shows: answered },
  'POST /staff/:employeeId/secrets': { ask: [byEmployee], shows: answered },
  'POST /staff/:employeeId/moves': {
    ask: [
      (target) => ({
        ...byEmployee(target),
        body: { fromId: null, supervisorId: null, effectiveOn: '2000-01-01', reason: null },
      }),
    ],
    shows: found,
  },
  'POST /staff/:employeeId/termination': {
    ask: [(target) => ({ ...byEmployee(target), body: { version: 1, lastDay: '2000-01-01', reason: 'a test' } })],
    shows: found,
  },
  'DELETE /staff/:employeeId/termination': { ask: [byEmployee], shows: found },
  'GET /session/views': {
    ask: [({ employee }) => ({ query: { search: employee.cvl } })],
    shows: (told, { employee }) => told.status === 200 && told.body.includes(employee.cvl),
  },
  'GET /permissions/without-access': {
    ask: [() => ({})],
    shows: (told, { employee }) => told.status === 200 && told.body.includes(`"${employee.cvl}"`),
  },
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
  'GET /clients/:clientId/withholding': { ask: [byClient], shows: answered },
  'GET /clients/:clientId/withholding/pdf': { ask: [byClient], shows: answered },
  'GET /clients/:clientId/openings/options': { ask: [byClient], shows: answered },
  'POST /clients/:clientId/openings/quote': {
    ask: [(target) => ({ ...byClient(target), body: wantedFor(target) })],
    shows: offersNothing,
  },
  'POST /clients/:clientId/openings': {
    ask: [(target) => ({ ...byClient(target), body: { wanted: wantedFor(target), rate: '1.0', submit: true } })],
    shows: offersNothing,
  },
  'PUT /clients/:clientId/openings/:accountId': {
    ask: [
      (target) => ({
        ...byAccount(target),
        body: { wanted: wantedFor(target), rate: '1.0', submit: true, version: 1 },
      }),
    ],
    shows: (told) => told.json().code === 'opening.notDraft',
  },
  'POST /clients/:clientId/openings/:accountId/cancel': {
    ask: [(target) => ({ ...byAccount(target), body: { reason: 'Prueba' } })],
    shows: isOpen,
  },
  'POST /clients/:clientId/openings/:accountId/open': {
    ask: [(target) => ({ ...byAccount(target), body: { version: 1 } })],
    shows: isOpen,
  },
  'POST /clients/:clientId/accounts/:accountId/contributions': {
    ask: [
      (target) => ({
        ...byAccount(target),
        body: { amount: '1.00', valueDate: '2026-06-15', reference: 'Transferencia' },
      }),
    ],
    shows: (told) => told.json().code === 'client.documents',
  },
  'POST /clients/:clientId/accounts/:accountId/contributions/:journalId/confirm': {
    ask: [(target) => ({ ...byJournal(target), body: { reason: 'Una prueba' } })],
    // Of what an import has brought nothing is left to confirm.
    shows: (told) => told.json().code === 'contribution.confirmed',
  },
  'GET /clients/:clientId/accounts/:accountId/journals/:journalId': { ask: [byJournal], shows: answered },
  'POST /clients/:clientId/accounts/:accountId/journals/:journalId/reversal': {
    ask: [(target) => ({ ...byJournal(target), body: { reason: 'Una prueba' } })],
    // Asked for once, it waits.
    shows: (told) => told.status === 200 || told.json().code === 'ledger.reversalWaits',
  },
  'GET /contributions': { ask: byName, shows: named },
  'GET /contributions/count': { ask: byName, shows: counted },
  'GET /contributions/export': {
    ask: byName.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
    shows: named,
  },
  'GET /payments': { ask: byName, shows: named },
  'GET /payments/count': { ask: byName, shows: counted },
  'GET /payments/export': {
    ask: byName.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
    shows: named,
  },
  'GET /payments/:paymentId': { ask: [byPayment], shows: answered },
  'POST /payments/:paymentId/cancel': {
    ask: [(target) => ({ ...byPayment(target), body: { reason: 'Una prueba' } })],
    shows: (told) => told.json().code === 'payment.tooLate',
  },
  'POST /payments/:paymentId/paid': { ask: [byPayment], shows: answered },
  'POST /payments/:paymentId/return': {
    ask: [(target) => ({ ...byPayment(target), body: { code: 'AC04', note: 'Una prueba' } })],
    shows: (told) => answered(told) || told.json().code === 'payment.asked',
  },
  'POST /payments/:paymentId/reorder': {
    ask: [(target) => ({ ...byPayment(target), body: { reason: 'Una prueba' } })],
    shows: (told) => told.json().code === 'payment.notReturned',
  },
  'POST /payments/:paymentId/clearance': {
    ask: [(target) => ({ ...byPayment(target), body: { reason: 'Una prueba' } })],
    shows: (told) => told.json().code === 'payment.notWaiting',
  },
  'POST /clients/:clientId/accounts/:accountId/withdrawals/quote': {
    ask: [(target) => ({ ...byAccount(target), body: { amount: '999999999999.00' } })],
    shows: (told) => told.json().code === 'withdrawal.overAvailable',
  },
  'POST /clients/:clientId/accounts/:accountId/withdrawals': {
    ask: [
      (target) => ({
        ...byAccount(target),
        body: { amount: '1.00', bankAccountId: '999999999999999', reason: 'Una prueba' },
      }),
    ],
    shows: (told) => 'bankAccountId' in ((told.json().fields as object | undefined) ?? {}),
  },
  'GET /cancellations': { ask: byName, shows: named },
  'GET /cancellations/count': { ask: byName, shows: counted },
  'GET /cancellations/export': {
    ask: byName.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
    shows: named,
  },
  'GET /cancellations/options': {
    ask: [() => ({})],
    shows: (told, { employee }) =>
      told.status === 200 && (told.json().managers as { id: string }[]).some(({ id }) => id === employee.id),
  },
  'GET /cancellations/retention': {
    ask: byName,
    shows: (told) => told.status === 200 && told.json().decided === '100.00',
  },
  'GET /cancellations/:quoteId': { ask: [byQuote], shows: answered },
  'GET /cancellations/:quoteId/pdf': { ask: [byQuote], shows: answered },
  'POST /cancellations/:quoteId/execution': { ask: [byQuote], shows: isOver },
  'POST /cancellations/:quoteId/retention': {
    ask: [(target) => ({ ...byQuote(target), body: { offer: 'call', note: 'Una prueba', kept: false } })],
    shows: isOver,
  },
  'POST /clients/:clientId/accounts/:accountId/cancellations': {
    ask: [(target) => ({ ...byAccount(target), body: { reasonId: '999999999999999', note: null } })],
    shows: (told) => 'reasonId' in ((told.json().fields as object | undefined) ?? {}),
  },
  'POST /session/view': { ask: [({ employee }) => ({ body: { cvl: employee.cvl } })], shows: answered },
}
