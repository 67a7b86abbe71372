import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './lib/build.mjs'
import { handOver, script } from './lib/children.mjs'
import { install, root } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

// `npm run crm -- COMMAND`: standard output belongs to the command's answer, so everything else goes to standard error.
await script(async (stop) => {
  const say = sayTo(process.stderr)
  const how = { progress: say.progress, signal: stop.signal }
  await install(how)
  await build(['server'], how)
  say.finish()
  process.env.NODE_ENV ||= 'production'
  const { crm } = await import(pathToFileURL(join(root, 'dist', 'server', 'crm.js')).href)
  return handOver(stop, () => crm(process.argv.slice(2), say))
})
