import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { type Day, isoDay } from '#rules/calendar.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { money } from './copy.ts'
import type { Firm } from './firm.ts'
import type { SignIn } from './sign-ins.ts'

const spanish = {
  file: 'oficina-virtual',
  headings: ['Cuenta', 'Fecha', 'Importe', 'Tipo', 'Concepto', 'Referencia'],
  kind: 'Aportación',
  wrongKind: 'Traspaso',
  concept: 'Aportación por la oficina virtual',
  reason: 'Aportaciones de la oficina virtual',
}
const words: Record<Firm['code'], typeof spanish> = {
  ES: spanish,
  PT: {
    file: 'canal-digital',
    headings: ['Conta', 'Data', 'Montante', 'Tipo', 'Descrição', 'Referência'],
    kind: 'Entrega',
    wrongKind: 'Transferência',
    concept: 'Entrega pelo canal digital',
    reason: 'Entregas do canal digital',
  },
  MX: spanish,
}

const form = { encoding: 'utf-8', delimiter: ';', quote: '"', decimal: ',', dates: 'dmy' }
const fields = ['account', 'bookingDate', 'amount', 'kind', 'description', 'reference'] as const
type Written = Record<(typeof fields)[number], string>

type Place = { id: string; number: string }
type Fault = { field: (typeof fields)[number]; fault: string }
/** A line of a file: what it brings into which account, or what is wrong with it. */
type Line = { line: number; written: Written; place: Place; cents: number; fault?: Fault }
type File = { name: string; day: Day; lines: Line[] }
type By = { admin: string; direction: string }

/** Accounts that may bring money in, each of another client. */
const findPlaces = async (owner: Client, today: Day): Promise<Place[]> => {
  const { rows } = await owner.query<Place>(
    `select distinct on (c.id) a.id, a.number from account a join client c on c.id = a.client_id and c.block_kind is null
       join product p on p.id = a.product_id and p.maximum is null
      where a.status = 'active' and a.opened_on < $1::date - 60 and (a.expires_on is null or a.expires_on > $1::date + 60)
      order by c.id desc, a.id limit 12`,
    [isoDay(today)],
  )
  return rows
}

const european = (cents: number): string => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** What is wrong with some lines of the second file, and what stands there. */
const slips: Record<number, Fault & { value: (text: typeof spanish) => string }> = {
  3: { field: 'amount', fault: 'amount', value: () => '1.25O,00' },
  6: { field: 'account', fault: 'account', value: () => 'D-EVAS-0000000' },
  8: { field: 'kind', fault: 'word', value: (text) => text.wrongKind },
}

const fileOf = ({ code }: Firm, places: readonly Place[], { day, wrong }: { day: Day; wrong: boolean }): File => {
  const text = words[code]
  const on = isoDay(day)
  const lines = places.map((place, n): Line => {
    const [line, cents] = [n + 2, 40_000 + 12_550 * n]
    const written: Written = {
      ...{ account: place.number, bookingDate: on.split('-').reverse().join('/'), amount: european(cents) },
      ...{ kind: text.kind, description: text.concept, reference: `OV-${on.replaceAll('-', '')}-${n + 1}` },
    }
    const slip = wrong ? slips[line] : undefined
    if (!slip) return { line, written, place, cents }
    const { field, fault, value } = slip
    return { line, written: { ...written, [field]: value(text) }, place, cents, fault: { field, fault } }
  })
  return { name: `${text.file}-${on}.csv`, day, lines }
}

/** As the product knows a row again in another file. */
const digest = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const at = (day: Day, clock: string): string => `${isoDay(day)}T${clock}Z`

const sumOf = (lines: readonly Line[]): string => money(lines.reduce((sum, { cents }) => sum + cents, 0))

/** The file as it was checked: its good rows and its faults. Answers its number and its digest. */
const addChecked = async (owner: Client, { code }: Firm, { name, day, lines }: File, by: By) => {
  const { headings } = words[code]
  const text = [headings, ...lines.map(({ written }) => fields.map((field) => written[field]))]
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const good = lines.filter(({ fault }) => !fault)
  const [on, amount] = [isoDay(day), sumOf(good)]
  const sums = [{ word: 'contribution', rows: good.length, amount }]
  const { rows } = await owner.query<{ id: string }>(
    `insert into mapped_import (kind, state, file_name, sha256, headings, form, mapping, rows, wrong, known, fresh, amount, figures, checked_at, made_by, made_at)
     values ('movements', 'checked', $1, decode($2, 'hex'), $3, $4, $5, $6, $7, 0, $8, $9, $10, $11, $12, $13) returning id`,
    [
      ...[name, sha256, headings, form, Object.fromEntries(fields.map((field, column) => [field, column]))],
      ...[lines.length, lines.length - good.length, good.length, amount],
      ...[
        { sums, accounts: good.length, fromDate: on, toDate: on },
        at(day, '16:10:00'),
        by.admin,
        at(day, '16:05:00'),
      ],
    ],
  )
  const id = rows[0]!.id
  for (const { line, written, place, cents, fault } of lines) {
    const account = place.number.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
    const { description, reference } = written
    const said = {
      account,
      amount: money(cents),
      kind: 'contribution',
      bookingDate: on,
      valueDate: on,
      description,
      reference,
    }
    if (fault)
      await owner.query('insert into mapped_import_fault values ($1, $2, 1, $3, $4, $5)', [
        ...[id, line, fault.field, fault.fault, written[fault.field]],
      ])
    else
      await owner.query(
        'insert into mapped_import_row (import_id, line, key, hash, account_id, fields) values ($1, $2, $3, $4, $5, $6)',
        [...[id, line, digest('movements', reference), digest(said), place.id, { ...said, written }]],
      )
  }
  return { id, sha256, good, amount }
}

