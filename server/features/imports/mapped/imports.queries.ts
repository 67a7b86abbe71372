import { type SqlBool, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import type { ImportDetail, ImportForm, ImportMapping, listImportFaults, listImports } from '#contract/imports.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { isFirmWide } from '#server/core/rights.ts'
import { onTheClock } from '#server/reports/on-the-clock.ts'
import type { Figures } from './check-rows.ts'

type Filters = Parsed<typeof listImports.count>['query']

/** The reason that is kept of an import which fails for no reason of its own, while it is tried again. */
export const stalled = 'stalled'

export const importSorts: Record<(typeof listImports.sortable)[number], string> = {
  madeAt: 'i.made_at',
  fresh: 'i.fresh',
}

/** Whoever doesn't see the whole firm sees what they uploaded themselves: a file says more than its rows. */
const visible = (ctx: Ctx) =>
  ctx.db.selectFrom('mappedImport as i').$if(!isFirmWide(ctx), (rows) => rows.where('i.madeBy', '=', ctx.person.userId))

const matching = (ctx: Ctx, { kind, state, from, to }: Filters) => {
  const day = sql`(i.made_at at time zone ${tenantFacts[ctx.prefix].timeZone})::date`
  return visible(ctx)
    .$if(!!kind, (rows) => rows.where('i.kind', '=', kind!))
    .$if(!!state, (rows) => rows.where('i.state', '=', state!))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`${day} >= ${from}::date`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`${day} <= ${to}::date`))
}

const makerName = sql<
  string | null
>`(select n.full_name from registry.people_named(array[i.made_by]) n where n.user_id = i.made_by)`

export const selectImports = (ctx: Ctx, filters: Filters) =>
  matching(ctx, filters)
    .select(['i.id', 'i.state', 'i.fileName', 'i.madeAt', 'i.rows', 'i.wrong', 'i.known', 'i.fresh', 'i.amount'])
    .select([
      sql<ImportKind>`i.kind`.as('kind'),
      sql<boolean>`i.failure is not distinct from ${stalled}`.as('stalled'),
      sql<string>`encode(i.sha256, 'hex')`.as('sha256'),
      makerName.as('makerName'),
    ])

export const selectImportsForFile = (ctx: Ctx, filters: Filters) =>
  matching(ctx, filters)
    .select(['i.state', 'i.fileName', 'i.rows', 'i.wrong', 'i.known', 'i.fresh', 'i.amount', 'i.kind'])
    .select([sql<string>`encode(i.sha256, 'hex')`.as('sha256'), onTheClock(ctx, 'i.made_at').as('madeAt')])
    .select(makerName.as('makerName'))

export const countImports = (ctx: Ctx, filters: Filters) =>
  matching(ctx, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

/** 404 where there is no such import, or it isn't the caller's to see. */
export const assertImport = async (ctx: Ctx, importId: string): Promise<void> => {
  const found = await visible(ctx).where('i.id', '=', importId).select('i.id').executeTakeFirst()
  if (!found) throw refuse('notFound')
}

/** Where a file is read and checked at this moment: whoever does it holds a lock of this name, which goes with its transaction or its process. */
export const checkLock = (importId: string) => sql`hashtext('import check'), hashtext(${importId}::text)`

/** What was kept of the file's beginning when its form was said. */
type Sample = { rows: string[][]; accents: string[] }

const isChecking = sql<boolean>`exists (
  select from pg_locks l where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
     and l.classid = hashtext('import check')::bigint & 4294967295 and l.objid = hashtext(i.id::text)::bigint & 4294967295)`

export const findImport = async (ctx: Ctx, importId: string): Promise<ImportDetail> => {
  const found = await selectImports(ctx, {})
    .where('i.id', '=', importId)
    .select(isChecking.as('checking'))
    .select([
      'i.form',
      'i.mapping',
      'i.headings',
      'i.sample',
      'i.checkedAt',
      'i.figures',
      'i.done',
      'i.failure',
      'i.failedAt',
    ])
    .select(['i.approvalId', 'i.undoApprovalId', 'i.finishedAt', 'i.undoneAt', 'i.fileId', 'i.madeBy'])
    .select((eb) =>
      eb
        .selectFrom('mappedImport as o')
        .whereRef('o.sha256', '=', 'i.sha256')
        .whereRef('o.kind', '=', 'i.kind')
        .whereRef('o.id', '<>', 'i.id')
        .where('o.state', 'in', ['waiting', 'importing', 'imported', 'undoing'])
        .$if(!isFirmWide(ctx), (rows) => rows.where('o.madeBy', '=', ctx.person.userId))
        .select((of) => of.fn.max('o.id').as('id'))
        .as('sameFileId'),
    )
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  const { figures, fileId, madeBy, ...row } = found
  const failure = row.stalled ? null : row.failure
  const form = row.form as ImportForm
  const isOpen = row.state === 'draft' || row.state === 'checked'
  const { rows: sample, accents } = (isOpen && (row.sample as Sample | null)) || { rows: [], accents: [] }
  const { sums = [], accounts = null, fromDate = null, toDate = null } = (figures ?? {}) as Partial<Figures>
  const mapping = row.mapping as ImportMapping
  return {
    ...row,
    failure,
    form,
    mapping,
    sample,
    accents,
    sums,
    accounts,
    fromDate,
    toDate,
    hasFile: fileId !== null,
    mine: madeBy === ctx.person.userId,
  }
}

type FaultFilters = Parsed<typeof listImportFaults.count>['query']
type OfImport = { importId: string }
export const faultSorts = { line: 'f.line' }

const matchingFaults = async (ctx: Ctx, { fault }: FaultFilters, { importId }: OfImport) => {
  await assertImport(ctx, importId)
  return ctx.db
    .selectFrom('mappedImportFault as f')
    .where('f.importId', '=', importId)
    .$if(!!fault, (rows) => rows.where('f.fault', '=', fault!))
}

export const selectFaults = async (ctx: Ctx, filters: FaultFilters, params: OfImport) =>
  (await matchingFaults(ctx, filters, params))
    .select(['f.line', 'f.field', 'f.value'])
    .select([
      sql<string>`f.line || '.' || f.n`.as('id'),
      sql<(typeof listImportFaults.row.shape.fault)['options'][number]>`f.fault`.as('fault'),
    ])

export const countFaults = async (ctx: Ctx, filters: FaultFilters, params: OfImport) =>
  (await matchingFaults(ctx, filters, params)).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
