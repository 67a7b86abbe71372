import type { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import type { EndpointSpec, Parsed } from '#contract/core/endpoint.ts'
import type { ExportFormat, Sorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma } from '#contract/core/values.ts'
import en from '#locales/en/reports.ts'
import es from '#locales/es/reports.ts'
import pt from '#locales/pt/reports.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { type Raw, type Route, serve } from '#server/core/serve.ts'
import { openSnapshot, type Snapshot } from '#server/core/snapshot.ts'
import { stillMay, whileMay } from '#server/core/still-may.ts'
import { localeOf, textsIn } from '#server/core/texts.ts'
import type { Batches, Cell, Column, ColumnKind, Written } from './columns.ts'
import { type CsvDialect, writeCsv } from './csv.ts'
import { takeExportSlot } from './export-slots.ts'
import { attachment } from './file-name.ts'
import { framed } from './frames.ts'
import { writeXlsx } from './xlsx.ts'

const reportTexts = textsIn({ es, en, pt })
const contentTypes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A column of a list as a file has it: its heading, its kind, and the word for a value that is a code. */
export type ExportColumn<T> = {
  heading: (texts: T) => string
  kind: ColumnKind
  width?: number
  word?: (value: string, texts: T, locale: string) => string | undefined
  /** What is worked out of other columns of the query, which need not be columns of the file. */
  of?: { keys: readonly string[]; value: (...values: readonly unknown[]) => Cell }
}

type ExportQuery = Sorting & { format: ExportFormat; columns?: string | undefined }

export type Exported<E extends EndpointSpec, Key extends string, T> = {
  texts: (idioma: Idioma) => T
  title: (texts: T) => string
  /** The columns that can be exported, in their order. */
  columns: Partial<Record<Key, ExportColumn<T>>>
  /** What the audit calls it. */
  audited: { action: string; entity: string; entityId?: (input: Parsed<E>) => string }
  /** How many rows match. Both read through the context's db, which is a frozen view. */
  total: (ctx: Ctx, input: Parsed<E>, raw: Raw) => Promise<number>
  /** The query of the screen, without its paging. */
  rows: (ctx: Ctx, input: Parsed<E>, raw: Raw) => Promise<{ compile: () => CompiledQuery }>
  /** Columns that the query doesn't have, worked out for a batch of rows by their ids: written only where they are named. */
  onRequest?: Partial<Record<Key, WorkedOut>>
}

type WorkedOuts = Readonly<Record<string, WorkedOut | undefined>>
type WorkedOut = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** The cells of these keys in their order. What is worked out takes the id of each row, which the query then gives last. */
async function* completed(
  batches: AsyncIterable<unknown[][]>,
  keys: readonly string[],
  workedOut: WorkedOuts,
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

type Wanted = { keys: readonly string[]; onRequest: WorkedOuts; ctx: Ctx }

/** The rows of the query by these keys, with what is worked out for them. */
const batchesOf = (snapshot: Snapshot, rows: CompiledQuery, { keys, onRequest, ctx }: Wanted) => {
  const read = keys.filter((key) => !onRequest[key])
  return read.length === keys.length
    ? snapshot.batches(rows, keys)
    : completed(snapshot.batches(rows, [...read, 'id']), keys, onRequest, ctx)
}

/** The keys asked for; when none is named all of them, but for those worked out on request. */
const chosenKeys = (query: ExportQuery, known: readonly string[], onRequest: object): readonly string[] => {
  if (query.columns === undefined) return known.filter((key) => !(key in onRequest))
  const keys = [...new Set(query.columns.split(',').map((key) => key.trim()))]
  if (keys.some((key) => !known.includes(key))) throw refuse('request.invalid', { fields: { columns: 'unknown' } })
  return keys
}

/** Its first rows are there before the answer begins: a query that fails is a fault that is told, not a file that breaks off. */
const begun = async (batches: AsyncGenerator<unknown[][]>): Promise<AsyncGenerator<unknown[][]>> => {
  const first = await batches.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* batches
  })()
}

type Source = Pick<ExportColumn<never>, 'of'>

