import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Client } from 'pg'
import { marketingFormats } from './bank-marketing-formats.ts'
import { splitCsvLine } from './csv-records.ts'
import { auditImport, ImportInputError, type ImportTarget, runImportSession } from './import-session.ts'
import { createRefusalList, type LineRefusal } from './refusals.ts'
import { createStagingTable, type StagedFile, stageCsvFile } from './stage-file.ts'

type MarketingReport = {
  /** False: something was refused and nothing was written. */
  written: boolean
  /** Good lines; each is one contact and one call, whether this import added them or an earlier one. */
  rows: number
  contacts: number
  calls: number
  /** Months in which the file has calls, of different years where it tells them. */
  campaigns: number
  durationSeconds: number
  attempts: number
  previous: number
  sold: number
  added: { contacts: number; calls: number; campaigns: number }
  refusedCount: number
  refused: readonly LineRefusal[]
  files: StagedFile[]
  seconds: number
}

type FormatName = keyof typeof marketingFormats

const readFirstLine = async (path: string): Promise<string> => {
  try {
    for await (const line of createInterface({ input: createReadStream(path, { end: 65_535 }) })) return line
  } catch {
    throw new ImportInputError(`${path} is not a file that can be read`)
  }
  return ''
}

/** The form whose header the file has; that of bank.csv where none fits, so that its reader says what is wrong. */
const detectFormat = async (path: string): Promise<FormatName> => {
  const header = splitCsvLine((await readFirstLine(path)).replace(/^\uFEFF/, '')) ?? []
  return header.join() === marketingFormats.additional.header.join() ? 'additional' : 'bank'
}

const spanishMonthNames =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** Months without a year are known as they always were. */
const campaignRefSql = `'bank-marketing:' || coalesce(r.year || '-', '') || r.month`

/** A campaign for each month of each year that has a call which isn't there yet. */
const insertCampaigns = async (db: Client): Promise<number> => {
  const { rowCount } = await db.query(
    `insert into campaign (name, month, year, external_ref)
     select 'Depósitos a plazo, ' || ($1::text[])[r.month] || coalesce(' de ' || r.year, ''), r.month, r.year, ${campaignRefSql}
       from (select distinct year, month from marketing_ready m where not exists (select from call l where l.external_ref = m.ref)) r
      order by r.year, r.month on conflict (external_ref) do nothing`,
    [spanishMonthNames],
  )
  return rowCount ?? 0
}

/**
 * The year of each line, where the file is in order of date over more than one year: months come in runs, and one that is before the last
 * begins a year. The data set begins in May 2008, so a first month before May is of 2009. A sample changes month at nearly every line and tells none.
 */
const lineYearsSql = `
  select line, case when is_ordered then (case when first_month >= 5 then 2008 else 2009 end + years)::smallint end as year
    from (select line, count(*) filter (where month < before) over (order by line) as years,
                 count(*) filter (where month <> before) over () * 2 <= count(*) over () and count(*) filter (where month < before) over () > 0 as is_ordered,
                 first_value(month) over (order by line) as first_month
            from (select line, month, lag(month) over (order by line) as before from marketing_row) m) o`

/**
 * A row has no id of its own: it is known by its content and, where the same content comes several times in a file, by which time this is.
 * So the file in another order, or a larger one that contains it, adds only what is new.
 */
const createReadyRows = async (db: Client, form: FormatName): Promise<void> => {
  await db.query(
    `create temporary table marketing_ready on commit drop as
     select r.*, y.year, 'bank-marketing:' || $1 || ':' || hash || ':' || row_number() over (partition by hash order by r.line) as ref
       from marketing_row r join (${lineYearsSql}) y on y.line = r.line`,
    [form],
  )
  await db.query('create index on marketing_ready (ref); analyze marketing_ready')
}

const insertContacts = async (db: Client, form: FormatName): Promise<number> => {
  const { rowCount } = await db.query(
    `insert into contact (name, country, profession, marital_status, education, age, past_contacts, days_since_past, past_outcome,
       has_default, has_housing_loan, has_personal_loan, known_balance, external_ref)
     select $1 || lpad((line - 1)::text, greatest(5, length((line - 1)::text)), '0'), 'PT', profession, marital_status, education, age,
            previous, days_since, past_outcome, has_default, has_housing_loan, has_personal_loan, known_balance, ref
       from marketing_ready order by line on conflict (external_ref) do nothing`,
    [form === 'bank' ? 'Contacto ' : 'Contacto A'],
  )
  return rowCount ?? 0
}

/** Where year and day are told, and the calendar of that year has the day. */
const callDateSql = `
  case when r.day <= extract(day from make_date(r.year, r.month, 1) + interval '1 month - 1 day') then make_date(r.year, r.month, r.day) end`

const insertCalls = async (db: Client): Promise<number> => {
  const { rowCount } = await db.query(
    `insert into call (contact_id, campaign_id, channel, called_on, day, month, weekday, duration_seconds, attempts, outcome, sold, external_ref)
     select c.id, g.id, r.channel, ${callDateSql}, r.day, r.month, r.weekday, r.duration, r.attempts, case when r.sold then 'sold' else 'refused' end, r.sold, r.ref
       from marketing_ready r
       join contact c on c.external_ref = r.ref
       join campaign g on g.external_ref = ${campaignRefSql}
      order by r.line on conflict (external_ref) do nothing`,
  )
  return rowCount ?? 0
}

type MarketingTotals = Pick<
  MarketingReport,
  'rows' | 'campaigns' | 'durationSeconds' | 'attempts' | 'previous' | 'sold'
>

const sumMarketingRows = async (db: Client): Promise<MarketingTotals> => {
  const { rows } = await db.query<Record<keyof MarketingTotals, string>>(
    `select count(*) as rows, count(distinct (year, month)) as campaigns, coalesce(sum(duration), 0) as "durationSeconds",
            coalesce(sum(attempts), 0) as attempts, coalesce(sum(previous), 0) as previous, count(*) filter (where sold) as sold
       from marketing_ready`,
  )
  return Object.fromEntries(Object.entries(rows[0]!).map(([key, value]) => [key, Number(value)])) as MarketingTotals
}

/**
 * Imports a file of the Bank Marketing data set, of either form: contacts, their last call, a campaign for each month. One transaction;
 * a refused line refuses everything unless `skip`. Importing again adds nothing. Throws ImportInputError where the file can't be read.
 */
export const importBankMarketing = async (
  options: ImportTarget & { file: string; skip: boolean },
): Promise<MarketingReport> => {
  const { file: path, skip, progress } = options
  const formName = await detectFormat(path)
  return runImportSession(options, async (db) => {
    const started = performance.now()
    const refusals = createRefusalList()
    const form = marketingFormats[formName]
    await createStagingTable(db, form)
    const { headerWrong, ...file } = await stageCsvFile(db, path, form, refusals, progress)
    const written = !headerWrong && (skip || refusals.count() === 0)
    const added = { contacts: 0, calls: 0, campaigns: 0 }
    await createReadyRows(db, formName)
    if (written) {
      progress('write contacts and calls')
      added.campaigns = await insertCampaigns(db)
      added.contacts = await insertContacts(db, formName)
      added.calls = await insertCalls(db)
      await auditImport(db, 'import.bank-marketing', { files: [file], added, refused: refusals.count() })
    }
    const sums = await sumMarketingRows(db)
    return {
      written,
      ...sums,
      contacts: sums.rows,
      calls: sums.rows,
      added,
      refusedCount: refusals.count(),
      refused: refusals.lines(),
      files: [file],
      seconds: Math.round(performance.now() - started) / 1000,
    }
  })
}
