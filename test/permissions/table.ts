import { type Role, roles, type Scope } from '#contract/permissions.ts'

/** What a role gets of an endpoint: nothing (403), on whose records it works, or `*`: all that there is, whoever asks. */
export type Cell = Scope | '-' | '*'

const everybody = '* * * * * * * * * *'
const staffAndUser = everybody
/** Endpoints that any signed-in person may call: they speak of the caller, and of nobody else. */
const mine = staffAndUser

const clients = 'all all team own own own own all - -'
const clientExports = 'all all team own - - own - - -'
const adminOnly = '* - - - - - - - - -'
const auditors = '* * - - - - - - - -'
const staffEditors = 'all - - - - - - - all -'
/** Everybody but who has a personal area and no more. */
const atWork = '* * * * * * * * * -'
const ofAll = 'all - - - - - - - - -'
const teams = 'all all team team - - team - - -'
const staffReaders = 'all all - - - - - - all -'
/** Who they are put under is chosen inside the caller's scope: no record is asked for. */
const staffMakers = '* - - - - - - - * -'
const changers = 'all all team - - - - - - -'

const openers = 'all - team own - own own - - -'
/** What the firm offers is the same for everybody. */
const catalogue = '* * * * * * * * - -'
const withClients = '* * * * * * * - - -'
const leavers = 'all all team own own own own - - -'
const maturityDesk = '* * * * * * * - - -'
const maturityEditors = '* - * * - * * - - -'
const handoverMakers = 'all - team own - - own - - -'

/**
 * Who may call what, and on whose records, written out by hand: admin, direction, supervisor, manager, partner, advisor, banker,
 * investments, hr, user. Not derived from anything: a permission that changes by mistake differs from what stands here.
 */
