import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ClientAccount, ClientDetail, getAccount, getClient } from '#contract/clients/client.ts'
import { getAccountTab, isInJointPortfolio } from '#contract/clients/joint-portfolio.ts'
import type { AccountTab, getClientFilterOptions } from '#contract/clients.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { findMaturitySettlement } from '#rules/maturity-settlement.ts'
import { splitByShares, toShareParts } from '#rules/shares.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineKeyedStatement, type StatementContext } from '#server/core/keyed-statement.ts'
import { fullNameSql, naturalNameSql } from '#server/core/person-name.ts'
import { accountNumberRights, canSeeAccountNumbers, isClientInScope } from '#server/domain/account-number-access.ts'
import { dniStatusSql } from '#server/domain/client-columns.ts'
import { eligibilityFactColumns, evaluateEligibility } from '#server/domain/client-eligibility.ts'
import { listClientBlocks, openBlocksSql } from '#server/domain/client-open-blocks.ts'
import { clientPeopleJsonSql } from '#server/domain/client-people-json.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { maturityInstructionSql } from '#server/domain/maturity-reasons.ts'
import { isHoldingMoneySql } from '#server/domain/payment-holds.ts'
import { canSeeAccountHolder, selectVisibleClients, selectVisibleStaff } from '#server/domain/visibility.ts'
import { calculateWealth, externalPositionRight, externalPositionsSql } from './external-wealth.ts'
import { type AccountEarningToday, accountEarningTodaySql, calculateInterestToDate } from './interest.queries.ts'
import { contactRight, originContactSql } from './origin-contact.ts'

/**
 * Accounts that the client holds, and those on which they are authorised and of which the caller sees a holder: each with everybody on it,
 * whoever is outside the caller's scope by name only.
 */
const queryClientAccounts = (ctx: StatementContext, clientId: string) =>
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

const toClientAccount = <
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

/** Open accounts on which the client stands with a share, and somebody else too. */
const calculateJointPortfolio = (accounts: readonly ClientAccount[], clientId: string): ClientDetail['joint'] => {
  let balance = 0n
  let part = 0n
  for (const account of accounts) {
    if (!isInJointPortfolio(account)) continue
    balance += toCents(account.balance)
    part += toCents(account.holders.find(({ id }) => id === clientId)?.part ?? '0.00')
  }
  return { balance: centsToAmount(balance), part: centsToAmount(part) }
}

/** A sum over the active accounts of which the client is the primary holder, as they stand now: the list row follows a second later. */
const activeAccountsSumSql = (column: 'principal' | 'balance') =>
  sql<string>`(select coalesce(sum(b.${sql.raw(column)}), 0)::numeric(18, 2) from account a join account_balance b on b.account_id = a.id
    where a.client_id = client.id and a.status = 'active')`

/** What the accounts of each tab come to that count under this client; those that count under another holder are left out. */
const calculateCountedTotals = (accounts: readonly ClientAccount[]): ClientDetail['counted'] => {
  const sumsIn = (tab: AccountTab) => {
    let balance = 0n
    let interest = 0n
    for (const account of accounts) {
      if (account.holderRole !== 'primary' || getAccountTab(account.status) !== tab) continue
      balance += toCents(account.balance)
      interest += toCents(account.interestToDate)
    }
    return { balance: centsToAmount(balance), interestToDate: centsToAmount(interest) }
  }
  return {
    active: sumsIn('active'),
    pending: sumsIn('pending'),
    canceled: sumsIn('canceled'),
    expired: sumsIn('expired'),
  }
}

type ClientExpressionBuilder = ExpressionBuilder<DB & { c: DB['clientList'] }, 'client'>

/** Who looks after the client now. */
const clientStaffSql = (eb: ClientExpressionBuilder) =>
  jsonArrayFrom(
    eb
      .selectFrom('clientStaff as l')
      .innerJoin('employee as e', 'e.id', 'l.employeeId')
      .whereRef('l.clientId', '=', 'client.id')
      .where('l.validTo', 'is', null)
      .select([
        'l.role',
        sql<string>`${naturalNameSql('e')}`.as('name'),
        'e.cvl',
        sql<string>`l.valid_from::text`.as('since'),
      ])
      .orderBy('l.role'),
  )

/** Withdrawals under way of the client, in one row. */
const openWithdrawalsSql = sql<ClientDetail['openWithdrawals']>`(select jsonb_build_object('count', count(*)::int,
    'amount', coalesce(sum(o.amount + o.penalty), 0)::numeric(18, 2)::text)
  from payment_order o where o.client_id = client.id and ${isHoldingMoneySql})`

type ClientKey = Readonly<{ clientId: string }>
type AccountKey = ClientKey & Readonly<{ accountId: string }>

const findClientAccounts = defineKeyedStatement('client accounts', [], (ctx, { clientId }: ClientKey) =>
  queryClientAccounts(ctx, clientId),
)

