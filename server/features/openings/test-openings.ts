import { randomUUID } from 'node:crypto'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { getOpening, type OpeningTerms, openAccount, quoteOpening } from '#contract/openings.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

/** A firm with a product on sale at two rates, whose manager opens accounts for clients, and direction approves. */
export const createOpeningFixture = async () => {
  const t = await createTestTenant('dino')
  const employee = await t.make.employee({ position: 'manager' })
  const managerId = employee.id
  const manager = await t.as('manager', employee.cvl)
  const admin = await t.as('admin')
  const direction = await t.as('direction')
  type Caller = typeof manager
  const productId = (await t.make.product({ payout: 'quarterly' })).id
  const terms = { minimum: '3000.00', maximum: '100000.00', termMonths: 12 }
  await t.db.updateTable('product').set(terms).where('id', '=', productId).execute()
  const rates = [
    ['2026-01-01', '0.00', '3.0'],
    ['2026-01-01', '20000.00', '3.5'],
  ] as const
  await t.db
    .insertInto('productRate')
    .values(rates.map(([validFrom, minAmount, rate]) => ({ productId, validFrom, minAmount, rate })))
    .execute()

  const createClient = (checked = true) => t.make.client({ checked, staff: { manager: managerId } })
  const buildOpeningTerms = (clientId: string, overrides: Partial<OpeningTerms> = {}): OpeningTerms => ({
    productId,
    amount: '10000.00',
    termMonths: null,
    bonusRate: '0',
    instruction: 'pay_out',
    transferProductId: null,
    holders: [{ clientId, share: '100' }],
    signature: 'one',
    ...overrides,
  })
  const createKeyedCaller = (caller: Caller, key: string = randomUUID()) =>
    t.callerWith(caller.token, { [idempotencyKeyHeader]: key })
  const openAccountAs = async (
    clientId: string,
    overrides: Partial<OpeningTerms> = {},
    more: { submit?: boolean; reason?: string; key?: string } = {},
  ) => {
    const { key, ...rest } = more
    const openingTerms = buildOpeningTerms(clientId, overrides)
    const { rate } = await manager.call(quoteOpening, { params: { clientId }, body: openingTerms })
    return createKeyedCaller(manager, key).call(openAccount, {
      params: { clientId },
      body: { wanted: openingTerms, rate, submit: true, ...rest },
    })
  }
  /** What one person may not note alone, another one approves. */
  const callApprove = async ({ approvalId }: { approvalId: string | null }) =>
    direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const payContribution = (clientId: string, accountId: string, amount: string, valueDate = '2026-06-15') =>
    createKeyedCaller(manager).call(addContribution, {
      params: { clientId, accountId },
      body: { amount, valueDate, reference: 'Transferencia' },
    })
  const getAccountAs = (clientId: string, accountId: string) =>
    manager.call(getAccount, { params: { clientId, accountId } })
  const getOpeningAs = (clientId: string, accountId: string) =>
    manager.call(getOpening, { params: { clientId, accountId } })
  return {
    t,
    manager,
    admin,
    direction,
    createClient,
    buildOpeningTerms,
    openAccountAs,
    callApprove,
    payContribution,
    getAccountAs,
    getOpeningAs,
  }
}
