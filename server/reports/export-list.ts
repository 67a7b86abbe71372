import type { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import type { EndpointSpec, ParsedRequest } from '#contract/core/endpoint.ts'
import type { ExportFormat, ListSorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma } from '#contract/core/values.ts'
import en from '#locales/en/reports.ts'
import es from '#locales/es/reports.ts'
import pt from '#locales/pt/reports.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildPermissionRecheck, streamWhilePermitted } from '#server/core/permission-recheck.ts'
import { buildRoute, type HttpContext, type Route } from '#server/core/routes.ts'
import { openSnapshot, type Snapshot } from '#server/core/snapshot.ts'
import { buildTextsGetter, localeByLanguage } from '#server/core/texts.ts'
import type { ReportCell, ReportColumn, ReportColumnKind, RowBatches, WriteProgress } from './columns.ts'
import { type CsvDialect, writeCsv } from './csv.ts'
import { takeExportSlot } from './export-slots.ts'
import { formatContentDisposition } from './file-name.ts'
import { toFrameStream } from './progress-frames.ts'
import { writeXlsx } from './xlsx.ts'

const getReportTexts = buildTextsGetter({ es, en, pt })
const contentTypeByFormat: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A column of a list as a file has it: its heading, its kind, and the word for a value that is a code. */
export type ExportColumn<T> = {
  heading: (texts: T) => string
  kind: ReportColumnKind
  width?: number
  word?: (value: string, texts: T, locale: string) => string | undefined
  /** What is worked out of other columns of the query, which need not be columns of the file. */
  of?: { keys: readonly string[]; value: (...values: readonly unknown[]) => ReportCell }
}

type ExportQuery = ListSorting & { format: ExportFormat; columns?: string | undefined; filterText?: string | undefined }

export type ListExport<E extends EndpointSpec, Key extends string, T> = {
  texts: (idioma: Idioma) => T
  title: (texts: T) => string
  /** The columns that can be exported, in their order. */
  columns: Partial<Record<Key, ExportColumn<T>>>
  /** What whoever reads the file has to know of its rows, on the sheet that says what it is; null for nothing. */
  remark?: (ctx: Ctx, input: ParsedRequest<E>, texts: T) => Promise<string | null>
  /** What the audit calls it. */
  audited: { action: string; entity: string; entityId?: (input: ParsedRequest<E>) => string }
  /** How many rows match. Both read through the context's db, which is a frozen view. */
  total: (ctx: Ctx, input: ParsedRequest<E>, raw: HttpContext) => Promise<number>
  /** The query of the screen, without its paging. */
  rows: (ctx: Ctx, input: ParsedRequest<E>, raw: HttpContext) => Promise<{ compile: () => CompiledQuery }>
  /** Columns that the query doesn't have, worked out for a batch of rows by their ids: written only where they are named. */
  onRequest?: Partial<Record<Key, ComputedColumn>>
}

type ComputedColumns = Readonly<Record<string, ComputedColumn | undefined>>
export type ComputedColumn = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** The cells of these keys in their order. What is worked out takes the id of each row, which the query then gives last. */
async function* addComputedColumns(
  batches: AsyncIterable<unknown[][]>,
  keys: readonly string[],
  workedOut: ComputedColumns,
  ctx: Ctx,
) {
  for await (const rows of batches) {
    const ids = rows.map((row) => String(row.at(-1)))
    const columns: unknown[][] = []
    for (const [at, key] of keys.entries()) {
      const found = await workedOut[key]?.(ctx, ids)
      const read = at - keys.slice(0, at).filter((before) => workedOut[before]).length
      columns.push(found ? ids.map((id) => found.get(id) ?? null) : rows.map((row) => row[read]))
    }
    yield rows.map((_, n) => columns.map((column) => column[n]))
  }
}

type RequestedColumns = { keys: readonly string[]; onRequest: ComputedColumns; ctx: Ctx }

/** The rows of the query by these keys, with what is worked out for them. */
const readExportBatches = (snapshot: Snapshot, rows: CompiledQuery, { keys, onRequest, ctx }: RequestedColumns) => {
  const read = keys.filter((key) => !onRequest[key])
  return read.length === keys.length
    ? snapshot.batches(rows, keys)
    : addComputedColumns(snapshot.batches(rows, [...read, 'id']), keys, onRequest, ctx)
}

/** The keys asked for; when none is named all of them, but for those worked out on request. */
const selectColumnKeys = (query: ExportQuery, known: readonly string[], onRequest: object): readonly string[] => {
  if (query.columns === undefined) return known.filter((key) => !(key in onRequest))
  const keys = [...new Set(query.columns.split(',').map((key) => key.trim()))]
  if (keys.some((key) => !known.includes(key)))
    throw buildRefusal('request.invalid', { fields: { columns: 'unknown' } })
  return keys
}

/** Its first rows are there before the answer begins: a query that fails is a fault that is told, not a file that breaks off. */
const prefetchFirstBatch = async (batches: AsyncGenerator<unknown[][]>): Promise<AsyncGenerator<unknown[][]>> => {
  const first = await batches.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* batches
  })()
}

