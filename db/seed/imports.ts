import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { type DayNumber, toIsoDate } from '#rules/calendar.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { formatCents } from './copy.ts'
import type { SeedFirm } from './firm.ts'
import type { DemoSignIn } from './sign-ins.ts'

const spanishTexts = {
  file: 'oficina-virtual',
  headings: ['Cuenta', 'Fecha', 'Importe', 'Tipo', 'Concepto', 'Referencia'],
  kind: 'Aportación',
  wrongKind: 'Traspaso',
  concept: 'Aportación por la oficina virtual',
  reason: 'Aportaciones de la oficina virtual',
}
const textsByCountry: Record<SeedFirm['code'], typeof spanishTexts> = {
  ES: spanishTexts,
  PT: {
    file: 'canal-digital',
    headings: ['Conta', 'Data', 'Montante', 'Tipo', 'Descrição', 'Referência'],
    kind: 'Entrega',
    wrongKind: 'Transferência',
    concept: 'Entrega pelo canal digital',
    reason: 'Entregas do canal digital',
  },
  MX: spanishTexts,
}

const importFileFormat = { encoding: 'utf-8', delimiter: ';', quote: '"', decimal: ',', dates: 'dmy' }
const importFields = ['account', 'bookingDate', 'amount', 'kind', 'description', 'reference'] as const
type WrittenLine = Record<(typeof importFields)[number], string>

type ImportAccount = { id: string; number: string }
type LineFault = { field: (typeof importFields)[number]; fault: string }
/** A line of a file: what it brings into which account, or what is wrong with it. */
type ImportLine = { line: number; values: WrittenLine; account: ImportAccount; cents: number; fault?: LineFault }
type ImportFile = { name: string; day: DayNumber; lines: ImportLine[] }
type ImportUserIds = { admin: string; direction: string }

/** Accounts that may bring money in, each of another client. */
const findImportAccounts = async (owner: Client, today: DayNumber): Promise<ImportAccount[]> => {
  const { rows } = await owner.query<ImportAccount>(
    `select distinct on (c.id) a.id, a.number from account a join client c on c.id = a.client_id and c.block_kind is null
       join product p on p.id = a.product_id and p.maximum is null
      where a.status = 'active' and a.opened_on < $1::date - 60 and (a.expires_on is null or a.expires_on > $1::date + 60)
      order by c.id desc, a.id limit 12`,
    [toIsoDate(today)],
  )
  return rows
}

