import { setImmediate } from 'node:timers/promises'
import type { Client } from 'pg'
import { type DayNumber, toIsoDate } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { SeedAccounts } from '../accounts.ts'
import { getManagerOn, type SeedClients } from '../clients.ts'
import { copyRowBytes } from '../copy.ts'
import type { SeedFirm } from '../firm.ts'
import { captationFlagsByKind, kindNames } from './kinds.ts'
import { createLineBuffer, type LineBuffer } from './lines.ts'
import type { WithholdingParts } from './parts.ts'
import type { MovementSink } from './state.ts'
import { createMovementTotals } from './totals.ts'

/** Journals of one COPY: the check of a statement holds its lines in memory. */
const journalsPerCopy = 60_000
/** Bytes of a chunk's text, more or less: the buffer grows where it isn't enough. */
const copyBufferBytes = journalsPerCopy * 130
/** The socket gets its turn after so many journals, so that the server works while the next are made. */
const journalsPerYield = 1_000
const journalColumns =
  'id, kind, booking_date, value_date, recorded_at, lines, idempotency_key, request_hash, source, credited_to'
const postingColumns = 'journal_id, line, ledger, account_id, amount, booking_date'

const toAscii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'ascii'))
const formatTwoDigits = (value: number): string => String(value).padStart(2, '0')
const timeTexts = Array.from({ length: 256 }, (_, n) =>
  toAscii(
    ` ${formatTwoDigits(8 + (n % 10))}:${formatTwoDigits((n * 7) % 60)}:${formatTwoDigits((n * 13) % 60)}+00\t2\tseed:`,
  ),
)
const kindBytes = kindNames.map((name) => toAscii(`\t${name}\t`))
const digitTexts = Array.from({ length: 10 }, (_, n) => toAscii(`\t${n}\t`))
const firstLineBytes = toAscii('\t1')
const secondLineBytes = toAscii('\t2')
const separatorBytes = toAscii('\t')
const noAuthorBytes = toAscii('\\N\t')
const sourceBytes = toAscii('\tseed\t')
const lineEndBytes = toAscii('\n')
const uncreditedText = toAscii('\\N\n')

const dayTextCache = new Map<DayNumber, Uint8Array>()
const getDayText = (day: DayNumber): Uint8Array => {
  const known = dayTextCache.get(day)
  if (known) return known
  const text = toAscii(toIsoDate(day))
  dayTextCache.set(day, text)
  return text
}

/** What is booked and not yet written, eight numbers a journal. */
const entryFieldCount = 8

type CopyBuffers = { journals: LineBuffer; postings: LineBuffer }

const writeRequestHash = (
  lines: LineBuffer,
  kind: number,
  booked: DayNumber,
  amount: number,
  account: number,
): void => {
  let a = Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(booked, 0x85ebca6b)
  let b = Math.imul(account + 1, 0xc2b2ae35) ^ Math.imul(amount % 4294967296, 0x27d4eb2f)
  a = Math.imul(a ^ (b >>> 15), 0x2c1b3c6d)
  b = Math.imul(b ^ (a >>> 13), 0x297a2d39)
  lines.writeHex((a ^ (b >>> 16)) >>> 0)
  lines.writeHex((b ^ (a >>> 16)) >>> 0)
}