type DerivedColumnSource = Pick<ExportColumn<never>, 'of'>

/** The cells of these columns from what they are worked out of, which stands in their order. */
async function* deriveCells(batches: AsyncIterable<unknown[][]>, columns: readonly DerivedColumnSource[]) {
  for await (const rows of batches) {
    yield rows.map((row) => {
      let at = 0
      return columns.map(({ of }) => {
        const values = row.slice(at, at + (of?.keys.length ?? 1))
        at += values.length
        return of ? of.value(...values) : values[0]
      })
    })
  }
}

async function* replaceCodesWithWords<T>(
  batches: AsyncIterable<unknown[][]>,
  columns: ExportColumn<T>[],
  texts: T,
  locale: string,
) {
  const words = columns.flatMap(({ word }, index) => (word ? [{ word, index }] : []))
  for await (const rows of batches) {
    for (const row of rows) {
      for (const { word, index } of words) {
        const value = row[index]
        if (typeof value === 'string') row[index] = word(value, texts, locale) ?? value
      }
    }
    yield rows as ReportCell[][]
  }
}

/** As spreadsheets of the language's country read it: a decimal comma goes with semicolons. */
export const getCsvDialect = (idioma: Idioma): CsvDialect => {
  const { yes, no } = getReportTexts(idioma)
  const decimal = (0.5).toLocaleString(localeByLanguage[idioma]).includes(',') ? ',' : '.'
  return { decimal, separator: decimal === ',' ? ';' : ',', yes, no }
}

/** The last sheet says what the file is, so that a print or a forwarded copy still does. */
const buildAboutSheet = (
  { person, prefix }: Ctx,
  { title, filterText, remark, now }: Pick<ExportFileInput, 'title' | 'filterText' | 'remark' | 'now'>,
) => {
  const { about } = getReportTexts(person.idioma)
  const { timeZone } = tenantFacts[prefix]
  const madeOn = new Intl.DateTimeFormat(localeByLanguage[person.idioma], {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  })
  return {
    sheet: about.sheet,
    lines: (written: number) =>
      [
        [about.content, title],
        ...(filterText ? [[about.filters, filterText] as const] : []),
        [about.rows, String(written)],
        ...(remark ? [[about.remark, remark] as const] : []),
        [about.madeOn, madeOn.format(now)],
        [about.madeBy, person.fullName],
      ] as const,
  }
}

type ExportFileInput = {
  ctx: Ctx
  title: string
  filterText: string | undefined
  remark: string | null
  columns: ReportColumn[]
  rows: RowBatches
  total: number
  written: WriteProgress
  now: number
}

const streamExportFile = (
  format: ExportFormat,
  { ctx, title, filterText, remark, columns, rows, total, written, now }: ExportFileInput,
): Readable =>
  format === 'csv'
    ? writeCsv({ columns, rows, written, dialect: getCsvDialect(ctx.person.idioma) })
    : writeXlsx({
        sheet: title,
        columns,
        rows,
        total,
        written,
        about: buildAboutSheet(ctx, { title, filterText, remark, now }),
      })

/** Sends the file; a connection that the reader leaves, and a failure, both end it, and with it the query. */
const sendExportFile = ({ request, reply }: HttpContext, file: Readable, written: WriteProgress) =>
  reply.send(request.headers['x-progress'] === 'frames' ? toFrameStream(file, written) : file)