const formatEuropeanAmount = (cents: number): string =>
  `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** What is wrong with some lines of the second file, and what stands there. */
const faultsByLine: Record<number, LineFault & { value: (text: typeof spanishTexts) => string }> = {
  3: { field: 'amount', fault: 'amount', value: () => '1.25O,00' },
  6: { field: 'account', fault: 'account', value: () => 'D-EVAS-0000000' },
  8: { field: 'kind', fault: 'word', value: (text) => text.wrongKind },
}

const buildImportFile = (
  { code }: SeedFirm,
  places: readonly ImportAccount[],
  { day, wrong }: { day: DayNumber; wrong: boolean },
): ImportFile => {
  const text = textsByCountry[code]
  const on = toIsoDate(day)
  const lines = places.map((place, n): ImportLine => {
    const line = n + 2
    const cents = 40_000 + 12_550 * n
    const written: WrittenLine = {
      account: place.number,
      bookingDate: on.split('-').reverse().join('/'),
      amount: formatEuropeanAmount(cents),
      kind: text.kind,
      description: text.concept,
      reference: `OV-${on.replaceAll('-', '')}-${n + 1}`,
    }
    const slip = wrong ? faultsByLine[line] : undefined
    if (!slip) return { line, values: written, account: place, cents }
    const { field, fault, value } = slip
    return { line, values: { ...written, [field]: value(text) }, account: place, cents, fault: { field, fault } }
  })
  return { name: `${text.file}-${on}.csv`, day, lines }
}

/** As the product knows a row again in another file. */
const hashParts = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const formatInstant = (day: DayNumber, clock: string): string => `${toIsoDate(day)}T${clock}Z`

const sumLines = (lines: readonly ImportLine[]): string => formatCents(lines.reduce((sum, { cents }) => sum + cents, 0))

/** The file as it was checked: its good rows and its faults. Answers its number and its digest. */
const addCheckedImport = async (
  owner: Client,
  { code }: SeedFirm,
  { name, day, lines }: ImportFile,
  by: ImportUserIds,
) => {
  const { headings } = textsByCountry[code]
  const text = [headings, ...lines.map(({ values: written }) => importFields.map((field) => written[field]))]
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const good = lines.filter(({ fault }) => !fault)
  const on = toIsoDate(day)
  const amount = sumLines(good)
  const sums = [{ word: 'contribution', rows: good.length, amount }]
  const { rows } = await owner.query<{ id: string }>(
    `insert into mapped_import (kind, state, file_name, sha256, headings, form, mapping, rows, wrong, known, fresh, amount, figures, checked_at, made_by, made_at)
     values ('movements', 'checked', $1, decode($2, 'hex'), $3, $4, $5, $6, $7, 0, $8, $9, $10, $11, $12, $13) returning id`,
    [
      name,
      sha256,
      headings,
      importFileFormat,
      Object.fromEntries(importFields.map((field, column) => [field, column])),
      lines.length,
      lines.length - good.length,
      good.length,
      amount,
      { sums, accounts: good.length, fromDate: on, toDate: on },
      formatInstant(day, '16:10:00'),
      by.admin,
      formatInstant(day, '16:05:00'),
    ],
  )
  const id = rows[0]!.id
  for (const { line, values: written, account: place, cents, fault } of lines) {
    const account = place.number.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
    const { description, reference } = written
    const movement = {
      account,
      amount: formatCents(cents),
      kind: 'contribution',
      bookingDate: on,
      valueDate: on,
      description,
      reference,
    }
    if (fault)
      await owner.query('insert into mapped_import_fault values ($1, $2, 1, $3, $4, $5)', [
        id,
        line,
        fault.field,
        fault.fault,
        written[fault.field],
      ])
    else
      await owner.query(
        'insert into mapped_import_row (import_id, line, key, hash, account_id, fields) values ($1, $2, $3, $4, $5, $6)',
        [id, line, hashParts('movements', reference), hashParts(movement), place.id, { ...movement, written }],
      )
  }
  return { id, sha256, good, amount }
}

type CheckedImport = Awaited<ReturnType<typeof addCheckedImport>>

/** What its maker has asked for; with a decision where somebody has said yes. */
const submitImport = async (
  owner: Client,
  { code }: SeedFirm,
  { id, sha256, good, amount }: CheckedImport,
  { day, lines }: ImportFile,
  by: ImportUserIds,
  agreed: boolean,
) => {
  const rows = good.length
  const { rows: submitted } = await owner.query<{ id: string }>(
    `insert into approval (task, entity, entity_id, params, after, payload, reason, state, made_by, made_at, expires_at, decided_by, decided_at)
     values ('import.run', 'mappedImport', $1, $2, $3, $4, $5, $6::approval_state, $7, $8::timestamptz, $8::timestamptz + interval '14 days', $9, $10) returning id`,
    [
      id,
      { who: id, count: String(rows), amount, kind: 'movements' },
      { rows, contribution: amount, amount, leftOut: lines.length - rows, sha256 },
      { importId: id, checkedAt: formatInstant(day, '16:10:00') },
      textsByCountry[code].reason,
      agreed ? 'approved' : 'pending',
      by.admin,
      formatInstant(day, '16:20:00'),
      agreed ? by.direction : null,
      agreed ? formatInstant(day, '17:05:00') : null,
    ],
  )
  return submitted[0]!.id
}

/** Its rows in the books, as the product posts them. */
const postImportSql = `
  select p.posted from (
    select array_agg(r.account_id order by r.account_id) as accounts, array_agg('contribution'::movement_kind) as kinds,
           array_agg((r.fields ->> 'amount')::numeric order by r.account_id) as amounts, array_agg($2::date) as days,
           array_agg('import:' || r.import_id || ':' || r.line order by r.account_id) as keys, array_agg(r.hash order by r.account_id) as hashes,
           array_agg(r.fields ->> 'description' order by r.account_id) as descriptions
      from mapped_import_row r where r.import_id = $1
  ) b, lateral post_movements(b.accounts, b.kinds, b.amounts, b.days, b.days, b.keys, b.hashes, b.descriptions, 'import', $3::bigint) p`

/** A mapped file that is in the books, and one of which the good rows wait for a second person. Answers how many journals that are. */
export const addImports = async (owner: Client, firm: SeedFirm, signIns: readonly DemoSignIn[]): Promise<number> => {
  const places = await findImportAccounts(owner, firm.today)
  const idOf = async (role: keyof ImportUserIds) => {
    const email = signIns.find((one) => one.role === role)?.email
    const { rows } = await owner.query<{ id: string }>('select id from registry.app_user where email = $1', [email])
    return rows[0]!.id
  }
  const by = { admin: await idOf('admin'), direction: await idOf('direction') }
  const past = buildImportFile(firm, places.slice(0, 5), {
    day: nextBusinessDay(firm.code, firm.today - 14),
    wrong: false,
  })
  const done = await addCheckedImport(owner, firm, past, by)
  const agreed = await submitImport(owner, firm, done, past, by, true)
  await owner.query(`update mapped_import set state = 'importing', approval_id = $2 where id = $1`, [done.id, agreed])
  const { rows } = await owner.query<{ posted: number }>(postImportSql, [done.id, toIsoDate(past.day), by.admin])
  await owner.query(
    'select refresh_client_list(array(select a.client_id from mapped_import_row r join account a on a.id = r.account_id where r.import_id = $1))',
    [done.id],
  )
  await owner.query(`update mapped_import set state = 'imported', done = fresh, finished_at = $2 where id = $1`, [
    done.id,
    formatInstant(past.day, '17:05:02'),
  ])
  const fresh = buildImportFile(firm, places.slice(5), { day: nextBusinessDay(firm.code, firm.today - 5), wrong: true })
  const waiting = await addCheckedImport(owner, firm, fresh, by)
  const submitted = await submitImport(owner, firm, waiting, fresh, by, false)
  await owner.query(`update mapped_import set state = 'waiting', approval_id = $2 where id = $1`, [
    waiting.id,
    submitted,
  ])
  await owner.query('select fold_totals()')
  return rows[0]?.posted ?? 0
}
