import { type Kysely, sql } from 'kysely'
import type * as ledgerAccounts from '#contract/accounting/ledger-accounts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** Numbers of the chart from here on are of accounts that the firm has added. */
export const firstAddedLedgerId = 100

export type Ledger = { id: number; code: string; name: string | null; retiredAt: string | null }

/** The accounts of the chart with these codes, by code. */
export const findLedgers = async (db: Kysely<DB>, codes: readonly string[]): Promise<Map<string, Ledger>> => {
  const rows = await db
    .selectFrom('ledgerAccount')
    .where('code', 'in', [...new Set(codes)])
    .select(['id', 'code', 'name', 'retiredAt'])
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

const queryAddedLedgers = (db: Kysely<DB>) =>
  db
    .selectFrom('ledgerAccount')
    .where('id', '>=', firstAddedLedgerId)
    .select(['code', 'retiredAt'])
    .select([sql<string>`name`.as('name'), sql<ledgerAccounts.LedgerAccount['kind']>`kind`.as('kind')])

export const findAddedLedgers = async (
  ctx: Ctx,
): Promise<ResponseBody<typeof ledgerAccounts.listAddedLedgerAccounts>> => ({
  accounts: await queryAddedLedgers(ctx.db).orderBy('code').execute(),
})

/** Of two people who add at once, the second waits here and sees what the first has added. */
const lockChartOfAccounts = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('ledger_account'), hashtext(current_schema()))`.execute(tx)
}

/** Two accounts of one code or name could not be told apart in a journal. */
const assertLedgerUnused = async (tx: Kysely<DB>, { code, name }: { code: string; name: string }, isNew: boolean) => {
  const taken = await tx
    .selectFrom('ledgerAccount')
    .where((eb) =>
      isNew
        ? eb.or([eb('code', '=', code), sql<boolean>`lower(name) = lower(${name})`])
        : eb.and([eb('code', '<>', code), sql<boolean>`lower(name) = lower(${name})`]),
    )
    .select('code')
    .execute()
  if (taken.length === 0) return
  const field = taken.some((row) => row.code === code) ? 'code' : 'name'
  throw buildRefusal('reference.taken', { fields: { [field]: 'taken' } })
}

export const addLedgerAccount = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof ledgerAccounts.addLedgerAccount>,
  { deps }: HttpContext,
): Promise<ledgerAccounts.LedgerAccount> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockChartOfAccounts(tx)
    await assertLedgerUnused(tx, body, true)
    const { code } = body
    const { id } = await tx
      .insertInto('ledgerAccount')
      .values({
        ...body,
        id: sql<number>`(select greatest(max(id) + 1, ${firstAddedLedgerId}) from ledger_account)`,
        owned: false,
        addedAt: new Date(deps.clock()).toISOString(),
        addedBy: ctx.person.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'ledgerAccount.added',
      entity: 'ledgerAccount',
      entityId: String(id),
      after: body,
    })
    return queryAddedLedgers(tx).where('code', '=', code).executeTakeFirstOrThrow()
  })

export const changeLedgerAccount = (
  ctx: Ctx,
  { params: { code }, body: { before, after } }: ParsedRequest<typeof ledgerAccounts.changeLedgerAccount>,
  { deps }: HttpContext,
): Promise<ledgerAccounts.LedgerAccount> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockChartOfAccounts(tx)
    const account = await queryAddedLedgers(tx).where('code', '=', code).forUpdate().executeTakeFirst()
    if (!account) throw buildRefusal('notFound')
    const wasRetired = account.retiredAt !== null
    if (account.name !== before.name || wasRetired !== before.retired) throw buildRefusal('conflict.changed')
    if (after.name === before.name && after.retired === before.retired) return account
    await assertLedgerUnused(tx, { code, name: after.name }, false)
    const now = new Date(deps.clock()).toISOString()
    const { id } = await tx
      .updateTable('ledgerAccount')
      .set({ name: after.name, retiredAt: after.retired ? (account.retiredAt ?? now) : null })
      .where('code', '=', code)
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'ledgerAccount.changed',
      entity: 'ledgerAccount',
      entityId: String(id),
      before: { code, ...before },
      after: { code, ...after },
    })
    return queryAddedLedgers(tx).where('code', '=', code).executeTakeFirstOrThrow()
  })
