import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** `name`: of one that is prepared once a connection. */
type SentStatement = { name: string | undefined; text: string }

const currentLog = new AsyncLocalStorage<SentStatement[]>()
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
    const [first] = args as [string | { name?: string; text?: string; cursor?: { text?: string } } | undefined]
    const text = typeof first === 'string' ? first : (first?.text ?? first?.cursor?.text)
    if (text) currentLog.getStore()?.push({ name: typeof first === 'string' ? undefined : first?.name, text })
    return query.apply(this, args)
  }
}

/** What the work gives, with every statement that it sent, in their order. A log around it has them too. */
export const logStatements = async <T>(
  work: () => Promise<T>,
): Promise<{ result: T; sent: readonly SentStatement[] }> => {
  wrapDriver()
  const sent: SentStatement[] = []
  const around = currentLog.getStore()
  const result = await currentLog.run(sent, work)
  around?.push(...sent)
  return { result, sent }
}
