import { type RawBuilder, sql } from 'kysely'
import { type ExternalKind, externalDebtKinds } from '#contract/external-positions/kinds.ts'
import type { ExternalPositionRow } from '#contract/external-positions.ts'
import { isOneOfWordsSql } from '#server/core/one-of.ts'

/** Of a position `x` and its product `ep`, if it has one: what the catalogue says counts. */
export const externalKindSql = sql<ExternalKind>`coalesce(ep.kind, x.kind)`
export const externalInstitutionSql = sql<string>`btrim(coalesce(ep.institution, x.institution))`

const isDebtSql = isOneOfWordsSql(externalKindSql, externalDebtKinds)

/** An amount of a position as it counts: what is owed is negative. */
export const toSignedAmountSql = (amount: RawBuilder<unknown>) =>
  sql<string | null>`case when ${isDebtSql} then -${amount} else ${amount} end`

/** What it was worth last, open or closed. */
export const externalLastAmountSql = toSignedAmountSql(sql`x.amount`)

/** What it is worth now: null once it is closed, and where nobody has said. */
export const externalAmountSql = sql<string | null>`case when x.closed_on is null then ${externalLastAmountSql} end`

export const externalStateSql = sql<
  ExternalPositionRow['state']
>`case when x.closed_on is null then 'open' else 'closed' end`
