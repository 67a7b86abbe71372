import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { run, script } from './lib/children.mjs'
import { install, root } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

const resultFile = join(root, '.cache', 'tests.json')

const closingLine = () => {
  if (!existsSync(resultFile)) return 'Tests: none ran'
  const result = JSON.parse(readFileSync(resultFile, 'utf8'))
  const skipped = result.numPendingTests + result.numTodoTests
  return `Tests: ${result.numPassedTests} passed, ${result.numFailedTests} failed, ${skipped} skipped`
}

// `npm test`: everything, browser tests included. `npm test -- PATH` runs what is named, on what is built already. `--full` takes every pair
// of the shell's options where else six cases are taken.
await script(async ({ signal }) => {
  const { progress, finish } = sayTo(process.stdout)
  const all = process.argv.slice(2)
  const words = all.filter((word) => word !== '--full')
  const env = { ...process.env, ...(words.length < all.length && { ATALAYA_FULL: '1' }) }
  await install({ progress, signal })
  if (words.length === 0) await build(['server', 'web'], { progress, signal })
  finish()
  rmSync(resultFile, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`]
  const { code } = await run(process.execPath, [vitest, 'run', ...reporters, ...words], {
    cwd: root,
    env,
    signal,
    stdio: 'inherit',
  })
  process.stdout.write(`\n${closingLine()}\n`)
  return code
})
