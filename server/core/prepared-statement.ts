import { CompiledQuery, type Kysely } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { DB } from '#db/types.ts'

/** A statement as it is prepared, once a connection, under its name. */
export type PreparedText = { name: string; text: string; parameters: readonly unknown[] }

export type PreparedSending = {
  name: string
  text: string
  values: unknown[]
  /** Planned once a connection for whatever values come, also where PostgreSQL would think that a plan for each call's own pays. */
  hasOnePlan: boolean
}

/** Gives the rows with the program's names. */
type PreparedSender = (sending: PreparedSending) => Promise<QueryResultRow[]>

/** What of the query builders can prepare: the pools, and connections in a transaction of `runWrite`. */
const senders = new WeakMap<Kysely<DB>, PreparedSender>()

/** From now on, statements that are prepared go this way for whoever asks this query builder. */
export const setPreparedStatementSender = (db: Kysely<DB>, send: PreparedSender): void => {
  senders.set(db, send)
}

/** Sends it under its name where the query builder can prepare, and as it is elsewhere. */
export const sendPrepared = async (
  db: Kysely<DB>,
  { name, text }: PreparedText,
  values: unknown[],
  { hasOnePlan = false }: { hasOnePlan?: boolean } = {},
) => {
  const send = senders.get(db)
  if (send) return send({ name, text, values, hasOnePlan })
  return (await db.executeQuery(CompiledQuery.raw(text, values))).rows
}

/** Stands in a text for a value of the call. No value of a call can be one: those are bound when the text is there. */
export const toMarker = (name: string): string => `\u0000${name}`

/** The value of the call where a parameter is a marker, also as the only one of a list; otherwise the parameter itself. */
export const bindValue = (values: ReadonlyMap<string, unknown>, parameter: unknown): unknown => {
  const marker = Array.isArray(parameter) && parameter.length === 1 ? parameter[0] : parameter
  return values.has(marker) ? values.get(marker) : parameter
}

/**
 * A statement whose text depends on nothing of a call: built by the query builder once, and prepared under its name. `build` gets markers in place of
 * the values, so that none gets into the text: it may hand them on as parameters and do nothing else with them.
 * See docs/decisions/0126-writes-in-few-round-trips.md
 */
export const defineStatement = <Values extends Readonly<Record<string, unknown>>, Row>(
  name: string,
  build: (db: Kysely<DB>, values: Values) => CompiledQuery<Row>,
): ((db: Kysely<DB>, values: Values) => Promise<Row[]>) => {
  let prepared: PreparedText | undefined
  return async (db, given) => {
    if (!prepared) {
      const markers = Object.fromEntries(Object.keys(given).map((key) => [key, toMarker(key)])) as Values
      const { sql, parameters } = build(db, markers)
      prepared = { name, text: sql, parameters }
    }
    const values = new Map(Object.entries(given).map(([key, value]) => [toMarker(key), value]))
    const bound = prepared.parameters.map((parameter) => bindValue(values, parameter))
    return (await sendPrepared(db, prepared, bound)) as Row[]
  }
}