const rows: Record<string, string> = {
  'POST /ApiRest/api/auth/login': everybody,
  'POST /api/auth/google-login': everybody,
  'GET /ApiRest/api/auth/check-email': everybody,
  'POST /ApiRest/api/auth/password-change': everybody,
  'POST /password-resets': everybody,
  'GET /google': everybody,
  'GET /demo': everybody,
  'GET /status': everybody,

  'POST /ApiRest/api/audit': mine,
  'GET /session': mine,
  'POST /session/sign-out': mine,
  'POST /session/lock': mine,
  'POST /session/unlock': mine,
  'POST /session/heartbeat': mine,
  'POST /session/prefix': mine,
  'DELETE /session/view': mine,
  'GET /session/second-factor': mine,
  'POST /session/second-factor': mine,
  'POST /session/second-factor/passkey/options': mine,
  'GET /me/sessions': mine,
  'DELETE /me/sessions/:sessionId': mine,
  'PATCH /me/preferences': mine,
  'GET /me/drafts/:form': mine,
  'PUT /me/drafts/:form': mine,
  'DELETE /me/drafts/:form': mine,
  'POST /me/password': mine,
  'GET /me/notifications': mine,
  'POST /me/notifications/read': mine,
  'GET /me/live': mine,
  'GET /me/second-factor': mine,
  'POST /me/second-factor/totp': mine,
  'POST /me/second-factor/totp/confirm': mine,
  'POST /me/second-factor/totp/remove': mine,
  'POST /me/second-factor/passkeys/options': mine,
  'POST /me/second-factor/passkeys': mine,
  'POST /me/second-factor/passkeys/:passkeyId/remove': mine,
  'POST /me/second-factor/recovery-codes': mine,

  // Whose pictures one sees follows from two modules; its own test asks.
  'GET /staff/:employeeId/picture': mine,
  'POST /staff/:employeeId/picture': staffEditors,
  'DELETE /staff/:employeeId/picture': staffEditors,
  'GET /me/employee': mine,
  'PATCH /me/employee': mine,
  'POST /me/employee/secrets': mine,
  'POST /me/picture': mine,
  'DELETE /me/picture': mine,

  'GET /session/views': changers,
  'POST /session/view': changers,

  'GET /clients': clients,
  'GET /clients/count': clients,
  'GET /clients/search': clients,
  'GET /clients/filter-options': clients,
  'GET /clients/:clientId': clients,
  'GET /clients/:clientId/accounts/:accountId': clients,
  'GET /clients/:clientId/accounts/:accountId/interest': clients,
  'GET /clients/:clientId/accounts/:accountId/movements': clients,
  'GET /clients/:clientId/accounts/:accountId/movements/count': clients,
  'GET /clients/export': clientExports,
  'GET /clients/:clientId/accounts/:accountId/movements/export': clientExports,

  'GET /staff': staffReaders,
  'GET /staff/count': staffReaders,
  'GET /staff/export': staffReaders,
  'GET /staff/options': staffReaders,
  'GET /staff/:employeeId': staffReaders,
  'POST /staff': staffMakers,
  'PATCH /staff/:employeeId': staffEditors,
  'POST /staff/:employeeId/secrets': staffEditors,
  'POST /staff/:employeeId/moves': staffEditors,
  'DELETE /staff/:employeeId/moves/:moveId': staffMakers,
  'POST /staff/:employeeId/termination': staffEditors,
  'DELETE /staff/:employeeId/termination': staffEditors,

  'GET /audit': auditors,
  'GET /audit/count': auditors,
  'GET /audit/filter-options': auditors,
  'GET /audit/chain': auditors,
  'GET /audit/events/:eventId': auditors,
  'GET /audit/records/:entity/:recordId': auditors,
  'GET /audit/export': adminOnly,
  'GET /audit/accesses': auditors,
  'GET /audit/accesses/count': auditors,
  'GET /audit/accesses/export': adminOnly,

  'GET /approvals': atWork,
  'GET /approvals/count': atWork,
  'GET /approvals/waiting-count': atWork,
  'GET /approvals/export': adminOnly,
  'GET /approvals/:approvalId': atWork,
  'POST /approvals/:approvalId/approve': atWork,
  'POST /approvals/:approvalId/reject': atWork,
  'POST /approvals/:approvalId/withdraw': atWork,
  'GET /approvals/substitutions': atWork,
  'GET /approvals/substitutions/choices': atWork,
  'POST /approvals/substitutions': atWork,
  'POST /approvals/substitutions/:substitutionId/end': atWork,

  'GET /me/relatives': mine,
  'POST /me/relatives': mine,
  'POST /me/relatives/:relativeId/end': mine,
  'GET /permissions/matrix': auditors,
  'PUT /permissions/matrix': adminOnly,
  'GET /permissions/matrix/export': adminOnly,
  'GET /permissions/people': auditors,
  'GET /permissions/people/count': auditors,
  'GET /permissions/people/export': adminOnly,
  'GET /permissions/people/:userId': auditors,
  'GET /permissions/people/:userId/why': auditors,
  'PUT /permissions/people/:userId/role': adminOnly,
  'POST /permissions/people/:userId/rules': adminOnly,
  'POST /permissions/people/:userId/rules/:ruleId/end': adminOnly,
  'POST /permissions/people/:userId/end': adminOnly,
  'POST /permissions/people/:userId/restore': adminOnly,
  'POST /permissions/people/:userId/invitation': adminOnly,
  'GET /permissions/without-access': ofAll,
  'POST /permissions/access': adminOnly,
  'GET /team': teams,
  'GET /team/people': teams,
  'GET /team/export': teams,
  'GET /team/:employeeId/captation': teams,
  'GET /team/:employeeId/captation/count': teams,
  'GET /team/:employeeId/captation/export': teams,

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

  'POST /clients/:clientId/accounts/:accountId/contributions': 'all - team own - - own - - -',
  'GET /clients/:clientId/openings/options': openers,
  'POST /clients/:clientId/openings/quote': openers,
  'POST /clients/:clientId/openings': openers,
  'PUT /clients/:clientId/openings/:accountId': openers,
  // An account on its way, which its own test makes.
  'GET /clients/:clientId/openings/:accountId': withClients,
  'POST /clients/:clientId/openings/:accountId/cancel': openers,
  'POST /clients/:clientId/openings/:accountId/open': openers,

  'GET /products': catalogue,
  'GET /products/count': catalogue,
  'GET /products/export': auditors,
  'GET /products/:productId': catalogue,
  'PUT /products/:productId': adminOnly,
  'PUT /products/:productId/tariff': adminOnly,

  'GET /clients/:clientId/accounts/:accountId/journals/:journalId': 'all all - - - - - - - -',
  'POST /clients/:clientId/accounts/:accountId/journals/:journalId/reversal': 'all - - - - - - - - -',
  'GET /product-studies/products': catalogue,
  'POST /product-studies/projection': catalogue,
  'POST /product-studies/export': '* * * * - * * * - -',

  'GET /contributions': 'all all team own - - own - - -',
  'GET /contributions/count': 'all all team own - - own - - -',
  'GET /contributions/export': 'all all team own - - own - - -',

  'POST /bank/statements': adminOnly,
  'GET /bank/statements': auditors,
  'GET /bank/statements/count': auditors,
  'GET /bank/statements/export': auditors,
  'GET /bank/statements/:statementId': auditors,
  'GET /bank/statements/:statementId/reconciliation': auditors,
  'GET /bank/statements/:statementId/entries': auditors,
  'GET /bank/statements/:statementId/entries/count': auditors,
  'GET /bank/statements/:statementId/entries/export': auditors,
  'GET /bank/entries/:entryId': auditors,
  'GET /bank/receipts': auditors,
  'GET /bank/receipts/count': auditors,
  'GET /bank/receipts/export': auditors,
  'GET /bank/receipts/targets': adminOnly,
  'POST /bank/receipts/:entryId/assign': adminOnly,
  'POST /bank/receipts/:entryId/return': adminOnly,
  'POST /bank/receipts/:entryId/keep': adminOnly,
  'POST /bank/receipts/:entryId/returned': adminOnly,
  'GET /bank/receipts/:entryId/ways-back': adminOnly,

  'GET /payments': 'all all team own own own own - - -',
  'GET /payments/count': 'all all team own own own own - - -',
  'GET /payments/export': 'all all team own - - own - - -',
  'GET /payments/:paymentId': 'all all team own own own own - - -',
  'POST /payments/:paymentId/cancel': 'all - team own - own own - - -',
  'POST /clients/:clientId/accounts/:accountId/withdrawals': 'all - team own - own own - - -',

  'GET /payment-batches': auditors,
  'GET /payment-batches/count': auditors,
  'GET /payment-batches/export': auditors,
  'GET /payment-batches/waiting-orders': auditors,
  'GET /payment-batches/waiting-orders/count': auditors,
  'GET /payment-batches/waiting-orders/export': auditors,
  'POST /payment-batches': adminOnly,
  'GET /payment-batches/:batchId': auditors,
  'GET /payment-batches/:batchId/orders': auditors,
  'GET /payment-batches/:batchId/orders/count': auditors,
  'GET /payment-batches/:batchId/orders/export': auditors,
  'POST /payment-batches/:batchId/orders/:paymentId/take-out': adminOnly,
  'POST /payment-batches/:batchId/submit': adminOnly,
  'POST /payment-batches/:batchId/give-up': adminOnly,
  'POST /payment-batches/:batchId/send': adminOnly,
  'GET /payment-batches/:batchId/file': auditors,
  'POST /payment-batches/:batchId/paid': adminOnly,
  'POST /payments/:paymentId/paid': ofAll,
  'POST /payments/:paymentId/return': ofAll,
  'POST /payments/:paymentId/reorder': 'all - team own - own own - - -',
  'POST /payments/:paymentId/clearance': 'all - team own - own own - - -',

  'GET /maturities': maturityDesk,
  'GET /maturities/count': maturityDesk,
  'GET /maturities/export': '* * * * - - * - - -',
  'GET /maturities/desk': maturityDesk,
  'POST /maturities/instructions': maturityEditors,
  'POST /maturities/:accountId/calls': maturityEditors,
  'POST /maturities/:accountId/release': maturityEditors,
  'GET /accounting/ledgers': auditors,
  'GET /accounting/journals': auditors,
  'GET /accounting/journals/count': auditors,
  'GET /accounting/journals/export': auditors,
  'GET /accounting/journals/:journalId': auditors,
  'GET /accounting/months': auditors,
  'POST /accounting/months/:month/close': adminOnly,
  'POST /accounting/months/:month/reopen': adminOnly,
  'GET /accounting/verifications': auditors,
  'GET /accounting/withholding': auditors,
  'GET /accounting/withholding/count': auditors,
  'GET /accounting/withholding/export': auditors,
  'GET /accounting/withholding/:clientId': auditors,
  'GET /accounting/withholding-check': auditors,
  'GET /clients/:clientId/withholding': clients,
  'POST /accounting/verifications': auditors,
  'GET /openings': maturityDesk,
  'GET /openings/count': maturityDesk,
  'GET /openings/export': '* * * * - - * - - -',
  'GET /openings/filter-options': maturityDesk,
  'GET /cancellations': leavers,
  'GET /cancellations/count': leavers,
  'GET /cancellations/export': clientExports,
  'GET /cancellations/options': leavers,
  'GET /cancellations/retention': leavers,
  'GET /cancellations/:quoteId': leavers,
  'GET /cancellations/:quoteId/pdf': clientExports,
  'POST /clients/:clientId/accounts/:accountId/cancellations': openers,
  'POST /cancellations/:quoteId/execution': openers,
  'POST /cancellations/:quoteId/retention': openers,
  'GET /accounting/runs': auditors,
  'GET /accounting/runs/count': auditors,
  'GET /accounting/runs/export': auditors,
  'GET /accounting/runs/:runId': auditors,
  'GET /settings': adminOnly,
  'PATCH /settings': adminOnly,
  'GET /settings/payments': adminOnly,
  'PUT /settings/payments/account': adminOnly,
  'PUT /settings/payments/withdrawal-limits': adminOnly,
  'PUT /settings/payments/bonus-limits': adminOnly,
  'DELETE /settings/payments/limits/:kind/:role/:validFrom': adminOnly,
  'GET /settings/checks': adminOnly,
  'PUT /settings/checks/:task': adminOnly,
  'PUT /settings/currency-rates': adminOnly,
  'DELETE /settings/currency-rates/:currency/:validFrom': adminOnly,
  'GET /settings/withholding': adminOnly,
  'PUT /settings/withholding/payer': adminOnly,
  'PUT /settings/withholding/rates': adminOnly,
  'DELETE /settings/withholding/rates/:payer/:payee/:region/:validFrom': adminOnly,
  'GET /reference': adminOnly,
  'POST /reference/zones': adminOnly,
  'PATCH /reference/zones/:id': adminOnly,
  'DELETE /reference/zones/:id': adminOnly,
  'POST /reference/offices': adminOnly,
  'PATCH /reference/offices/:id': adminOnly,
  'DELETE /reference/offices/:id': adminOnly,
  'POST /reference/subcompanies': adminOnly,
  'PATCH /reference/subcompanies/:id': adminOnly,
  'DELETE /reference/subcompanies/:id': adminOnly,
  'POST /reference/cancellation-reasons': adminOnly,
  'PATCH /reference/cancellation-reasons/:id': adminOnly,
  'DELETE /reference/cancellation-reasons/:id': adminOnly,
}

const cellsOf = (row: string): Record<Role, Cell> => {
  const cells = row.split(' ')
  if (cells.length !== roles.length) throw new Error(`the row "${row}" has ${cells.length} cells`)
  return Object.fromEntries(roles.map((role, n) => [role, cells[n]])) as Record<Role, Cell>
}

export const table: Readonly<Record<string, Record<Role, Cell>>> = Object.fromEntries(
  Object.entries(rows).map(([name, row]) => [name, cellsOf(row)]),
)
