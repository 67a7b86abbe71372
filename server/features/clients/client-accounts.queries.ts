import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ClientAccount, getAccount } from '#contract/clients/client.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { findMaturitySettlement } from '#rules/maturity-settlement.ts'
import { splitByShares, toShareParts } from '#rules/shares.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineKeyedStatement, type StatementContext } from '#server/core/keyed-statement.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { accountNumberRights, canSeeAccountNumbers } from '#server/domain/account-number-access.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { maturityInstructionSql } from '#server/domain/maturity-reasons.ts'
import { canSeeAccountHolder, selectVisibleClients } from '#server/domain/visibility.ts'
import { type AccountEarningToday, accountEarningTodaySql, calculateInterestToDate } from './interest.queries.ts'

/**
 * Accounts that the client holds, and those on which they are authorised and of which the caller sees a holder: each with everybody on it,
 * whoever is outside the caller's scope by name only.
 */
export const queryClientAccounts = (ctx: StatementContext, clientId: string) =>
  ctx.db
    .selectFrom('accountHolder as mine')
    .innerJoin('account as a', 'a.id', 'mine.accountId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .leftJoin('maturity as m', (join) =>
      join.onRef('m.accountId', '=', 'a.id').on('m.outcome', '=', 'parked').on('m.releasedAt', 'is', null),
    )
    .leftJoin('product as target', (join) =>
      join.on(sql<SqlBool>`target.id = a.transfer_product_id and ${maturityInstructionSql} = 'transfer'`),
    )
    .where('mine.clientId', '=', clientId)
    .where((eb) => eb.or([eb('mine.role', '<>', 'authorised'), canSeeAccountHolder(ctx, sql`mine.account_id`)]))
    .select((eb) => [
      'a.id',
      'a.number',
      'p.name as productName',
      'p.family as productFamily',
      'a.status',
      'a.openedOn',
      'a.expiresOn',
      'a.rate',
      'a.bonusRate',
      'a.agreedAmount',
      'b.principal',
      'b.balance',
      'b.reserved as held',
      sql<string>`greatest(b.balance - b.reserved, 0)::numeric(18, 2)`.as('available'),
      'mine.role as holderRole',
      maturityInstructionSql.as('instruction'),
      'target.name as targetName',
      'm.payable as suspendedAmount',
      accountEarningTodaySql(ctx.businessDate).as('earning'),
      jsonArrayFrom(
        eb
          .selectFrom('accountHolder as h')
          .innerJoin('client as holder', 'holder.id', 'h.clientId')
          .leftJoin(selectVisibleClients(ctx).select('c.clientId').as('seen'), 'seen.clientId', 'h.clientId')
          .whereRef('h.accountId', '=', 'a.id')
          .select([
            sql<string | null>`seen.client_id::text`.as('id'),
            sql<string>`${naturalNameSql('holder')}`.as('name'),
            'h.role',
            sql<string | null>`h.share::text`.as('share'),
          ])
          .orderBy('h.role')
          .orderBy('holder.id'),
      ).as('holders'),
    ])
    .orderBy('a.openedOn', (order) => order.desc().nullsFirst())
    .orderBy('a.id', 'desc')

type AccountHolding = Omit<ClientAccount['holders'][number], 'part'>

/** What of the balance is whose, by the holders' shares. */
const addHolderParts = <A extends { balance: string; holders: AccountHolding[] }>({ holders, ...account }: A) => {
  const sharing = holders.flatMap(({ share }) => (share === null ? [] : [toShareParts(share)]))
  const parts = splitByShares(toCents(account.balance), sharing).values()
  const partOf = ({ share }: AccountHolding) => (share === null ? null : centsToAmount(parts.next().value!))
  const split = holders.map((holder) => ({ ...holder, part: partOf(holder) }))
  return {
    ...account,
    // Every share counts in the split; only those within the caller's scope are shown.
    holders: split.map((holder) => (holder.id === null ? { ...holder, share: null, part: null } : holder)),
  }
}

type AccountMaturityColumns = Pick<ClientAccount, 'status' | 'expiresOn' | 'balance'> & {
  instruction: NonNullable<ClientAccount['maturity']>['instruction']
  /** Where it is transferred to. */
  targetName: string | null
  /** Null where no suspended maturity waits. */
  suspendedAmount: string | null
}

