import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** The signal comes while the script is at work without a pause, as a start is that compares its files; then it hands over. */
const program = `
import { handOver, script } from './scripts/lib/children.mjs'
await script(async (stop) => {
  process.kill(process.pid, process.argv[1])
  return handOver(stop, async () => { console.log('began'); return 0 })
})`

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGQUIT', 131],
] as const)('%s during a busy start ends the script before its child begins', (signal, code) => {
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program, signal], { encoding: 'utf8' })
  expect(ended).toMatchObject({ status: code, stdout: '' })
})
