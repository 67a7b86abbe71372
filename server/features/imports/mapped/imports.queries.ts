import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import type { listImportFaults } from '#contract/imports/rows.ts'
import { type ImportDetail, ImportFileFormat, type ImportMapping, type listImports } from '#contract/imports.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'
import type { ImportFigures } from './check-rows.ts'
import { countObstaclesSql } from './undo-obstacles.ts'

type ImportFilters = ParsedRequest<typeof listImports.count>['query']

/** The reason that is kept of an import which fails for no reason of its own, while it is tried again. */
export const stalledFailureCode = 'stalled'

export const importSorts: Record<(typeof listImports.sortable)[number], string> = {
  madeAt: 'i.made_at',
  fresh: 'i.fresh',
}

/** Whoever doesn't see the whole firm sees what they uploaded themselves: a file says more than its rows. */
const selectVisibleImports = (ctx: Ctx) =>
  ctx.db
    .selectFrom('mappedImport as i')
    .$if(!hasFirmWideScope(ctx), (rows) => rows.where('i.madeBy', '=', ctx.person.userId))

const queryMatchingImports = (ctx: Ctx, { kind, state, from, to }: ImportFilters) => {
  const day = sql`(i.made_at at time zone ${tenantFacts[ctx.prefix].timeZone})::date`
  return selectVisibleImports(ctx)
    .$if(!!kind, (rows) => rows.where('i.kind', 'in', kind!))
    .$if(!!state, (rows) => rows.where('i.state', 'in', state!))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`${day} >= ${from}::date`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`${day} <= ${to}::date`))
}

const makerNameSql = userNameSql('i.made_by')

export const selectImports = (ctx: Ctx, filters: ImportFilters) =>
  queryMatchingImports(ctx, filters)
    .select(['i.id', 'i.state', 'i.fileName', 'i.madeAt', 'i.rows', 'i.wrong', 'i.known', 'i.fresh', 'i.amount'])
    .select([
      sql<ImportKind>`i.kind`.as('kind'),
      sql<boolean>`i.failure is not distinct from ${stalledFailureCode}`.as('stalled'),
      sql<string>`encode(i.sha256, 'hex')`.as('sha256'),
      makerNameSql.as('makerName'),
    ])

export const selectImportsForFile = (ctx: Ctx, filters: ImportFilters) =>
  queryMatchingImports(ctx, filters)
    .select(['i.state', 'i.fileName', 'i.rows', 'i.wrong', 'i.known', 'i.fresh', 'i.amount', 'i.kind'])
    .select([sql<string>`encode(i.sha256, 'hex')`.as('sha256'), formatLocalTimeSql(ctx, 'i.made_at').as('madeAt')])
    .select(makerNameSql.as('makerName'))

export const countImports = (ctx: Ctx, filters: ImportFilters) =>
  queryMatchingImports(ctx, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

/** 404 where there is no such import, or it isn't the caller's to see. */
export const assertImportVisible = async (ctx: Ctx, importId: string): Promise<void> => {
  const found = await selectVisibleImports(ctx).where('i.id', '=', importId).select('i.id').executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
}

/** Where a file is read and checked at this moment: whoever does it holds a lock of this name, which goes with its transaction or its process. */
export const buildCheckLockKey = (importId: string) => sql`hashtext('import check'), hashtext(${importId}::text)`

/** What was kept of the file's beginning when its form was said. */
type FileSample = { rows: string[][]; accents: string[]; sheets?: string[] }

const isCheckingSql = sql<boolean>`exists (
  select from pg_locks l where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
     and l.classid = hashtext('import check')::bigint & 4294967295 and l.objid = hashtext(i.id::text)::bigint & 4294967295)`

/** Throws `notFound` where the caller may not see it. */
export const findImport = async (ctx: Ctx, importId: string): Promise<ImportDetail> => {
  const found = await selectImports(ctx, {})
    .where('i.id', '=', importId)
    .select([isCheckingSql.as('checking'), countObstaclesSql.as('obstacles')])
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
        .$if(!hasFirmWideScope(ctx), (rows) => rows.where('o.madeBy', '=', ctx.person.userId))
        .select((of) => of.fn.max('o.id').as('id'))
        .as('sameFileId'),
    )
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const { figures, fileId, madeBy, ...row } = found
  const failure = row.stalled ? null : row.failure
  const form = ImportFileFormat.parse(row.form)
  const isOpen = row.state === 'draft' || row.state === 'checked'
  const {
    rows: sample,
    accents,
    sheets = [],
  } = (isOpen && (row.sample as FileSample | null)) || { rows: [], accents: [] }
  const {
    sums = [],
    accounts = null,
    duplicates = 0,
    fromDate = null,
    toDate = null,
  } = (figures ?? {}) as Partial<ImportFigures>
  const mapping = row.mapping as ImportMapping
  return {
    ...row,
    failure,
    form,
    mapping,
    sample,
    accents,
    sheets,
    sums,
    accounts,
    duplicates,
    fromDate,
    toDate,
    hasFile: fileId !== null,
    mine: madeBy === ctx.person.userId,
  }
}

type FaultFilters = ParsedRequest<typeof listImportFaults.count>['query']
type ImportIdParams = { importId: string }
type ImportRequest = { params: ImportIdParams }
export const importFaultSorts = { line: 'f.line' }

const queryMatchingImportFaults = async (ctx: Ctx, { fault }: FaultFilters, { importId }: ImportIdParams) => {
  await assertImportVisible(ctx, importId)
  return ctx.db
    .selectFrom('mappedImportFault as f')
    .where('f.importId', '=', importId)
    .$if(!!fault, (rows) => rows.where('f.fault', 'in', fault!))
}

export const selectImportFaults = async (ctx: Ctx, filters: FaultFilters, { params }: ImportRequest) =>
  (await queryMatchingImportFaults(ctx, filters, params))
    .select(['f.line', 'f.field', 'f.value'])
    .select([
      sql<string>`f.line || '.' || f.n`.as('id'),
      sql<(typeof listImportFaults.row.shape.fault)['options'][number]>`f.fault`.as('fault'),
    ])

export const countImportFaults = async (ctx: Ctx, filters: FaultFilters, { params }: ImportRequest) =>
  (await queryMatchingImportFaults(ctx, filters, params))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
