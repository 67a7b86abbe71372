import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const currentLog = new AsyncLocalStorage<Set<string>>()
const isWrapped = Symbol.for('atalaya.statement-log')

/** The driver is wrapped once a process, however many test files share it. */
const wrapDriver = (): void => {
  const client = pg.Client.prototype as unknown as Record<PropertyKey, unknown> & {
    query: (...args: unknown[]) => unknown
  }
  if (client[isWrapped]) return
  client[isWrapped] = true
  const { query } = client
  client.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args as [string | { text?: string; cursor?: { text?: string } } | undefined]
    const text = typeof first === 'string' ? first : (first?.text ?? first?.cursor?.text)
    if (text) currentLog.getStore()?.add(text)
    return query.apply(this, args)
  }
}

/** What the work gives, with the text of every statement that it sent. */
export const logStatements = async <T>(work: () => Promise<T>): Promise<{ result: T; statements: Set<string> }> => {
  wrapDriver()
  const statements = new Set<string>()
  const result = await currentLog.run(statements, work)
  return { result, statements }
}
