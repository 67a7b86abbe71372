import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'

export type Value = string | number | boolean | null

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One row in COPY's text form. */
export const copyRow = (values: readonly Value[]): string => {
  let row = ''
  for (const [n, value] of values.entries()) {
    if (n > 0) row += '\t'
    if (value === null) row += '\\N'
    else if (typeof value === 'string')
      row += special.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign]!) : value
    else row += value
  }
  return `${row}\n`
}

/** Whole cents as a decimal string of euros. */
export const money = (cents: number): string => {
  const plain = Math.abs(cents)
  const rest = plain % 100
  return `${cents < 0 ? '-' : ''}${(plain - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

const batch = 1 << 16

/** Loads rows, each ended by a line feed, as fast as the server takes them: what it hasn't taken yet is not made. */
export const copyText = async (
  owner: Client,
  table: string,
  columns: string,
  rows: Iterable<string>,
): Promise<void> => {
  const stream = owner.query(from(`copy ${table} (${columns}) from stdin`))
  const done = finished(stream)
  // Awaited below; without this a refusal in the middle would count as unhandled.
  done.catch(() => {})
  let waiting = ''
  for (const row of rows) {
    waiting += row
    if (waiting.length < batch) continue
    if (!stream.write(waiting)) await Promise.race([once(stream, 'drain'), done])
    waiting = ''
  }
  stream.end(waiting)
  await done
}

/** Loads rows that are bytes already. */
export const copyBytes = async (owner: Client, table: string, columns: string, rows: Uint8Array): Promise<void> => {
  const stream = owner.query(from(`copy ${table} (${columns}) from stdin`))
  const done = finished(stream)
  done.catch(() => {})
  for (let at = 0; at < rows.length; at += batch)
    if (!stream.write(rows.subarray(at, at + batch))) await Promise.race([once(stream, 'drain'), done])
  stream.end()
  await done
}
