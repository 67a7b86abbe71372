import { type Kysely, type RawBuilder, sql } from 'kysely'
import { relativeGraceDays } from '#contract/approvals/relatives.ts'
import type { DB } from '#db/types.ts'
import type { RefusalError } from '#rules/refusal-error.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { refusalMessages } from '#server/core/refusal-messages.ts'

/** Of whoever might decide, and of what the change is about: any expression of SQL. */
type DeciderExpressions = { userId: unknown; employeeId: unknown }
/** `clientIds`: all clients that it is about, as an array. */
type SubjectExpressions = DeciderExpressions & { clientIds: unknown }

const isSamePersonSql = (who: DeciderExpressions, about: DeciderExpressions) =>
  sql`${about.userId}::bigint = ${who.userId}::bigint or ${about.employeeId}::bigint = ${who.employeeId}::bigint`

/** Ended ones count for a while: whoever could end a relation and decide on the same day would have declared nothing. */
const isRelationActiveSql = (today: string) =>
  sql`(declared_relative.ended_at is null or declared_relative.ended_at >= ${today}::date - ${relativeGraceDays}::integer)`

/** Whoever is on an account with a client is as near as the client: what is theirs can be asked for by the other's name. */
const sharesAccountSql = (clientIds: unknown) => sql`exists (
  select from account_holder h join account_holder o on o.account_id = h.account_id
   where h.client_id = any(${clientIds}::bigint[]) and o.client_id = declared_relative.relative_client_id)`

const hasDeclaredRelativeSql = (who: DeciderExpressions, about: Omit<SubjectExpressions, 'userId'>) =>
  sql`(declared_relative.employee_id = ${who.employeeId} and (declared_relative.relative_employee_id = ${about.employeeId}
        or declared_relative.relative_client_id = any(${about.clientIds}::bigint[]) or ${sharesAccountSql(about.clientIds)}))`

/**
 * The person is one of those that the change is about, or has declared one of them. What the others have declared doesn't count: by declaring
 * whoever decides, somebody would choose who decides on them, or keep everybody from it. The declared one is told, and confirms it by declaring it too.
 */
export const conflictOfInterestSql = (
  who: DeciderExpressions,
  about: SubjectExpressions,
  today: string,
) => sql<boolean>`coalesce(
  ${isSamePersonSql(who, about)}
  or exists (select from declared_relative where ${isRelationActiveSql(today)} and ${hasDeclaredRelativeSql(who, about)}), false)`

/** Whoever changes something, and on which day. */
export type WritingEmployee = { person: { employeeId: string | null }; businessDate: string }

/**
 * A relative that the member of staff has declared, or somebody who is on an account with one. `clientId` names a column of the statement around
 * it: no name given in here may be one that is used there.
 */
export const isRelatedClientSql = (
  employeeId: string | null,
  today: string,
  clientId: RawBuilder<string>,
) => sql<boolean>`exists (
  select from declared_relative
   where declared_relative.employee_id = ${employeeId} and declared_relative.relative_client_id is not null and ${isRelationActiveSql(today)}
     and (declared_relative.relative_client_id = ${clientId} or exists (
       select from account_holder relative_holder join account_holder near_holder on near_holder.account_id = relative_holder.account_id
        where relative_holder.client_id = declared_relative.relative_client_id and near_holder.client_id = ${clientId})))`

/**
 * The one rule of every write about clients, whether a second person checks it or not: nobody writes on the record of a relative that they
 * have declared, nor of whoever is on an account with one. Asked once the record is found to be visible, and before anything else of it.
 * Throws `approval.ownRecord`.
 * See docs/decisions/0081-conflict-of-interest.md
 */
export const assertNoRelatedClients = async (
  db: Kysely<DB>,
  { person, businessDate }: WritingEmployee,
  clientIds: readonly string[],
): Promise<void> => {
  if (person.employeeId === null || clientIds.length === 0) return
  const { rows } = await sql`
    select from unnest(${[...clientIds]}::bigint[]) as c(id)
     where ${isRelatedClientSql(person.employeeId, businessDate, sql<string>`c.id`)} limit 1`.execute(db)
  if (rows.length > 0) throw buildRefusal('approval.ownRecord')
}

