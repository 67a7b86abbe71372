import { build } from './lib/build.mjs'
import { script } from './lib/children.mjs'
import { install } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

// `npm run build`: what `npm start` would build, without starting it. `-- --mock`: the web app with the demo mock, into dist/mock.
await script(async ({ signal }) => {
  const { progress, finish } = sayTo(process.stdout)
  const how = { progress, signal }
  await install(how)
  const mock = process.argv.includes('--mock')
  await build(mock ? ['mock'] : ['server', 'web'], how)
  finish()
  process.stdout.write(`Built in dist/${mock ? 'mock/' : ''}\n`)
})
