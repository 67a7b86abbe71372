import { expect } from 'vitest'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { getStatementReconciliation, listBankStatements, listStatementEntries } from '#contract/bank.ts'
import { getAccount } from '#contract/clients/client.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { ownIban } from './test-statements.ts'

/** What the payer writes: the account's number and their own name. */
export const buildPaymentReference = ({ number, name }: { number: string; name: string }) => ({ text: number, name })
export const buildExpectedError = (status: number, code: string, fields?: object) => ({
  status,
  code,
  ...(fields && { fields }),
})

/** A firm where an administrator uploads statements of the bank without approval, and another one assigns their receipts. */
export const createReceiptFixture = async () => {
  const t = await createTestTenant('dino')
  await setDisabledTasks(t.db, ['statement'])
  const admin = await t.as('admin')
  // Whoever uploads a line doesn't assign it alone.
  const assigner = await t.as('admin', (await t.make.employee()).cvl)
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ownIban}')`)
  let sequence = 0

  const callUploadStatement = (text: string | Buffer, ours?: 'true') =>
    admin.call(uploadBankStatement, {
      query: { fileName: 'extracto.xml', ...(ours && { ours }) },
      content: new Blob([text as BlobPart], { type: 'application/octet-stream' }),
    })
  const listEntriesOf = async (statementId: string) =>
    (await admin.call(listStatementEntries.page, { params: { statementId }, query: {} })).rows
  const uploadAndListEntries = async (text: string) => {
    const { statements } = await callUploadStatement(text)
    return listEntriesOf(statements[0]!.id)
  }
  /** A client who may bring money, with an account whose number people write. */
  const createClientAccount = async (
    given: { status?: 'active' | 'pending'; agreed?: string; iban?: string; surname?: string } = {},
  ) => {
    const surname = given.surname ?? `Íñiguez Peña${++sequence}`
    const bankAccounts = given.iban ? [given.iban] : []
    const client = await t.make.client({ checked: true, name: 'José María', surname, bankAccounts })
    const account = await t.make.account({
      clientId: client.id,
      ...(given.status === 'pending' && { status: 'pending', openedOn: null, agreedAmount: given.agreed ?? '5000.00' }),
    })
    const number = `D-EVAS-12-${String(7000000 + (Number(account.id) % 1000000))}`
    await t.db.updateTable('account').set({ number }).where('id', '=', account.id).execute()
    return { clientId: client.id, accountId: account.id, number, name: `José María ${surname}`, cvl: client.cvl }
  }
  const getAccountBalance = async ({ clientId, accountId }: { clientId: string; accountId: string }) =>
    (await admin.call(getAccount, { params: { clientId, accountId } })).balance
  const sumPostings = async (accountOrLedger: number) =>
    (
      await t.owner.query(
        `select coalesce(sum(amount), 0)::numeric(18,2)::text as sum from dino.posting where ledger = $1`,
        [accountOrLedger],
      )
    ).rows[0].sum as string
  return {
    t,
    admin,
    assigner,
    callUploadStatement,
    listEntriesOf,
    uploadAndListEntries,
    createClientAccount,
    getAccountBalance,
    sumPostings,
  }
}
type ReceiptFixture = Awaited<ReturnType<typeof createReceiptFixture>>

/** The rows of each statement's reconciliation add up to the difference of bank and books, to the cent. */
export const expectReconciledStatements = async ({ admin }: ReceiptFixture) => {
  const { rows } = await admin.call(listBankStatements.page, { query: {} })
  for (const { id } of rows) {
    const answers = await admin.call(getStatementReconciliation, { params: { statementId: id } })
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    expect(answers.rows.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(answers.difference))
    expect(cents(answers.bank) - cents(answers.books)).toBe(cents(answers.difference))
    expect(answers.more).toBe(0)
  }
}

/** The check of the books finds no difference. */
export const expectIntactLedger = async ({ t }: ReceiptFixture) => {
  const { differences } = await verifyLedger(
    { ownerUrl: t.ownerUrl, secret: t.secret, prefix: 'dino' } as never,
    undefined,
  )
  expect(differences).toBe(0)
}
