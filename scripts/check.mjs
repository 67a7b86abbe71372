import { build } from './lib/build.mjs'
import { run, script } from './lib/children.mjs'
import { install, root } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

// `npm run check`: every gate over the sources, one line each, then the tests. `-- --quick` leaves out the tests; `-- --write`
// makes the committed lists of features, and the description of the schema, anew.
await script(async ({ signal }) => {
  const { progress, finish } = sayTo(process.stdout)
  await install({ progress, signal })
  const isWriting = process.argv.includes('--write')
  if (isWriting) {
    finish()
    const lists = ['--import', 'tsx', 'test/tidy/write-features.ts']
    const { code } = await run(process.execPath, lists, { cwd: root, stdio: 'inherit', signal })
    if (code !== 0) return code
  }
  // What is written comes from the sources; the gates look at the built pages too.
  if (!isWriting) await build(['server', 'web'], { progress, signal })
  finish()
  const args = ['--import', 'tsx', 'test/architecture/run-gates.ts', ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args, { cwd: root, stdio: 'inherit', signal })
  return code
})