/** The wide record and what belongs to it. */
const findVisibleClient = defineKeyedStatement(
  'client',
  [externalPositionRight, contactRight],
  (ctx, { clientId }: ClientKey) =>
    selectVisibleClients(ctx)
      .where('c.clientId', '=', clientId)
      .innerJoin('client', 'client.id', 'c.clientId')
      .innerJoin('zone', 'zone.id', 'c.zoneId')
      .leftJoin('employee as m', 'm.id', 'c.managerId')
      .select((eb) => [
        'client.id',
        'client.cvl',
        'client.kind',
        'client.name',
        'client.surname',
        'client.email',
        'client.phone',
        'client.country',
        'client.nationality',
        'client.identityKind',
        'client.identityNumber',
        dniStatusSql(ctx.businessDate).as('dniStatus'),
        ...eligibilityFactColumns(ctx.businessDate),
        'client.dniValidUntil',
        'client.birthDate',
        'client.registeredOn',
        'client.street',
        'client.streetType',
        'client.streetNumber',
        'client.floor',
        'client.door',
        'client.postalCode',
        'client.city',
        'client.province',
        'zone.name as zoneName',
        fullNameSql<string | null>('m').as('managerName'),
        'client.channel',
        'client.taxResidence',
        'client.riskLevel',
        'client.pep',
        'client.pepApprovedAt',
        'client.restrictedAt',
        'client.erasedAt',
        'client.fundsSource',
        'client.nextReviewOn',
        clientPeopleJsonSql(sql`client.id`).as('people'),
        'client.kycStatus',
        'client.addressStatus',
        'client.formStatus',
        'client.formOn',
        'client.lopdStatus',
        'client.blockKind',
        'client.blockReason',
        'client.blockedAt',
        openBlocksSql.as('openBlocks'),
        clientStaffSql(eb).as('staff'),
        activeAccountsSumSql('principal').as('capital'),
        activeAccountsSumSql('balance').as('balance'),
        externalPositionsSql(eb).as('externalPositions'),
        isClientInScope(ctx, externalPositionRight, sql<string>`client.id`).as('isElsewhereSeen'),
        openWithdrawalsSql.as('openWithdrawals'),
        originContactSql(ctx).as('contactId'),
      ]),
)

/** The record that this one was merged into; undefined where it was not. */
const findSurvivorId = async ({ db }: Ctx, clientId: string): Promise<string | undefined> => {
  const merged = await db.selectFrom('client').where('id', '=', clientId).select('mergedIntoId').executeTakeFirst()
  return merged?.mergedIntoId ?? undefined
}

/**
 * The client with their accounts, side by side; 404 outside the caller's scope. The id of a merged record gives the client whom it leads to, under
 * their own id.
 */
export const findClient = async (ctx: Ctx, { params }: ParsedRequest<typeof getClient>): Promise<ClientDetail> => {
  const [[found], held] = await Promise.all([findVisibleClient(ctx, params), findClientAccounts(ctx, params)])
  if (!found) {
    const survivorId = await findSurvivorId(ctx, params.clientId)
    if (survivorId === undefined) throw buildRefusal('notFound')
    return findClient(ctx, { params: { clientId: survivorId }, query: undefined, body: undefined })
  }
  const { isElsewhereSeen, blockKind, blockReason, blockedAt, openBlocks, ...client } = found
  const accounts: ClientAccount[] = held.map((account) => toClientAccount(ctx, account))
  return {
    ...client,
    blocks: listClientBlocks(ctx, { blockKind, blockReason, blockedAt, openBlocks }),
    canOperate: evaluateEligibility(found),
    openWithdrawals: ctx.person.rights.may('bt_Retiradas', 'view') ? found.openWithdrawals : null,
    externalPositions: isElsewhereSeen ? found.externalPositions : null,
    wealth: isElsewhereSeen ? calculateWealth(found.balance, found.externalPositions) : null,
    accounts,
    counted: calculateCountedTotals(accounts),
    joint: calculateJointPortfolio(accounts, found.id),
  }
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

/** Managers and countries among the visible clients, and the tabs that make sense for the caller. */
export const findClientFilterOptions = async (
  ctx: Ctx,
  { query: { person } }: ParsedRequest<typeof getClientFilterOptions>,
): Promise<ResponseBody<typeof getClientFilterOptions>> => {
  const { employeeId, zoneId } = ctx.person.membership
  const [managers, countries, named] = await Promise.all([
    ctx.db
      .selectFrom('employee as m')
      .where('m.id', 'in', selectVisibleClients(ctx).select('c.managerId').distinct())
      .select(['m.id', 'm.cvl', fullNameSql<string | null>('m').as('name')])
      .orderBy('name')
      .orderBy('m.id')
      .execute(),
    selectVisibleClients(ctx).select('c.country').distinct().orderBy('c.country').execute(),
    person
      ? selectVisibleStaff(ctx).where('e.id', '=', person).select(fullNameSql('e').as('name')).executeTakeFirst()
      : undefined,
  ])
  const holderTables = employeeId ? (['mine'] as const) : []
  const zone = zoneId && ctx.scopes.every((reach) => reach.all || reach.zoneId === zoneId) ? (['zone'] as const) : []
  const of = ctx.scopes.every(({ all, staffIds, zoneId: one }) => all || one !== null || staffIds.length > 1)
    ? (['of'] as const)
    : []
  return {
    managers: managers.map(({ name, ...manager }) => ({ ...manager, name: name ?? '' })),
    countries: countries.map(({ country }) => country),
    personName: named?.name ?? null,
    views: [...holderTables, ...zone, ...of],
  }
}
