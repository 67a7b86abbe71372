import { afterAll } from 'vitest'

/** What the process has warned of that a later release of Node.js or of a package makes an error. It warns of each once. */
const warnings = Symbol.for('atalaya.deprecation-warnings')
const shared = globalThis as { [warnings]?: Error[] }

/** Files that share a process share the list: the first that finds a warning there fails by it. */
const listWarnings = (): Error[] => {
  if (shared[warnings]) return shared[warnings]
  const found: Error[] = []
  process.on('warning', (warning) => {
    if (warning.name === 'DeprecationWarning') found.push(warning)
  })
  shared[warnings] = found
  return found
}

const found = listWarnings()

afterAll(async () => {
  // The process tells of a warning in its next turn.
  await new Promise((resolve) => setImmediate(resolve))
  const [first] = found.splice(0)
  if (first) throw first
})