/** The cells of these columns from what they are worked out of, which stands in their order. */
async function* derived(batches: AsyncIterable<unknown[][]>, columns: readonly Source[]) {
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

async function* worded<T>(batches: AsyncIterable<unknown[][]>, columns: ExportColumn<T>[], texts: T, locale: string) {
  const words = columns.flatMap(({ word }, index) => (word ? [{ word, index }] : []))
  for await (const rows of batches) {
    for (const row of rows) {
      for (const { word, index } of words) {
        const value = row[index]
        if (typeof value === 'string') row[index] = word(value, texts, locale) ?? value
      }
    }
    yield rows as Cell[][]
  }
}

const dialectOf = (idioma: Idioma): CsvDialect => {
  const { yes, no } = reportTexts(idioma)
  const decimal = (0.5).toLocaleString(localeOf[idioma]).includes(',') ? ',' : '.'
  return { decimal, separator: decimal === ',' ? ';' : ',', yes, no }
}

/** The last sheet says what the file is, so that a print or a forwarded copy still does. */
const aboutSheet = ({ person, prefix }: Ctx, title: string, now: number) => {
  const { about } = reportTexts(person.idioma)
  const { timeZone } = tenantFacts[prefix]
  const madeOn = new Intl.DateTimeFormat(localeOf[person.idioma], { dateStyle: 'short', timeStyle: 'short', timeZone })
  return {
    sheet: about.sheet,
    lines: (written: number) =>
      [
        [about.content, title],
        [about.rows, String(written)],
        [about.madeOn, madeOn.format(now)],
        [about.madeBy, person.fullName],
      ] as const,
  }
}

type File = { ctx: Ctx; title: string; columns: Column[]; rows: Batches; total: number; written: Written; now: number }

const fileOf = (format: ExportFormat, { ctx, title, columns, rows, total, written, now }: File): Readable =>
  format === 'csv'
    ? writeCsv({ columns, rows, written, dialect: dialectOf(ctx.person.idioma) })
    : writeXlsx({ sheet: title, columns, rows, total, written, about: aboutSheet(ctx, title, now) })

/** Sends the file; a connection that the reader leaves, and a failure, both end it, and with it the query. */
const send = ({ request, reply }: Raw, file: Readable, written: Written) =>
  reply.send(request.headers['x-progress'] === 'frames' ? framed(file, written) : file)

const filterKeys = ({ sort, direction, format, columns, ...filters }: ExportQuery): string[] =>
  Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [key]))

/**
 * Serves the export of a list: the rows of the screen, all of them, read through a cursor in one frozen view, and written as they
 * come. Memory doesn't grow with the rows, and who leaves stops the query; so does whoever may not have the rows any more. Each export
 * leaves a row in the audit.
 */
export const exportList = <const E extends EndpointSpec, Key extends string, T>(
  endpoint: E,
  list: Exported<E, Key, T>,
): Route => {
  const known = Object.keys(list.columns)
  // The screen offers what the contract names: a column that only one of them knows would be refused, or never be offered.
  const differing =
    endpoint.exported &&
    [...new Set([...endpoint.exported, ...known])].filter(
      (key) => !endpoint.exported!.includes(key) || !known.includes(key),
    )
  if (differing?.length)
    throw new Error(`${endpoint.path}: columns of the list and of its file differ: ${differing.join(', ')}`)

  const start = async (ctx: Ctx, input: Parsed<E>, raw: Raw, snapshot: Snapshot) => {
    const query = input.query as ExportQuery
    const { idioma } = ctx.person
    const texts = list.texts(idioma)
    const onRequest: WorkedOuts = list.onRequest ?? {}
    const keys = chosenKeys(query, known, onRequest)
    const chosen = keys.map((key) => list.columns[key as Key]!)
    const title = list.title(texts)
    const frozen = { ...ctx, db: snapshot.db }

    const still = stillMay(ctx, endpoint, raw.serving.clock)
    const total = await list.total(frozen, input, raw)
    const { action, entity, entityId } = list.audited
    const after = { format: query.format, filters: filterKeys(query), columns: keys, rows: total }
    await audit(ctx.db, ctx, { action, entity, entityId: entityId?.(input), after })

    const rows = (await list.rows(frozen, input, raw)).compile()
    const sources = keys.flatMap((key, at) => chosen[at]!.of?.keys ?? [key])
    const found = batchesOf(snapshot, rows, { keys: sources, onRequest, ctx: frozen })
    const batches = await begun(chosen.some(({ of }) => of) ? derived(found, chosen) : found)
    const written: Written = { rows: 0 }
    const file = fileOf(query.format, {
      ctx,
      title,
      columns: chosen.map(({ heading, kind, width }) => ({ heading: heading(texts), kind, ...(width && { width }) })),
      rows: worded(whileMay(batches, still), chosen, texts, localeOf[idioma]),
      total,
      written,
      now: raw.serving.clock(),
    })
    raw.reply
      .header('content-type', contentTypes[query.format])
      .header('content-disposition', attachment(title, ctx.businessDate, query.format))
      .header('x-total-rows', total)
      .header('cache-control', 'no-store')
    return { file, written }
  }

  return serve(endpoint, async (ctx, input, raw) => {
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
      return (await send(raw, file, written)) as never
    } catch (error) {
      end()
      if (!response.destroyed) throw error
      raw.reply.hijack()
      return undefined as never
    }
  })
}
