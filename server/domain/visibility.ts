import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { RecordScope } from '#server/core/rights.ts'

export type ClientListExpression = ExpressionBuilder<DB & { c: DB['clientList'] }, 'c'>

/** Clients with a current staff link, of any role, to one of these employees. Needs the narrow list row as `c`. */
export const isManagedBy = (eb: ClientListExpression, staffIds: readonly string[]): Expression<SqlBool> => {
  if (staffIds.length === 0) return eb.lit(false)
  const anyOfThem = sql<string>`any(${[...staffIds]}::bigint[])`
  return eb.or([
    eb('c.managerId', '=', anyOfThem),
    eb('c.partnerId', '=', anyOfThem),
    eb('c.advisorId', '=', anyOfThem),
    eb('c.bankerId', '=', anyOfThem),
  ])
}

const isClientInRecordScope = (eb: ClientListExpression, { staffIds, zoneId }: RecordScope): Expression<SqlBool> =>
  zoneId === null ? isManagedBy(eb, staffIds) : eb.or([isManagedBy(eb, staffIds), eb('c.zoneId', '=', zoneId)])

/**
 * The clients that the call may be about, as the narrow list row `c`: own and team by staff links, zone by the client's zone, all
 * without limit; in another's view, those that both may see. Every read and write of client-owned data starts here; what it leaves
 * out answers 404, as if it were not there.
 */
export const selectVisibleClients = ({ db, scopes }: Pick<Ctx, 'db' | 'scopes'>) =>
  scopes
    .filter(({ all }) => !all)
    .reduce(
      (clients, reach) => clients.where((eb) => isClientInRecordScope(eb, reach)),
      db.selectFrom('clientList as c'),
    )

/**
 * What the visible clients hold: `c` and their part `h` in each account. Whoever is merely authorised on an account is no holder of it,
 * so that seeing them opens nothing of it. Every read and write of an account that names a client starts here.
 * See docs/decisions/0076-authorised-people-and-scope.md
 */
export const selectVisibleHoldings = (ctx: Pick<Ctx, 'db' | 'scopes'>) =>
  selectVisibleClients(ctx)
    .innerJoin('accountHolder as h', 'h.clientId', 'c.clientId')
    .where('h.role', '<>', 'authorised')

/** Whether the caller sees a holder of the account that `accountId` names in the statement around it. */
export const canSeeAccountHolder = (
  ctx: Pick<Ctx, 'db' | 'scopes'>,
  accountId: RawBuilder<unknown>,
): RawBuilder<SqlBool> => {
  const seen = selectVisibleHoldings(ctx).where(sql<SqlBool>`h.account_id = ${accountId}`).select(sql.lit(1).as('one'))
  return sql<SqlBool>`exists (${seen})`
}

/** The holder by whom the caller sees that account: the one under whom it counts, else the first. Null: they see none. */
export const visibleHolderIdSql = (
  ctx: Pick<Ctx, 'db' | 'scopes'>,
  accountId: RawBuilder<unknown>,
): RawBuilder<string | null> => {
  const seen = selectVisibleHoldings(ctx)
    .where(sql<SqlBool>`h.account_id = ${accountId}`)
    .select('h.clientId')
    .orderBy('h.role')
    .orderBy('h.clientId')
    .limit(1)
  return sql<string | null>`(${seen})`
}

/** The same as a condition on the zone alone, of rows that stand for many clients; undefined where people decide. */
export const buildVisibleZonesCondition = ({ scopes }: Ctx): RawBuilder<SqlBool> | undefined => {
  const some = scopes.filter(({ all }) => !all)
  if (some.some(({ staffIds, zoneId }) => staffIds.length > 0 || zoneId === null)) return undefined
  return some.length === 0
    ? sql`true`
    : sql`(${sql.join(
        some.map(({ zoneId }) => sql`c.zone_id = ${zoneId}`),
        sql` and `,
      )})`
}

/**
 * The members of staff that the call may be about, as `e`: me, those under me, those of my office's zone, or all. Whatever belongs to
 * a member of staff (a card of the team, an absence) starts here.
 */
export const selectVisibleStaff = ({ db, scopes }: Pick<Ctx, 'db' | 'scopes'>) =>
  scopes
    .filter(({ all }) => !all)
    .reduce(
      (staff, { staffIds, zoneId }) =>
        staff.where(
          sql<SqlBool>`(e.id = any(${[...staffIds]}::bigint[]) or e.office_id in (select o.id from office o where o.zone_id = ${zoneId}))`,
        ),
      db.selectFrom('employee as e'),
    )

/** Whether the employee `e` works here on a day, their last one included. */
export const worksHereSql = (today: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(e.terminated_on is null or e.terminated_on >= ${today}::date)`

/** Those in reach who work here: a contact or a follow-up belongs to one of them. */
export const selectEligibleOwners = (ctx: Pick<Ctx, 'db' | 'scopes' | 'businessDate'>) =>
  selectVisibleStaff(ctx).where(worksHereSql(ctx.businessDate))

/**
 * Whether what belongs to a member of staff (a contact, a call) is one of those that the call may be about: mine, of those under me, of
 * those of my office's zone, or all. What is nobody's is seen by whoever sees all.
 */
export const isOwnerVisibleSql = (
  { scopes }: Pick<Ctx, 'scopes'>,
  ownerId: RawBuilder<unknown>,
): RawBuilder<SqlBool> => {
  const some = scopes.filter(({ all }) => !all)
  if (some.length === 0) return sql<SqlBool>`true`
  const conditions = some.map(({ staffIds, zoneId }) =>
    zoneId === null
      ? sql`${ownerId} = any(${[...staffIds]}::bigint[])`
      : sql`(${ownerId} = any(${[...staffIds]}::bigint[]) or ${ownerId} in (
          select e.id from employee e join office o on o.id = e.office_id where o.zone_id = ${zoneId}))`,
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The contacts that the call may be about, by whose they are, as `ct`; deleted ones are gone. Every read and write of contacts starts here. */
export const selectVisibleContacts = ({ db, scopes }: Pick<Ctx, 'db' | 'scopes'>) =>
  db
    .selectFrom('contact as ct')
    .where('ct.deletedAt', 'is', null)
    .where(isOwnerVisibleSql({ scopes }, sql`ct.employee_id`))

/** A scope of so many clients is read whole in a few milliseconds. */
const maxSmallScopeClients = 5000
const staffLinkColumns = ['manager_id', 'partner_id', 'advisor_id', 'banker_id']
const countStaffLinksSql = `select count(*) <= ${maxSmallScopeClients} as few from (
  ${staffLinkColumns.map((link) => `select from client_list where ${link} = any($1::bigint[])`).join(' union all ')} limit ${maxSmallScopeClients + 1}) links`

/** Whether the caller sees so few clients that looking at each is quicker than choosing among all. Counted in the indexes of the links. */
export const hasSmallScope = async ({ scopes, tenant }: Ctx): Promise<boolean> => {
  const byPeople = scopes.find(({ all, zoneId }) => !all && zoneId === null)
  if (!byPeople) return false
  const [counted] = await tenant.queryPrepared<{ few: boolean }>('sees few', countStaffLinksSql, [byPeople.staffIds])
  return counted!.few
}
