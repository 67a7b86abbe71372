import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './lib/build.mjs'
import { handOver, script } from './lib/children.mjs'
import { install, root } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

// `npm start`: installs and builds if needed, then runs the server in this same process.
await script(async (stop) => {
  const say = sayTo(process.stdout)
  const how = { progress: say.progress, signal: stop.signal }
  await install(how)
  await build(['server', 'web'], how)
  say.finish()
  process.env.NODE_ENV ||= 'production'
  const { main } = await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href)
  return handOver(stop, () => main(say))
})
