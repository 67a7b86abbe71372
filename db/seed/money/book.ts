import { setImmediate } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Day, isoDay } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Accounts } from '../accounts.ts'
import { type Clients, managerOn } from '../clients.ts'
import { copyBytes } from '../copy.ts'
import type { Firm } from '../firm.ts'
import { countsAsCaptation, kindNames } from './kinds.ts'
import { type Lines, openLines } from './lines.ts'
import type { Parts } from './parts.ts'
import type { Sink } from './state.ts'
import { openTotals } from './totals.ts'

/** Journals of one COPY: the check of a statement holds its lines in memory. */
const chunk = 60_000
/** Bytes of a chunk's text, more or less: the buffer grows where it isn't enough. */
const room = chunk * 130
/** The socket gets its turn after so many journals, so that the server works while the next are made. */
const turn = 1_000
const journalColumns =
  'id, kind, booking_date, value_date, recorded_at, lines, idempotency_key, request_hash, source, credited_to'
const postingColumns = 'journal_id, line, ledger, account_id, amount, booking_date'

const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'ascii'))
const two = (value: number): string => String(value).padStart(2, '0')
const times = Array.from({ length: 256 }, (_, n) =>
  ascii(` ${two(8 + (n % 10))}:${two((n * 7) % 60)}:${two((n * 13) % 60)}+00\t2\tseed:`),
)
const kinds = kindNames.map((name) => ascii(`\t${name}\t`))
const numbers = Array.from({ length: 10 }, (_, n) => ascii(`\t${n}\t`))
const [firstLine, secondLine] = [ascii('\t1'), ascii('\t2')]
const [separator, nobody, source, end] = [ascii('\t'), ascii('\\N\t'), ascii('\tseed\t'), ascii('\n')]
const uncredited = ascii('\\N\n')

const dayTexts = new Map<Day, Uint8Array>()
const dayText = (day: Day): Uint8Array => {
  const known = dayTexts.get(day)
  if (known) return known
  const text = ascii(isoDay(day))
  dayTexts.set(day, text)
  return text
}

/** What is booked and not yet written, eight numbers a journal. */
const fields = 8

type Columns = { journals: Lines; postings: Lines }

const writeHash = (lines: Lines, kind: number, booked: Day, amount: number, account: number): void => {
  let a = Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(booked, 0x85ebca6b)
  let b = Math.imul(account + 1, 0xc2b2ae35) ^ Math.imul(amount % 4294967296, 0x27d4eb2f)
  a = Math.imul(a ^ (b >>> 15), 0x2c1b3c6d)
  b = Math.imul(b ^ (a >>> 13), 0x297a2d39)
  lines.hex((a ^ (b >>> 16)) >>> 0)
  lines.hex((b ^ (a >>> 16)) >>> 0)
}

/** One journal and its two lines. `number` counts from 1; `credited`: whose captation it is, -1 for nobody's. */
const writeJournal = (
  { journals: j, postings: p }: Columns,
  firm: Firm,
  number: number,
  entry: readonly number[],
  at: number,
  credited: number,
): void => {
  const [kind, amount, account, other] = [entry[at]!, entry[at + 3]!, entry[at + 5]!, entry[at + 7]!]
  const id = firm.first.journal + number - 1
  const booked = dayText(entry[at + 1]!)
  j.digits(id)
  j.bytes(kinds[kind]!)
  j.bytes(booked)
  j.bytes(separator)
  j.bytes(dayText(entry[at + 2]!))
  j.bytes(separator)
  j.bytes(booked)
  j.bytes(times[number & 255]!)
  j.padded(number, 8)
  j.bytes(separator)
  writeHash(j, kind, entry[at + 1]!, amount, account)
  j.bytes(source)
  if (credited < 0) j.bytes(uncredited)
  else {
    j.digits(firm.first.employee + credited)
    j.bytes(end)
  }
  for (const second of [false, true]) {
    const owner = second ? other : account
    p.digits(id)
    p.bytes(second ? secondLine : firstLine)
    p.bytes(numbers[entry[at + (second ? 6 : 4)]!]!)
    if (owner < 0) p.bytes(nobody)
    else {
      p.digits(firm.first.account + owner)
      p.bytes(separator)
    }
    p.money(second ? amount : -amount)
    p.bytes(separator)
    p.bytes(booked)
    p.bytes(end)
  }
}

