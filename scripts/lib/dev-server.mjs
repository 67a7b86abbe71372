import { main } from '../../server/main.ts'
import { handOver, script } from './children.mjs'
import { sayTo } from './say.mjs'

// The server from its sources, for `npm run dev`; loaded by tsx.
await script((stop) => handOver(stop, () => main(sayTo(process.stdout))))
