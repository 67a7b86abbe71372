import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** `name`: of one that is prepared once a connection. `isAwaited`: it was sent when all before it on its connection were answered. */
type SentStatement = { name: string | undefined; text: string; isAwaited: boolean }

type SentQuery = {
  name?: string
  text?: string
  cursor?: { text?: string }
  /** Of a query that brings its own. */
  callback?: (...given: unknown[]) => void
}

const currentLog = new AsyncLocalStorage<SentStatement[]>()
const isWrapped = Symbol.for('atalaya.statement-log')
const unansweredKey = Symbol.for('atalaya.unanswered-statements')

/** The driver is wrapped once a process, however many test files share it. */
const wrapDriver = (): void => {
  const client = pg.Client.prototype as unknown as Record<PropertyKey, unknown> & {
    query: (...args: unknown[]) => unknown
  }
  if (client[isWrapped]) return
  client[isWrapped] = true
  const { query } = client
  client.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args as [string | SentQuery | undefined]
    const text = typeof first === 'string' ? first : (first?.text ?? first?.cursor?.text)
    const connection = this as { [unansweredKey]?: number }
    const unanswered = connection[unansweredKey] ?? 0
    const name = typeof first === 'string' ? undefined : first?.name
    if (text) currentLog.getStore()?.push({ name, text, isAwaited: unanswered === 0 })
    const countAnswer = (): void => {
      connection[unansweredKey]! -= 1
    }
    if (typeof first === 'object' && first.callback) {
      const { callback } = first
      connection[unansweredKey] = unanswered + 1
      first.callback = (...given) => {
        countAnswer()
        callback(...given)
      }
    }
    const answer = query.apply(this, args)
    // Whoever hands a function over, as a pool does, sends nothing else on the connection meanwhile.
    if (!(answer instanceof Promise)) return answer
    connection[unansweredKey] = unanswered + 1
    return answer.finally(countAnswer)
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
