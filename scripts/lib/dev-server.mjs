import { main } from '../../server/main.ts'
import { script } from './children.mjs'
import { sayTo } from './say.mjs'

// The server from its sources, for `npm run dev`; loaded by tsx.
await script(async (stop) => {
  stop.release()
  return main(sayTo(process.stdout))
})