type Checked = Awaited<ReturnType<typeof addChecked>>

/** What its maker has asked for; with a decision where somebody has said yes. */
const ask = async (
  owner: Client,
  { code }: Firm,
  { id, sha256, good, amount }: Checked,
  { day, lines }: File,
  by: By,
  agreed: boolean,
) => {
  const rows = good.length
  const { rows: asked } = await owner.query<{ id: string }>(
    `insert into approval (task, entity, entity_id, params, after, payload, reason, state, made_by, made_at, expires_at, decided_by, decided_at)
     values ('import.run', 'mappedImport', $1, $2, $3, $4, $5, $6::approval_state, $7, $8::timestamptz, $8::timestamptz + interval '14 days', $9, $10) returning id`,
    [
      id,
      { who: id, count: String(rows), amount, kind: 'movements' },
      { rows, contribution: amount, amount, leftOut: lines.length - rows, sha256 },
      { importId: id, checkedAt: at(day, '16:10:00') },
      ...[words[code].reason, agreed ? 'approved' : 'pending', by.admin, at(day, '16:20:00')],
      ...[agreed ? by.direction : null, agreed ? at(day, '17:05:00') : null],
    ],
  )
  return asked[0]!.id
}

/** Its rows in the books, as the product posts them. */
const post = `
  select p.posted from (
    select array_agg(r.account_id order by r.account_id) as accounts, array_agg('contribution'::movement_kind) as kinds,
           array_agg((r.fields ->> 'amount')::numeric order by r.account_id) as amounts, array_agg($2::date) as days,
           array_agg('import:' || r.import_id || ':' || r.line order by r.account_id) as keys, array_agg(r.hash order by r.account_id) as hashes,
           array_agg(r.fields ->> 'description' order by r.account_id) as descriptions
      from mapped_import_row r where r.import_id = $1
  ) b, lateral post_movements(b.accounts, b.kinds, b.amounts, b.days, b.days, b.keys, b.hashes, b.descriptions, 'import', $3::bigint) p`

/** A mapped file that is in the books, and one of which the good rows wait for a second person. Answers how many journals that are. */
export const addImports = async (owner: Client, firm: Firm, signIns: readonly SignIn[]): Promise<number> => {
  const places = await findPlaces(owner, firm.today)
  const idOf = async (role: keyof By) => {
    const email = signIns.find((one) => one.role === role)?.email
    const { rows } = await owner.query<{ id: string }>('select id from registry.app_user where email = $1', [email])
    return rows[0]!.id
  }
  const by = { admin: await idOf('admin'), direction: await idOf('direction') }
  const past = fileOf(firm, places.slice(0, 5), { day: nextBusinessDay(firm.code, firm.today - 14), wrong: false })
  const done = await addChecked(owner, firm, past, by)
  const agreed = await ask(owner, firm, done, past, by, true)
  await owner.query(`update mapped_import set state = 'importing', approval_id = $2 where id = $1`, [done.id, agreed])
  const { rows } = await owner.query<{ posted: number }>(post, [done.id, isoDay(past.day), by.admin])
  await owner.query(
    'select refresh_client_list(array(select a.client_id from mapped_import_row r join account a on a.id = r.account_id where r.import_id = $1))',
    [done.id],
  )
  await owner.query(`update mapped_import set state = 'imported', done = fresh, finished_at = $2 where id = $1`, [
    ...[done.id, at(past.day, '17:05:02')],
  ])
  const fresh = fileOf(firm, places.slice(5), { day: nextBusinessDay(firm.code, firm.today - 5), wrong: true })
  const waiting = await addChecked(owner, firm, fresh, by)
  const asked = await ask(owner, firm, waiting, fresh, by, false)
  await owner.query(`update mapped_import set state = 'waiting', approval_id = $2 where id = $1`, [waiting.id, asked])
  await owner.query('select fold_totals()')
  return rows[0]?.posted ?? 0
}