export type Book = {
  sink: Sink
  /** Writes all that is booked up to a day, in order of days, and the totals of its months. */
  writeUpTo: (day: Day) => Promise<void>
  /** Writes what is left; answers how many journals there are in all. */
  close: () => Promise<number>
}

/** Where the journals up to a day begin, by day and in their order within a day; and the numbers of the rest. */
const byDay = (waiting: readonly number[], last: Day): { order: number[]; later: number[] } => {
  const perDay = new Map<Day, number[]>()
  const later: number[] = []
  for (let at = 0; at < waiting.length; at += fields) {
    const day = waiting[at + 1]!
    if (day > last) for (let n = 0; n < fields; n++) later.push(waiting[at + n]!)
    else {
      const known = perDay.get(day)
      if (known) known.push(at)
      else perDay.set(day, [at])
    }
  }
  const order: number[] = []
  for (const day of [...perDay.keys()].sort((one, other) => one - other)) order.push(...perDay.get(day)!)
  return { order, later }
}

/** Collects a month's journals, sorts them by day, and loads them with their lines while the next are made; keeps the dashboards' totals alongside. */
export const openBook = (
  owner: Client,
  { firm, clients, accounts: a, parts }: { firm: Firm; clients: Clients; accounts: Accounts; parts: Parts },
  progress: (journals: number) => void,
): Book => {
  const totals = openTotals(firm, clients, a)
  let [filling, resting]: [Columns, Columns] = [
    { journals: openLines(room), postings: openLines(room) },
    { journals: openLines(room), postings: openLines(room) },
  ]
  let waiting: number[] = []
  let many = 0
  let written = 0
  let loading: Promise<void> = Promise.resolve()

  const load = async ({ journals, postings }: Columns) => {
    await copyBytes(owner, 'journal', journalColumns, journals.taken())
    await copyBytes(owner, 'posting', postingColumns, postings.taken())
    journals.reset()
    postings.reset()
    await totals.load(owner)
    await parts.load(owner)
  }

  const startLoading = async () => {
    await loading
    loading = load(filling)
    // Awaited before the next one starts: until then a failure is not unhandled.
    loading.catch(() => {})
    ;[filling, resting] = [resting, filling]
    many = 0
    progress(written)
  }

  const write = (at: number) => {
    written++
    many++
    const [kind, booked, amount] = [waiting[at]!, waiting[at + 1]!, waiting[at + 3]!]
    const owner = [4, 6].find((ledger) => waiting[at + ledger] === ledgers.capital)
    const counts = owner !== undefined && countsAsCaptation[kind]
    const credited = counts ? managerOn(clients, a.client[waiting[at + owner + 1]!]!, booked) : -1
    writeJournal(filling, firm, written, waiting, at, credited)
    parts.see(kind, { booked, amount, account: waiting[at + 5]!, journal: firm.first.journal + written - 1 })
    if (waiting[at + 4] === ledgers.capital) totals.add(kind, booked, waiting[at + 5]!, amount)
    if (waiting[at + 6] === ledgers.capital) totals.add(kind, booked, waiting[at + 7]!, -amount)
  }

  const writeUpTo = async (last: Day) => {
    const due = byDay(waiting, last)
    for (const at of due.order) {
      write(at)
      if (many >= chunk) await startLoading()
      else if (many % turn === 0) await setImmediate()
    }
    waiting = due.later
  }

  return {
    sink: (kind, booked, value, amount, ledger, account, counter, counterAccount) => {
      waiting.push(kind, booked, value, amount, ledger, account, counter, counterAccount)
    },
    writeUpTo,
    close: async () => {
      await writeUpTo(firm.today)
      totals.endMonth()
      parts.end()
      await startLoading()
      await loading
      return written
    },
  }
}