/** Of these accounts those that the person may not write on by that rule, in the order of their numbers. */
export const findRelatedAccounts = async (
  db: Kysely<DB>,
  { person, businessDate }: WritingEmployee,
  accountIds: readonly string[],
): Promise<{ id: string; number: string }[]> => {
  if (person.employeeId === null || accountIds.length === 0) return []
  const { rows } = await sql<{ id: string; number: string }>`
    select a.id, a.number from account a
     where a.id = any(${[...accountIds]}::bigint[])
       and ${isRelatedClientSql(person.employeeId, businessDate, sql<string>`a.client_id`)}
     order by a.number`.execute(db)
  return rows
}

/** The refusal that names these accounts. */
export const buildRelatedAccountsRefusal = (accounts: readonly { number: string }[]): RefusalError => {
  const numbers = accounts.map(({ number }) => number).join(', ')
  return buildRefusal('approval.ownRecord', {
    message: `${refusalMessages['approval.ownRecord']} The accounts: ${numbers}.`,
    fields: { accounts: numbers },
  })
}

/** The same by the accounts that it is about; the refusal names those that are meant. */
export const assertNoRelatedAccounts = async (
  db: Kysely<DB>,
  toucher: WritingEmployee,
  accountIds: readonly string[],
): Promise<void> => {
  const own = await findRelatedAccounts(db, toucher, accountIds)
  if (own.length > 0) throw buildRelatedAccountsRefusal(own)
}

/** The same of what a file says of accounts and clients. */
export const assertNoRelatedImport = async (
  db: Kysely<DB>,
  { person, businessDate }: WritingEmployee,
  importId: string,
): Promise<void> => {
  if (person.employeeId === null) return
  const { rows } = await sql`
    select from mapped_import_row m
     where m.import_id = ${importId} and (m.client_id is not null and not m.known and ${isRelatedClientSql(person.employeeId, businessDate, sql<string>`m.client_id`)}
        or m.account_id in (
       select near.account_id from declared_relative
         join account_holder o on o.client_id = declared_relative.relative_client_id
         join account_holder h on h.account_id = o.account_id
         join account_holder near on near.client_id = h.client_id
        where declared_relative.employee_id = ${person.employeeId} and ${isRelationActiveSql(businessDate)}))
     limit 1`.execute(db)
  if (rows.length > 0) throw buildRefusal('approval.ownRecord')
}

/** The same of a member of staff: themselves, or a relative that they have declared. */
export const assertNotRelatedEmployee = async (
  db: Kysely<DB>,
  { person, businessDate }: { person: DecidingUser; businessDate: string },
  employeeId: string,
): Promise<void> => {
  if (await hasConflictOfInterest(db, person, { userId: null, employeeId, clientIds: [] }, businessDate))
    throw buildRefusal('approval.ownRecord')
}

type DecidingUser = { userId: string; employeeId: string | null }

const judgeConflict = defineStatement(
  'conflict of interest',
  (
    db,
    values: {
      userId: string
      employeeId: string | null
      aboutUserId: string | null
      aboutEmployeeId: string | null
      clientIds: readonly string[]
      today: string
    },
  ) => {
    const about = { userId: values.aboutUserId, employeeId: values.aboutEmployeeId, clientIds: values.clientIds }
    const near = conflictOfInterestSql(values, about, values.today)
    return sql<{ near: boolean }>`select ${near} as near`.compile(db)
  },
)

/** Whether a change is about the user, their own record, or somebody they declared as a relative by `today`. */
export const hasConflictOfInterest = async (
  db: Kysely<DB>,
  who: DecidingUser,
  about: { userId: string | null; employeeId: string | null; clientIds: readonly string[] },
  today: string,
): Promise<boolean> => {
  const [judged] = await judgeConflict(db, {
    userId: who.userId,
    employeeId: who.employeeId,
    aboutUserId: about.userId,
    aboutEmployeeId: about.employeeId,
    clientIds: [...about.clientIds],
    today,
  })
  return judged!.near
}

/** Whether one of the clients of a handover is a relative that the person has declared. */
export const hasRelativeInHandover = async (
  db: Kysely<DB>,
  { employeeId }: Pick<DecidingUser, 'employeeId'>,
  handoverId: string,
  today: string,
): Promise<boolean> => {
  const { rows } = await sql`
    select from declared_relative join handover_client h on h.client_id = declared_relative.relative_client_id
     where declared_relative.employee_id = ${employeeId}::bigint and h.handover_id = ${handoverId} and ${isRelationActiveSql(today)} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
