import type { CompiledQuery, Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { sendPrepared } from './prepared-statement.ts'

/** Each takes memory on every connection, for as long as it is open. */
const maxSteadyStatements = 64
/** A text that was asked for so often is asked for again. */
const minUses = 3
const maxCountedTexts = 1000

const nameByText = new Map<string, string>()
const usesByText = new Map<string, number>()

/** The name under which a text is prepared; undefined while it is rare, and where there are too many others. */
const findStatementName = (text: string): string | undefined => {
  const known = nameByText.get(text)
  if (known || nameByText.size >= maxSteadyStatements) return known
  const uses = (usesByText.get(text) ?? 0) + 1
  if (uses < minUses) {
    if (usesByText.size >= maxCountedTexts) usesByText.clear()
    usesByText.set(text, uses)
    return undefined
  }
  usesByText.delete(text)
  const name = `steady ${nameByText.size + 1}`
  nameByText.set(text, name)
  return name
}

/**
 * Sends a statement that may keep its plan whatever its values are: what decides the plan stands in its text, or its form leaves one way only. Texts
 * that are asked for often are prepared, so many of them at most.
 * See docs/decisions/0128-prepared-list-pages.md
 */
export const executeSteady = async <Row>(db: Kysely<DB>, query: CompiledQuery<Row>): Promise<Row[]> => {
  const { sql: text, parameters } = query
  const name = findStatementName(text)
  if (name) return (await sendPrepared(db, { name, text, parameters }, [...parameters])) as Row[]
  return (await db.executeQuery(query)).rows
}
