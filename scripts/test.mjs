import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { run, script } from './lib/children.mjs'
import { install, root } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'
import { closingLines, overBudget } from './lib/test-report.mjs'
import { changedTests, flagsOf } from './lib/tests.mjs'

const resultFile = join(root, '.cache', 'tests.json')

const result = () => (existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : undefined)

// `npm test`: everything, browser tests included. `npm test -- PATH` runs what is named, on what is built already; so does `--changed[=REF]`
// with what the changes since REF reach, and the permissions always. `--shard=1/3` takes a third. `--fast` leaves out what needs a database
// or a browser; `--full` takes the extremes besides (test/harness/circles.ts).
await script(async ({ signal }) => {
  const { progress, finish } = sayTo(process.stdout)
  const { fast, full, changed, shard, words } = flagsOf(process.argv.slice(2))
  const env = { ...process.env, ...(full && { ATALAYA_FULL: '1' }), ...(fast && { ATALAYA_FAST: '1' }) }
  await install({ progress, signal })
  if (words.length === 0 && !fast && changed === undefined) await build(['server', 'web'], { progress, signal })
  finish()
  rmSync(resultFile, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const named = changed === undefined ? words : [...words, ...(await changedTests(changed, { vitest, env }))]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`]
  const { code } = await run(process.execPath, [vitest, 'run', ...reporters, ...(shard ? [shard] : []), ...named], {
    cwd: root,
    env,
    signal,
    stdio: 'inherit',
  })
  const all = named.length === 0 && !fast && !shard
  process.stdout.write(`\n${closingLines(result(), { root, all }).join('\n')}\n`)
  return code || (all && overBudget(result()?.testResults ?? []).length > 0 ? 1 : 0)
})