const listFilterKeys = ({ sort, direction, format, columns, filterText, ...filters }: ExportQuery): string[] =>
  Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [key]))

/** The screen offers what the contract names: a column that only one of them knows would be refused, or never be offered. */
const assertSameColumns = ({ path, exportColumns }: EndpointSpec, known: readonly string[]): void => {
  const differing =
    exportColumns &&
    [...new Set([...exportColumns, ...known])].filter((key) => !exportColumns.includes(key) || !known.includes(key))
  if (differing?.length) throw new Error(`${path}: columns of the list and of its file differ: ${differing.join(', ')}`)
}

/**
 * Serves the export of a list: the rows of the screen, all of them, read through a cursor in one frozen view, and written as they
 * come. Memory doesn't grow with the rows, and who leaves stops the query; so does whoever may not have the rows any more. Each export
 * leaves a row in the audit.
 */
export const buildListExportRoute = <const E extends EndpointSpec, Key extends string, T>(
  endpoint: E,
  list: ListExport<E, Key, T>,
): Route => {
  const known = Object.keys(list.columns)
  assertSameColumns(endpoint, known)

  const start = async (ctx: Ctx, input: ParsedRequest<E>, raw: HttpContext, snapshot: Snapshot) => {
    const query = input.query as ExportQuery
    const { idioma } = ctx.person
    const texts = list.texts(idioma)
    const onRequest: ComputedColumns = list.onRequest ?? {}
    const keys = selectColumnKeys(query, known, onRequest)
    const chosen = keys.map((key) => list.columns[key as Key]!)
    const title = list.title(texts)
    const frozen = { ...ctx, db: snapshot.db }

    const recheckPermission = buildPermissionRecheck(ctx, endpoint, raw.deps.clock)
    const total = await list.total(frozen, input, raw)
    const { action, entity, entityId } = list.audited
    const after = { format: query.format, filters: listFilterKeys(query), columns: keys, rows: total }
    await recordAuditEvent(ctx.db, ctx, { action, entity, entityId: entityId?.(input), after })

    const rows = (await list.rows(frozen, input, raw)).compile()
    const sources = keys.flatMap((key, at) => chosen[at]!.of?.keys ?? [key])
    const found = readExportBatches(snapshot, rows, { keys: sources, onRequest, ctx: frozen })
    const batches = await prefetchFirstBatch(chosen.some(({ of }) => of) ? deriveCells(found, chosen) : found)
    const written: WriteProgress = { rows: 0 }
    const file = streamExportFile(query.format, {
      ctx,
      title,
      filterText: query.filterText,
      remark: (await list.remark?.(frozen, input, texts)) ?? null,
      columns: chosen.map(({ heading, kind, width }) => ({ heading: heading(texts), kind, ...(width && { width }) })),
      rows: replaceCodesWithWords(
        streamWhilePermitted(batches, recheckPermission),
        chosen,
        texts,
        localeByLanguage[idioma],
      ),
      total,
      written,
      now: raw.deps.clock(),
    })
    raw.reply
      .header('content-type', contentTypeByFormat[query.format])
      .header('content-disposition', formatContentDisposition(title, ctx.businessDate, query.format))
      .header('x-total-rows', total)
      .header('cache-control', 'no-store')
    return { file, written }
  }

  return buildRoute(endpoint, async (ctx, input, raw) => {
    const leave = takeExportSlot(ctx, 'list')
    const snapshot = await openSnapshot(ctx.tenant).catch((error) => {
      leave(Promise.resolve())
      throw error
    })
    const end = (): void => leave(snapshot.end())
    // Who leaves may do so before the first row is there.
    const response = raw.reply.raw.once('close', end)
    try {
      const { file, written } = await start(ctx, input, raw, snapshot)
      // At the end of the file, before that of the answer: whoever has it may ask for the next one.
      file.once('end', end).once('close', end)
      return (await sendExportFile(raw, file, written)) as never
    } catch (error) {
      end()
      if (!response.destroyed) throw error
      raw.reply.hijack()
      return undefined as never
    }
  })
}
