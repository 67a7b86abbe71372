import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'

export type CopyValue = string | number | boolean | null

const specialCharacters = /[\\\t\n\r]/
const characterEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One row in COPY's text form. */
export const formatCopyRow = (values: readonly CopyValue[]): string => {
  let row = ''
  for (const [n, value] of values.entries()) {
    if (n > 0) row += '\t'
    if (value === null) row += '\\N'
    else if (typeof value === 'string')
      row += specialCharacters.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => characterEscapes[sign]!) : value
    else row += value
  }
  return `${row}\n`
}

/** Whole cents as a decimal string of euros. */
export const formatCents = (cents: number): string => {
  const plain = Math.abs(cents)
  const rest = plain % 100
  return `${cents < 0 ? '-' : ''}${(plain - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

const copyBatchBytes = 1 << 16

/** Loads rows, each ended by a line feed, as fast as the server takes them: what it hasn't taken yet is not made. */
export const copyTextRows = async (
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
    if (waiting.length < copyBatchBytes) continue
    if (!stream.write(waiting)) await Promise.race([once(stream, 'drain'), done])
    waiting = ''
  }
  stream.end(waiting)
  await done
}

/** Loads rows that are bytes already. */
export const copyRowBytes = async (owner: Client, table: string, columns: string, rows: Uint8Array): Promise<void> => {
  const stream = owner.query(from(`copy ${table} (${columns}) from stdin`))
  const done = finished(stream)
  done.catch(() => {})
  for (let at = 0; at < rows.length; at += copyBatchBytes)
    if (!stream.write(rows.subarray(at, at + copyBatchBytes))) await Promise.race([once(stream, 'drain'), done])
  stream.end()
  await done
}