/** One journal and its two lines. `number` counts from 1; `credited`: whose captation it is, -1 for nobody's. */
const writeJournal = (
  { journals: j, postings: p }: CopyBuffers,
  firm: SeedFirm,
  number: number,
  entry: readonly number[],
  at: number,
  credited: number,
): void => {
  const kind = entry[at]!
  const amount = entry[at + 3]!
  const account = entry[at + 5]!
  const other = entry[at + 7]!
  const id = firm.first.journal + number - 1
  const booked = getDayText(entry[at + 1]!)
  j.writeDigits(id)
  j.writeBytes(kindBytes[kind]!)
  j.writeBytes(booked)
  j.writeBytes(separatorBytes)
  j.writeBytes(getDayText(entry[at + 2]!))
  j.writeBytes(separatorBytes)
  j.writeBytes(booked)
  j.writeBytes(timeTexts[number & 255]!)
  j.writePadded(number, 8)
  j.writeBytes(separatorBytes)
  writeRequestHash(j, kind, entry[at + 1]!, amount, account)
  j.writeBytes(sourceBytes)
  if (credited < 0) j.writeBytes(uncreditedText)
  else {
    j.writeDigits(firm.first.employee + credited)
    j.writeBytes(lineEndBytes)
  }
  for (const second of [false, true]) {
    const owner = second ? other : account
    p.writeDigits(id)
    p.writeBytes(second ? secondLineBytes : firstLineBytes)
    p.writeBytes(digitTexts[entry[at + (second ? 6 : 4)]!]!)
    if (owner < 0) p.writeBytes(noAuthorBytes)
    else {
      p.writeDigits(firm.first.account + owner)
      p.writeBytes(separatorBytes)
    }
    p.writeMoney(second ? amount : -amount)
    p.writeBytes(separatorBytes)
    p.writeBytes(booked)
    p.writeBytes(lineEndBytes)
  }
}

export type JournalBook = {
  sink: MovementSink
  /** Writes all that is booked up to a day, in order of days, and the totals of its months. */
  writeUpTo: (day: DayNumber) => Promise<void>
  /** Writes what is left; answers how many journals there are in all. */
  close: () => Promise<number>
}

/** Where the journals up to a day begin, by day and in their order within a day; and the numbers of the rest. */
const sortByDay = (waiting: readonly number[], last: DayNumber): { order: number[]; later: number[] } => {
  const perDay = new Map<DayNumber, number[]>()
  const later: number[] = []
  for (let at = 0; at < waiting.length; at += entryFieldCount) {
    const day = waiting[at + 1]!
    if (day > last) for (let n = 0; n < entryFieldCount; n++) later.push(waiting[at + n]!)
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

type JournalBookSources = { firm: SeedFirm; clients: SeedClients; accounts: SeedAccounts; parts: WithholdingParts }

/** Collects a month's journals, sorts them by day, and loads them with their lines while the next are made; keeps the dashboards' totals alongside. */
export const openJournalBook = (
  owner: Client,
  { firm, clients, accounts: a, parts }: JournalBookSources,
  progress: (journals: number) => void,
): JournalBook => {
  const totals = createMovementTotals(firm, clients, a)
  let filling = { journals: createLineBuffer(copyBufferBytes), postings: createLineBuffer(copyBufferBytes) }
  let resting = { journals: createLineBuffer(copyBufferBytes), postings: createLineBuffer(copyBufferBytes) }
  let waiting: number[] = []
  let many = 0
  let written = 0
  let loading: Promise<void> = Promise.resolve()

  const load = async ({ journals, postings }: CopyBuffers) => {
    await copyRowBytes(owner, 'journal', journalColumns, journals.getContent())
    await copyRowBytes(owner, 'posting', postingColumns, postings.getContent())
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
    const kind = waiting[at]!
    const booked = waiting[at + 1]!
    const amount = waiting[at + 3]!
    const owner = [4, 6].find((ledger) => waiting[at + ledger] === ledgers.capital)
    const counts = owner !== undefined && captationFlagsByKind[kind]
    const credited = counts ? getManagerOn(clients, a.client[waiting[at + owner + 1]!]!, booked) : -1
    writeJournal(filling, firm, written, waiting, at, credited)
    parts.addJournal(kind, { booked, amount, account: waiting[at + 5]!, journal: firm.first.journal + written - 1 })
    if (waiting[at + 4] === ledgers.capital) totals.add(kind, booked, waiting[at + 5]!, amount)
    if (waiting[at + 6] === ledgers.capital) totals.add(kind, booked, waiting[at + 7]!, -amount)
  }

  const writeUpTo = async (last: DayNumber) => {
    const due = sortByDay(waiting, last)
    for (const at of due.order) {
      write(at)
      if (many >= journalsPerCopy) await startLoading()
      else if (many % journalsPerYield === 0) await setImmediate()
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