/** What becomes of an account that is open and has a term, or whose maturity is suspended. */
const toMaturity = (
  { prefix }: Pick<Ctx, 'prefix'>,
  { status, expiresOn, balance, instruction, targetName, suspendedAmount }: AccountMaturityColumns,
): ClientAccount['maturity'] => {
  const suspended = suspendedAmount !== null
  if (expiresOn === null || !(suspended || status === 'active')) return null
  const settlement = findMaturitySettlement(tenantFacts[prefix].country, expiresOn)
  return { instruction, productName: targetName, suspended, amount: suspendedAmount ?? balance, ...settlement }
}

/** An account as the client's page shows it: interest up to today, and what happens at maturity. */
export const toClientAccount = <
  A extends AccountMaturityColumns & { holders: AccountHolding[]; earning: AccountEarningToday },
>(
  ctx: Ctx,
  found: A,
) => {
  const { instruction, targetName, suspendedAmount, earning, ...account } = found
  return {
    ...addHolderParts(account),
    interestToDate: calculateInterestToDate(ctx, earning),
    maturity: toMaturity(ctx, found),
  }
}
type AccountKey = Readonly<{ clientId: string; accountId: string }>

/** The record that this one was merged into; undefined where it was not. */
export const findSurvivorId = async ({ db }: Ctx, clientId: string): Promise<string | undefined> => {
  const merged = await db.selectFrom('client').where('id', '=', clientId).select('mergedIntoId').executeTakeFirst()
  return merged?.mergedIntoId ?? undefined
}

/** One account of a visible client who holds it. */
const findVisibleAccount = defineKeyedStatement(
  'account',
  accountNumberRights,
  (ctx, { clientId, accountId }: AccountKey) =>
    queryClientAccounts(ctx, clientId)
      .where('a.id', '=', accountId)
      .where('mine.role', '<>', 'authorised')
      .innerJoin(selectVisibleClients(ctx).select('c.clientId').as('visible'), 'visible.clientId', 'mine.clientId')
      .innerJoin('client', 'client.id', 'mine.clientId')
      .innerJoin('zone', 'zone.id', 'a.zoneId')
      .innerJoin('office', 'office.id', 'a.officeId')
      .select((eb) => [
        'client.id as clientId',
        sql<string>`${naturalNameSql('client')}`.as('clientName'),
        'zone.name as zoneName',
        'office.name as officeName',
        'a.signature',
        'b.payable',
        sql<ResponseBody<typeof getAccount>['earlyWithdrawal']>`coalesce((select t.early_withdrawal from account_terms t
        where t.account_id = a.id and a.status = 'active' and a.expires_on > ${ctx.businessDate}::date), 'free')`.as(
          'earlyWithdrawal',
        ),
        jsonArrayFrom(
          eb
            .selectFrom('clientBankAccount as k')
            .whereRef('k.clientId', '=', 'client.id')
            .where('k.isPayout', '=', true)
            .select([sql<string>`k.id::text`.as('id'), 'k.number'])
            .orderBy('k.isDefault', 'desc')
            .orderBy('k.id'),
        ).as('bankAccounts'),
        canSeeAccountNumbers(ctx, sql<string>`client.id`).as('whole'),
        jsonArrayFrom(
          eb
            .selectFrom('scheduledPayment as s')
            .whereRef('s.accountId', '=', 'a.id')
            .select([
              sql<string>`s.id::text`.as('id'),
              sql<string>`s.amount::text`.as('amount'),
              's.purpose',
              // A quoted alias: names inside JSON made by the database are not translated.
              sql<string>`s.counterparty_bank`.as<'counterpartyBank'>(sql`"counterpartyBank"`),
              's.counterparty',
            ])
            .orderBy('s.id'),
        ).as('scheduledPayments'),
      ]),
)

/** 404 where it isn't there, and where its client isn't visible. Under a merged record, it is that of the client whom the record leads to. */
export const findAccount = async (
  ctx: Ctx,
  { params }: Pick<ParsedRequest<typeof getAccount>, 'params'>,
): Promise<ResponseBody<typeof getAccount>> => {
  const [found] = await findVisibleAccount(ctx, params)
  if (!found) {
    const survivorId = await findSurvivorId(ctx, params.clientId)
    if (survivorId === undefined) throw buildRefusal('notFound')
    return findAccount(ctx, { params: { ...params, clientId: survivorId } })
  }
  const { whole, ...rest } = found
  const bankAccounts = rest.bankAccounts.map(({ id, number }) => ({
    id,
    number: whole ? number : maskAccountNumber(number),
  }))
  return { ...toClientAccount(ctx, rest), bankAccounts }
}
