import { projectRoot } from '../architecture/gate.ts'
import { writeFeatureLists } from './features.ts'

// What `npm run check -- --write` begins with: before anything reads the product, which is of these lists.
for (const path of await writeFeatureLists(projectRoot)) process.stdout.write(`written: ${path}\n`)
