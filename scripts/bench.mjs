import { build } from './lib/build.mjs'
import { run, script } from './lib/children.mjs'
import { install, root } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

// `npm run bench`: measures the built product, see bench/. `npm run bench -- --help` says what it takes.
await script(async ({ signal }) => {
  const { progress, finish } = sayTo(process.stderr)
  await install({ progress, signal })
  await build(['server', 'web'], { progress, signal })
  finish()
  const args = ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args, { cwd: root, stdio: 'inherit', signal })
  return code
})
