import type { MaturityInstruction } from '#db/types.ts'
import { findPostingRun } from '#server/features/interest/runs.queries.ts'
import type { TestTenant } from '#test/harness/tenant.ts'
import { runMaturities } from './run-maturities.ts'

export const getMaturityNow = () => Date.parse('2027-06-30T10:00:00Z')

/** A night's maturities of the tenant; what goes wrong with an account is counted, anything else thrown. */
export const runMaturity = async (tenant: TestTenant, day: string) => {
  const runId = await runMaturities({
    db: tenant.db,
    prefix: 'dino',
    day,
    now: getMaturityNow,
    onError: (error) => {
      throw error
    },
  })
  const { accounts, failures, failed } = await findPostingRun({ db: tenant.db }, { params: { runId: runId! } })
  return { accounts, failures, failed: failed.map(({ code }) => code) }
}

export const makeClientCompliant = (tenant: TestTenant, clientId: string) =>
  tenant.db
    .updateTable('client')
    .set({ lopdStatus: 'signed', kycStatus: 'approved', addressStatus: 'approved', dniValidUntil: '2030-01-01' })
    .where('id', '=', clientId)
    .execute()

/** 100,000.00 at 5 % from the 15th of June 2026 to that of 2027: 5,000.00, less 950.00. */
export const createMaturingAccount = async (
  t: TestTenant,
  instruction: MaturityInstruction,
  options: { capitalised?: boolean; rate?: string; can?: boolean; expiresOn?: string; earnsUntilPaid?: boolean } = {},
) => {
  const product = await t.make.product({ capitalised: options.capitalised ?? false })
  if (options.earnsUntilPaid)
    await t.db.updateTable('product').set({ earnsUntilPaid: true }).where('id', '=', product.id).execute()
  if (options.rate)
    await t.db
      .insertInto('productRate')
      .values({ productId: product.id, validFrom: '2020-01-01', rate: options.rate })
      .execute()
  const client = await t.make.client()
  if (options.can !== false) await makeClientCompliant(t, client.id)
  const account = await t.make.account({
    clientId: client.id,
    productId: product.id,
    rate: '5',
    openedOn: '2026-06-15',
    expiresOn: options.expiresOn ?? '2027-06-15',
  })
  await t.db.updateTable('account').set({ instruction, termMonths: 12 }).where('id', '=', account.id).execute()
  await t.make.movement(account.id, '100000.00', 'contribution', '2026-06-15')
  return { ...account, productId: product.id }
}

export const findAccountState = async (t: TestTenant, id: string) => {
  const { rows } = await t.owner.query(
    `select a.status, a.closed_on::text as closed, b.balance, b.payable, b.ordered, m.outcome, m.renewed, m.payable as owed, m.reasons, m.renewed_id
       from dino.account a join dino.account_balance b on b.account_id = a.id left join dino.maturity m on m.account_id = a.id where a.id = $1`,
    [id],
  )
  return rows[0]
}
