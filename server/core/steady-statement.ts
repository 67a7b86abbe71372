import type { CompiledQuery, Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { sendPrepared } from './prepared-statement.ts'

/** Of each purpose. Each takes memory on every connection, for as long as it is open. */
const maxSteadyStatements = 64
/** A text that was asked for so often is asked for again. */
const minUses = 3
const maxCountedTexts = 1000

/** What has many texts takes no places from the others. */
type SteadyPurpose = 'page' | 'search'

/** The names under which texts of one purpose are prepared: none while a text is rare, and where there are too many others. */
const createStatementNames = (purpose: SteadyPurpose): ((text: string) => string | undefined) => {
  const nameByText = new Map<string, string>()
  const usesByText = new Map<string, number>()
  return (text) => {
    const known = nameByText.get(text)
    if (known || nameByText.size >= maxSteadyStatements) return known
    const uses = (usesByText.get(text) ?? 0) + 1
    if (uses < minUses) {
      if (usesByText.size >= maxCountedTexts) usesByText.clear()
      usesByText.set(text, uses)
      return undefined
    }
    usesByText.delete(text)
    const name = `steady ${purpose} ${nameByText.size + 1}`
    nameByText.set(text, name)
    return name
  }
}

type SteadySender = <Row>(db: Kysely<DB>, query: CompiledQuery<Row>, purpose?: SteadyPurpose) => Promise<Row[]>

/** A sender with places of its own. A connection is for one of them alone: names are theirs. */
export const createSteadySender = (): SteadySender => {
  const findName = { page: createStatementNames('page'), search: createStatementNames('search') }
  return async <Row>(db: Kysely<DB>, query: CompiledQuery<Row>, purpose: SteadyPurpose = 'page'): Promise<Row[]> => {
    const { sql: text, parameters } = query
    const name = findName[purpose](text)
    if (name)
      return (await sendPrepared(db, { name, text, parameters }, [...parameters], {
        hasOnePlan: purpose === 'search',
      })) as Row[]
    return (await db.executeQuery(query)).rows
  }
}

/**
 * Sends a statement that may keep its plan whatever its values are: what decides the plan stands in its text, or its form leaves one way only. Texts
 * that are asked for often are prepared, so many of them at most. Those of a search are long: to plan one takes longer than to execute it, which
 * PostgreSQL doesn't see in its estimates, so it is told to keep one plan.
 * See docs/decisions/0128-prepared-list-pages.md
 */
export const executeSteady = createSteadySender()
