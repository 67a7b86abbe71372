import { build } from './lib/build.mjs'
import { script } from './lib/children.mjs'
import { install } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

// `npm run build`: what `npm start` would build, without starting it.
await script(async ({ signal }) => {
  const { progress, finish } = sayTo(process.stdout)
  const how = { progress, signal }
  await install(how)
  await build(['server', 'web'], how)
  finish()
  process.stdout.write('Built in dist/\n')
})
