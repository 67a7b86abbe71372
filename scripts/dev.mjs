import { join } from 'node:path'
import { run, script } from './lib/children.mjs'
import { install, root } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

// `npm run dev`: the server restarts when its sources change; Vite serves the web app from its sources and passes calls on to it.
await script(async ({ signal }) => {
  const { progress, finish } = sayTo(process.stdout)
  await install({ progress, signal })
  finish()
  const modules = join(root, 'node_modules')
  const either = new AbortController()
  const both = AbortSignal.any([signal, either.signal])
  const start = (args) =>
    run(process.execPath, args, { cwd: root, signal: both, stdio: 'inherit' }).finally(() => either.abort())
  const [server] = await Promise.allSettled([
    start([
      join(modules, 'tsx', 'dist', 'cli.mjs'),
      'watch',
      '--clear-screen=false',
      join(root, 'scripts', 'lib', 'dev-server.mjs'),
    ]),
    start([join(modules, 'vite', 'bin', 'vite.js')]),
  ])
  return server.status === 'fulfilled' ? server.value.code : 0
})
