import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { RoleLimitKind } from '#contract/settings/payments.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildGuardedSettingTask } from '#server/domain/guarded-setting.ts'

/**
 * Where each kind of limit stands: a table of (role, valid_from, set_at, set_by) and the column that limits. A new kind is a line here and in
 * `limitKinds`, and a call that hands its body to `changeLimit`: that it waits for a second person, is told and audited follows.
 */
export const limitColumns: Record<RoleLimitKind, { table: string; column: string }> = {
  withdrawal: { table: 'withdrawal_limit', column: 'amount' },
  contribution: { table: 'contribution_limit', column: 'amount' },
  bonus: { table: 'bonus_limit', column: 'points' },
}

/** The value as text: points without the zeros behind them, null = any amount. */
const limitValueSql = (kind: RoleLimitKind) =>
  kind === 'bonus' ? sql`trim_scale(points)::text` : sql`${sql.ref(limitColumns[kind].column)}::text`

/** What limits the role on a day; undefined where nothing does. */
export const findLimitOnDay = async (
  db: Kysely<DB>,
  { kind, role, on }: { kind: RoleLimitKind; role: Role; on: string },
): Promise<string | null | undefined> => {
  const { rows } = await sql<{ value: string | null }>`
    select ${limitValueSql(kind)} as value from ${sql.table(limitColumns[kind].table)}
     where role = ${role} and valid_from <= ${on} order by valid_from desc limit 1`.execute(db)
  return rows[0]?.value
}

/** The limit that begins on a day, locked; undefined where none does. */
export const findLimitStartingOn = async (
  tx: Kysely<DB>,
  { kind, role, validFrom }: { kind: RoleLimitKind; role: Role; validFrom: string },
): Promise<string | null | undefined> => {
  const { rows } = await sql<{ value: string | null }>`
    select ${limitValueSql(kind)} as value from ${sql.table(limitColumns[kind].table)}
     where role = ${role} and valid_from = ${validFrom} for update`.execute(tx)
  return rows[0]?.value
}

export type LimitChange = {
  change: 'limitSet' | 'limitRemoved'
  kind: RoleLimitKind
  role: Role
  validFrom: string
  /** What it would be; of one that is taken back, what it was. */
  value: string | null
  /** What limits the role on that day when it is asked for; null: nothing, or any amount. */
  seen: string | null
}

const insertLimit = async (tx: Kysely<DB>, { person }: Actor, { kind, role, value }: LimitChange, from: string) => {
  const { table, column } = limitColumns[kind]
  await sql`insert into ${sql.table(table)} (role, valid_from, ${sql.ref(column)}, set_at, set_by)
    values (${role}, ${from}, ${value}::numeric, now(), ${person.fullName})
    on conflict (role, valid_from) do update set ${sql.ref(column)} = excluded.${sql.ref(column)}, set_at = now(), set_by = excluded.set_by`.execute(
    tx,
  )
}

const deleteLimit = async (tx: Kysely<DB>, { businessDate }: Actor, { kind, role, validFrom }: LimitChange) => {
  const gone = await sql`delete from ${sql.table(limitColumns[kind].table)}
    where role = ${role} and valid_from = ${validFrom} and valid_from > ${businessDate} returning role`.execute(tx)
  if (gone.rows.length === 0) throw buildRefusal('approval.changedSince')
}

/** What a role may do alone: whoever could raise it alone would need no other's word for anything below it. */
export const limitTask: ApprovalTask<'limit', LimitChange> = buildGuardedSettingTask({
  name: 'limit',
  part: 'payments',
  notification: 'limit.changed',
  apply: async (tx, actor, payload) => {
    const { change, kind, role, value, seen } = payload
    const isSet = change === 'limitSet'
    // What waited for its second person begins when it is given, not before.
    const validFrom = isSet && payload.validFrom < actor.businessDate ? actor.businessDate : payload.validFrom
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${`limit.${kind}.${role}`}, 0))`.execute(
      tx,
    )
    const now = isSet
      ? await findLimitOnDay(tx, { kind, role, on: validFrom })
      : await findLimitStartingOn(tx, { kind, role, validFrom })
    if ((now ?? null) !== seen) throw buildRefusal('approval.changedSince')
    await (isSet ? insertLimit(tx, actor, payload, validFrom) : deleteLimit(tx, actor, payload))
    const limitFacts = { kind, role, value, validFrom }
    return {
      audited: {
        action: isSet ? 'limit.set' : 'limit.removed',
        entity: 'settings',
        ...(isSet ? { before: { limit: seen }, after: limitFacts } : { before: limitFacts }),
      },
      params: { change, kind, role, value: value ?? '', from: validFrom },
    }
  },
})
