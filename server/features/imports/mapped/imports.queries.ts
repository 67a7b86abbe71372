import { type SqlBool, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import type {
  ImportDetail,
  ImportForm,
  ImportMapping,
  ImportRow,
  listImportFaults,
  listImports,
} from '#contract/imports.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { orderBy, pageOf } from '#server/core/paging.ts'
import { isFirmWide } from '#server/core/rights.ts'
import type { Figures } from './check-rows.ts'

type Filters = Parsed<typeof listImports.count>['query']

/** The reason that is kept of an import which fails for no reason of its own, while it is tried again. */
export const stalled = 'stalled'

const sorts: Record<(typeof listImports.sortable)[number], string> = { madeAt: 'i.made_at', fresh: 'i.fresh' }

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

const shown = (ctx: Ctx, filters: Filters) =>
  matching(ctx, filters)
    .select(['i.id', 'i.state', 'i.fileName', 'i.madeAt', 'i.rows', 'i.wrong', 'i.known', 'i.fresh', 'i.amount'])
    .select([
      sql<ImportKind>`i.kind`.as('kind'),
      sql<boolean>`i.failure is not distinct from ${stalled}`.as('stalled'),
      sql<string>`encode(i.sha256, 'hex')`.as('sha256'),
      sql<
        string | null
      >`(select n.full_name from registry.people_named(array[i.made_by]) n where n.user_id = i.made_by)`.as(
        'makerName',
      ),
    ])

export const findImports = async (
  ctx: Ctx,
  { page, pageSize, knownTotal, sort, direction, ...filters }: Parsed<typeof listImports.page>['query'],
): Promise<{ rows: ImportRow[] }> => ({
  rows: await pageOf(shown(ctx, filters), { page, pageSize, knownTotal, sort, direction }, sorts, 'i.id'),
})

export const countImports = async (ctx: Ctx, filters: Filters) => {
  const { total } = await matching(ctx, filters)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { total, totals: {} }
}

export const allImports = (ctx: Ctx, { sort, direction, ...filters }: Filters & Sorting) =>
  shown(ctx, filters)
    .clearSelect()
    .select(['i.state', 'i.fileName', 'i.rows', 'i.wrong', 'i.known', 'i.fresh', 'i.amount', 'i.kind'])
    .select([
      sql<string>`encode(i.sha256, 'hex')`.as('sha256'),
      sql<string>`to_char(i.made_at at time zone ${tenantFacts[ctx.prefix].timeZone}, 'YYYY-MM-DD HH24:MI:SS')`.as(
        'madeAt',
      ),
      sql<
        string | null
      >`(select n.full_name from registry.people_named(array[i.made_by]) n where n.user_id = i.made_by)`.as(
        'makerName',
      ),
    ])
    .orderBy(orderBy({ sort, direction }, sorts, 'i.id'))

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
  const found = await shown(ctx, {})
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

type FaultQuery = Pick<Parsed<typeof listImportFaults.count>, 'params' | 'query'>
const faultSorts = { line: 'f.line' }

const faultsOf = (ctx: Ctx, { params: { importId }, query: { fault } }: FaultQuery) =>
  ctx.db
    .selectFrom('mappedImportFault as f')
    .where('f.importId', '=', importId)
    .$if(!!fault, (rows) => rows.where('f.fault', '=', fault!))

const shownFaults = (ctx: Ctx, input: FaultQuery) =>
  faultsOf(ctx, input)
    .select(['f.line', 'f.field', 'f.value'])
    .select([
      sql<string>`f.line || '.' || f.n`.as('id'),
      sql<(typeof listImportFaults.row.shape.fault)['options'][number]>`f.fault`.as('fault'),
    ])

export const findFaults = async (ctx: Ctx, { params, query }: Parsed<typeof listImportFaults.page>) => {
  await assertImport(ctx, params.importId)
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const paging = { page, pageSize, knownTotal, sort, direction }
  return { rows: await pageOf(shownFaults(ctx, { params, query: filters }), paging, faultSorts, 'f.n') }
}

export const countFaults = async (ctx: Ctx, input: FaultQuery) => {
  await assertImport(ctx, input.params.importId)
  const { total } = await faultsOf(ctx, input).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { total, totals: {} }
}

export const allFaults = (ctx: Ctx, input: FaultQuery, sorting: Sorting) =>
  shownFaults(ctx, input).orderBy(orderBy(sorting, faultSorts, 'f.n'))
